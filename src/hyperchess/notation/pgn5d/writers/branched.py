"""Branched 5DPGN: the whole tree, variations in parentheses before the main line.

A new line starts with each turn and each variation, indented by its depth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from hyperchess.game import RESULTS, Comment, Game, Node, Serial
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.position import Position
from hyperchess.notation.pgn5d.writers.turns import hints
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.marked_moves import MarkedAction, MarkedMove, mark_action, written_moves
from hyperchess.notation.text5d.spelling import full_move, short_move
from hyperchess.notation.text5d.writing.headers import head_text, make_head
from hyperchess.notation.text5d.writing.mainline import (
    action_tokens,
    comment_text,
    lose_files,
    lose_order,
    lose_variations,
    next_serial,
)
from hyperchess.notation.writing import Losses, Marks, Style, Written

__all__ = ["Page", "write_branched"]


class Page:
    """Text that is built token by token.

    >>> page = Page(width=40, indent=2)
    >>> page.open("(1w."); page.add("d3"); page.add("/"); page.add("b4"); page.line("2."); page.add("N>>e3")
    >>> page.close(); page.line("1w."); page.add("Nd3")
    >>> print(page.text())
    (1w. d3 / b4
      2. N>>e3)
    1w. Nd3
    <BLANKLINE>
    """

    def __init__(self, width: int | None, indent: int) -> None:
        self.in_turn = False  # whether Black may reply with `/` on this line
        self._parts: list[str] = []
        self._column = 0
        self._depth = 0
        self._width = width
        self._indent = indent
        # Deep variations must not push each other off the page, nor make it grow with the square of depth.
        self._deepest = max(width // 2, 0) if width is not None else 40

    def add(self, token: str) -> None:
        """A token after a blank, or on a new line if it does not fit."""
        if not self._parts:
            self._put(token)
        elif self._fits(1 + _first_line(token)):
            self._put(f" {token}")
        else:
            self.line(token)

    def line(self, token: str) -> None:
        """A token on a new line."""
        if self._parts:
            self._parts.append("\n")
        self._column = 0
        self._put(" " * min(self._depth * self._indent, self._deepest))
        self._put(token)

    def open(self, token: str) -> None:
        """The first token of a variation, on a new line; what follows is one deeper."""
        self.line(token)
        self._depth += 1

    def close(self) -> None:
        """The parenthesis that ends a variation."""
        if self._fits(1):
            self._put(")")
        else:
            self.line(")")
        self._depth -= 1
        self.in_turn = False

    def text(self) -> str:
        """All lines."""
        return "".join([*self._parts, "\n"]) if self._parts else ""

    def _fits(self, length: int) -> bool:
        return self._width is None or self._column + length <= self._width

    def _put(self, text: str) -> None:
        self._parts.append(text)
        breaks = text.rfind("\n")
        self._column = self._column + len(text) if breaks < 0 else len(text) - breaks - 1


def _first_line(token: str) -> int:
    end = token.find("\n")
    return len(token) if end < 0 else end


def write_branched(
    game: Game[Position, Move],
    *,
    style: Style = "short",
    captures: bool = True,
    checks: bool = True,
    tokens: bool = False,
    width: int | None = 100,
    indent: int = 1,
    main_line_only: bool = False,
    marks: Marks = "rules",
    start: Literal["name", "both"] = "name",
) -> Written:
    """Write the game tree as Branched 5DPGN, with moves in standard order.

    `style`: the shortest text that is unambiguous by pattern matching (4.10, with the conventions of 4.11),
    or all coordinates. `captures` and `checks` allow `x` and `+`, `*`, `#`; `tokens` adds Shad's `~`, `(>L1)`
    and `(~T3)`. Lines are wrapped at `width`; each variation is indented by `indent`. `marks` are recomputed
    from the rules, kept as written (a move without a text gets those of the rules), or left out; `x` then
    stays. `start` is the variant's name, or its name and boards.
    """
    losses = Losses()
    head = head_text(make_head(game, Dialect.BRANCHED, losses, start))
    lose_files(game, losses)
    if main_line_only:
        lose_variations(game, losses)
    spell_move = full_move if style == "full" else short_move

    def spell(marked: MarkedMove) -> list[str]:
        text = spell_move(marked, captures=captures)
        present = "~" if tokens and marked.moves_present else ""
        after = hints(marked) if tokens else []
        return [f"{text}{marked.check}{present}{marked.evaluation}", *after, *marked.nags]

    def follow(position: Position | None, node: Node[Position, Move]) -> MarkedAction | None:
        return mark_action(position, node, marks=marks, checks=checks, standard=True)

    page = Page(width, indent)
    _write_tree(game, page, follow, spell, losses, main_line_only=main_line_only)
    return Written(head + page.text(), losses.listed())


class _Visit(NamedTuple):
    """An action to be written, from the position before it."""

    node: Node[Position, Move]
    serial: Serial
    position: Position | None
    block: bool = False  # in parentheses
    choice: bool = False  # one of several continuations


class _Tail(NamedTuple):
    """The tokens after the variations of a node."""

    tokens: list[str]


def _write_tree(
    game: Game[Position, Move],
    page: Page,
    follow: Callable[[Position | None, Node[Position, Move]], MarkedAction | None],
    spell: Callable[[MarkedMove], list[str]],
    losses: Losses,
    *,
    main_line_only: bool,
) -> None:
    """Walk the tree without recursion: games may be nested as deep as memory allows."""
    waiting: list[_Visit | _Tail | None] = []
    after: Position | None = game.start
    node, serial = game.root, next(game.serials())
    is_tailed = bool(node.children) and not main_line_only
    ending = _ending(node, losses, "", is_tailed=is_tailed)
    for token in action_tokens(ending, _early(node, node.comments, is_tailed=is_tailed), losses, ""):
        page.add(token)
    waiting += _continuations(node, serial, after, losses, main_line_only=main_line_only)
    while waiting:
        visit = waiting.pop()
        if visit is None:
            page.close()
            continue
        if isinstance(visit, _Tail):
            page.in_turn = False
            page.line(visit.tokens[0])
            for token in visit.tokens[1:]:
                page.add(token)
            continue
        node, serial = visit.node, visit.serial
        _start_action(visit, page)
        played = follow(visit.position, node)
        moves = [spell(move) for move in played.moves] if played else written_moves(node, losses, str(serial))
        is_tailed = bool(node.children) and not main_line_only
        comments = _early(node, _placed(node, played, losses, str(serial)), is_tailed=is_tailed)
        ending = _ending(node, losses, str(serial), is_tailed=is_tailed)
        for token in action_tokens([*moves, *ending], comments, losses, str(serial)):
            page.add(token)
        after = played.after if played else None
        waiting += _continuations(node, next_serial(serial), after, losses, main_line_only=main_line_only)


def _continuations(
    node: Node[Position, Move],
    serial: Serial,
    after: Position | None,
    losses: Losses,
    *,
    main_line_only: bool,
) -> list[_Visit | _Tail | None]:
    """Return the continuations of a node, last first: variations in order, each to be closed, then the main
    line; if the node has a tail, that is last, and the main line is closed too.
    """
    main, variations = node.continuation, [] if main_line_only else node.variations
    if len(node.children) > 1 and not main_line_only:
        _lose_duplicates(node.children, after, losses, str(serial))
    tail = [] if main_line_only else _tail(node, losses, str(serial))
    later: list[_Visit | _Tail | None] = [_Tail(tail)] if tail else []
    if main is not None and tail:
        variations = [*variations, main]
    elif main is not None:
        later.append(_Visit(main, serial, after, choice=bool(variations)))
    for child in reversed(variations):
        later += [None, _Visit(child, serial, after, block=True, choice=True)]
    return later


def _tail(node: Node[Position, Move], losses: Losses, place: str) -> list[str]:
    """Return the result and the comments after the variations of a node."""
    late = [comment.text for comment in node.comments if comment.after > len(node.moves)]
    result = [node.result] if node.result in RESULTS else []
    return [*result, *(comment_text(text, losses, place) for text in late)] if node.children else []


def _early(node: Node[Position, Move], comments: list[Comment], *, is_tailed: bool) -> list[Comment]:
    """Return the comments that are not written after the variations of a node."""
    return [comment for comment in comments if not is_tailed or comment.after <= len(node.moves)]


def _start_action(visit: _Visit, page: Page) -> None:
    """The turn serial: with its letter where there is a choice, `/` for Black's answer to White's action."""
    number, player = visit.serial
    if visit.block:
        page.open(f"({visit.serial}.")
    elif visit.choice or (player == "b" and not page.in_turn):
        page.line(f"{visit.serial}.")
    elif player == "b":
        page.add("/")
    else:
        page.line(f"{number}.")
    page.in_turn = player == "w"


def _ending(node: Node[Position, Move], losses: Losses, place: str, *, is_tailed: bool) -> list[list[str]]:
    """Return the result as the last token group of an action, unless variations are written before it."""
    if node.result and node.result not in RESULTS:
        losses.add("results", "a result is left out: the notation has no sign for it", place)
    return [[node.result]] if node.result in RESULTS and not is_tailed else []


def _placed(
    node: Node[Position, Move], played: MarkedAction | None, losses: Losses, place: str
) -> list[Comment]:
    """The comments of an action. Where moves change places, those between them go to the end (4.8)."""
    if played is None or not played.reordered:
        return node.comments
    lose_order(played, losses, place)
    last = next((move.evaluation for move in reversed(played.moves) if move.evaluation), "")
    if last != node.evaluation:
        losses.add("evaluation-place", "of several marks such as ! on an action, another is the last", place)
    count = len(node.moves)
    if any(0 < comment.after < count for comment in node.comments):
        losses.add("comment-place", "comments between moves went to the end of the action", place)
    return [
        comment if comment.after == 0 or comment.after > count else Comment(comment.text, count)
        for comment in node.comments
    ]


def _lose_duplicates(
    children: list[Node[Position, Move]], position: Position | None, losses: Losses, place: str
) -> None:
    """Continuations that differ only in the order of moves are one to every reader (5.1)."""
    if position is None:
        return
    actions = [child.action for child in children]
    known = [position.canonical(action) for action in actions if action is not None]
    repeated = len(known) - len(set(known))
    losses.add("duplicates", "a variation reaches the same position as another", place, count=repeated)
