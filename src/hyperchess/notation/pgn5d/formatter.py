"""Canonical formatting of the syntax tree: one turn per line, variations indented, nothing lost.

Moves stay as written; only white space, numbers and superfluous brackets change.

>>> print(format_text('[Board  "Standard"]1.e4 {best}/e5 (2w.Nf3 (2b.Nc6)2b. d6) (2w. f4)'), end="")
[Board "Standard"]
<BLANKLINE>
1. e4 {best} / e5
 (2. Nf3
  (2b. Nc6)
 2b. d6)
2. f4
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hyperchess.errors import ParseError
from hyperchess.multiverse import Color
from hyperchess.multiverse.coordinates import format_board_at
from hyperchess.notation.pgn5d.parser import parse_games
from hyperchess.notation.pgn5d.typed import typed_move
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.header_text import format_header
from hyperchess.notation.text5d.resolve import resolve
from hyperchess.notation.text5d.syntax import ActionSyntax, CommentSyntax, GameSyntax
from hyperchess.notation.text5d.writing.mainline import comment_text
from hyperchess.notation.writing import Losses
from hyperchess.text import Severity, Source, Span

__all__ = ["format_syntax", "format_text"]

_MOST_INDENT = 40
_RELATIVE_BOARD = re.compile(r"\$\([^()]*\)")


def format_text(text: str) -> str:
    """Format the games of a text canonically; raise `ParseError` if some of it cannot be parsed."""
    games = parse_games(Source(text))
    for problem in (problem for game in games for problem in game.problems):
        if problem.severity is Severity.ERROR:
            raise ParseError(problem)
    return "\n".join(map(format_syntax, games))


def format_syntax(game: GameSyntax) -> str:
    """Format one game canonically. Relative boards become absolute if the game can be replayed."""
    headers = [f"{format_header(header.key, header.value)}\n" for header in game.headers]
    boards = ["".join(game.text(board).split()) + "\n" for board in game.boards]
    head = "".join(headers + boards)
    body = "".join(_Printer(game).parts()).lstrip("\n")
    return head + ("\n" if head and body else "") + body + ("\n" if body else "")


class _Tail(NamedTuple):
    """Text after the variations of an action: its result and comments, and the brackets to close after it."""

    text: str
    depth: int
    closing: int


@dataclass(frozen=True, slots=True)
class _Task:
    """An action to format: its number and player, its depth, and the brackets to close after it."""

    action: ActionSyntax
    number: int
    color: Color
    depth: int
    own_line: bool
    closing: int  # brackets that close where the line of this action ends
    opens: bool = False


class _Printer:
    def __init__(self, game: GameSyntax) -> None:
        self.game = game
        varied = any(len(action.children) > 1 for action in game.root.walk())
        self.raw = game.notation == Dialect.RAW.value and not varied
        self.absolute = _absolute_moves(game) if "$(" in game.source.text else {}

    def parts(self) -> Iterator[str]:
        root = self.game.root
        late = root.late_comments if root.children else []
        yield from (f"{_comment(comment)}\n" for comment in root.comments if comment not in late)
        if root.result is not None and not root.children:
            # After another game, a lone result would belong to that game.
            yield root.result.text if self.game.headers or self.game.boards else f"1. {root.result.text}"
        serial = root.children[0].serial if root.children else None
        number = serial.number if serial is not None and serial.number is not None else 1
        color = (serial.color if serial is not None else None) or Color.WHITE
        waiting = self.following(root, number, color, 0, 0)
        while waiting:
            task = waiting.pop()
            if isinstance(task, _Tail):
                yield f"\n{' ' * min(task.depth, _MOST_INDENT)}{task.text}{')' * task.closing}"
                continue
            yield from self.action(task)
            number = task.number + (task.color is Color.BLACK)
            following = self.following(task.action, number, task.color.other, task.depth, task.closing)
            if not following:
                yield ")" * task.closing
            waiting += following

    def following(
        self, parent: ActionSyntax, number: int, color: Color, depth: int, closing: int
    ) -> list[_Task | _Tail]:
        """Return the continuations of an action, last first: the main line, and before it the variations."""
        if not parent.children:
            return []
        main, *variations = parent.children
        tail = self.tail(parent)
        if tail:
            blocks = parent.children if parent.ends_line else [*variations, main]
            opened = [_Task(child, number, color, depth + 1, True, 1, True) for child in reversed(blocks)]
            return [_Tail(" ".join(tail), depth, closing), *opened]
        alone = not variations and bool(parent.moves)
        tasks: list[_Task | _Tail] = [
            _Task(main, number, color, depth, not alone or color is Color.WHITE, closing)
        ]
        tasks += (_Task(child, number, color, depth + 1, True, 1, True) for child in reversed(variations))
        return tasks

    def tail(self, action: ActionSyntax) -> list[str]:
        """Return the words after the variations of an action."""
        result = [action.result.text] if action.result is not None and action.ends_line else []
        return [*result, *map(_comment, action.late_comments)] if action.children else []

    def action(self, task: _Task) -> Iterator[str]:
        action = task.action
        if self.raw:
            yield "\n" + (". " if task.color is Color.WHITE else "/ ")
        elif task.own_line:
            letter = "" if task.color is Color.WHITE else "b"
            indent = " " * min(task.depth, _MOST_INDENT)
            yield f"\n{indent}{'(' if task.opens else ''}{task.number}{letter}. "
        else:
            yield " / "
        yield " ".join(self.words(action))

    def words(self, action: ActionSyntax) -> Iterator[str]:
        tail = bool(self.tail(action))
        placed = [comment for comment in action.comments if not tail or comment.after <= len(action.moves)]
        comments = iter(sorted(placed, key=lambda comment: comment.after))
        comment = next(comments, None)
        for place, move in enumerate(action.moves):
            while comment is not None and comment.after <= place:
                yield _comment(comment)
                comment = next(comments, None)
            text = self.absolute.get(move.whole or move.span) or self.game.move_text(move)
            marked = typed_move(text + move.evaluation, 0) if move.evaluation else None
            yield text if marked is None else marked.text
            yield from map(self.game.hint_text, move.hints or ())
            yield from (mark for mark in (move.mark, move.evaluation * (marked is None)) if mark)
            yield from (f"${number}" for number in move.nags)
        while comment is not None and comment.after <= len(action.moves):
            yield _comment(comment)
            comment = next(comments, None)
        if action.result is not None and not (tail and action.ends_line):
            yield action.result.text
        while comment is not None:
            yield _comment(comment)
            comment = next(comments, None)


def _comment(comment: CommentSyntax) -> str:
    return comment_text(comment.text, Losses(), "")


def _absolute_moves(game: GameSyntax) -> dict[Span, str]:
    """Return the moves with a relative board by their spans, with that board in full."""
    return {
        written.span: _RELATIVE_BOARD.sub(format_board_at(written.move.target.board), written.text)
        for node in resolve(game).walk()
        for written in node.moves
        if written.span is not None and written.move is not None and "$(" in written.text
    }
