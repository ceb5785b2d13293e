"""Main line, action by action, for writers of notations that contain little besides moves.

Everything that the notation cannot express is added to the losses. Comments and lines of text have one
layout in all dialects.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from hyperchess.game import RESULTS, Comment, Game, Node, Serial
from hyperchess.multiverse import Move, Position
from hyperchess.notation.text5d.marked_moves import MarkedAction, MarkedMove, mark_action
from hyperchess.notation.text5d.spelling import WIDEST
from hyperchess.notation.writing import Losses

__all__ = [
    "WrittenAction",
    "action_tokens",
    "comment_text",
    "fill",
    "lose_files",
    "lose_node",
    "lose_order",
    "lose_pieces",
    "lose_promotion",
    "lose_results",
    "lose_variations",
    "next_serial",
    "written_actions",
]


_BRACE = re.compile(r"[{}]")


def comment_text(text: str, losses: Losses, place: str, *, nested: bool = True) -> str:
    """Format a comment in braces. Unbalanced braces inside become parentheses.

    `nested=False` is for dialects whose comments allow no braces.

    >>> comment_text("a {b} c} {", Losses(), "1w")
    '{a {b} c) (}'
    """
    braces = list(_BRACE.finditer(text))
    wrong = _unbalanced(braces) if nested else [brace.start() for brace in braces]
    if wrong:
        losses.add("comment-braces", "braces in a comment became parentheses", place)
        letters = list(text)
        for index in wrong:
            letters[index] = "(" if text[index] == "{" else ")"
        text = "".join(letters)
    return f"{{{text}}}"


def _unbalanced(braces: Sequence[re.Match[str]]) -> list[int]:
    opened: list[int] = []
    wrong = []
    for brace in braces:
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            opened.pop()
        else:
            wrong.append(brace.start())
    return wrong + opened


def action_tokens(
    moves: Sequence[Sequence[str]],
    comments: Iterable[Comment],
    losses: Losses,
    place: str,
    *,
    nested: bool = True,
) -> list[str]:
    """Return the tokens of an action: moves with their hints, and comments at their places."""
    gaps: list[list[str]] = [[] for _ in range(len(moves) + 1)]
    for comment in comments:
        gap = min(max(comment.after, 0), len(moves))
        gaps[gap].append(comment_text(comment.text, losses, place, nested=nested))
    tokens = gaps[0]
    for move, gap_after in zip(moves, gaps[1:], strict=True):
        tokens += [*move, *gap_after]
    return tokens


def fill(tokens: Iterable[str], width: int | None) -> str:
    """Join tokens with blanks into lines of at most `width` characters where the tokens allow it.

    >>> fill(["1.", "(0T1)e4", "/", "(0T1)e5"], 12)
    '1. (0T1)e4 /\\n(0T1)e5'
    """
    parts: list[str] = []
    column = 0
    for token in tokens:
        if not parts:
            parts.append(token)
        elif width is not None and column + 1 + _first_line(token) > width:
            parts += ["\n", token]
            column = 0
        else:
            parts += [" ", token]
            column += 1
        column = column + len(token) if "\n" not in token else len(token) - token.rindex("\n") - 1
    return "".join(parts)


def _first_line(token: str) -> int:
    end = token.find("\n")
    return len(token) if end < 0 else end


class WrittenAction(NamedTuple):
    """An action: its number and player, its node, the position before it, and its marked moves."""

    serial: Serial
    node: Node[Position, Move]
    position: Position
    action: MarkedAction

    @property
    def is_white(self) -> bool:
        """True if it is White's action."""
        return self.serial.player == "w"


def next_serial(serial: Serial) -> Serial:
    """Return the number of the next action.

    >>> str(next_serial(Serial(7, "w"))), str(next_serial(Serial(7, "b")))
    ('7b', '8w')
    """
    return Serial(serial.number, "b") if serial.player == "w" else Serial(serial.number + 1, "w")


def written_actions(
    game: Game[Position, Move],
    losses: Losses,
    *,
    holds: Collection[str] = (),
    checks: bool = True,
    standard: bool = True,
) -> Iterator[WrittenAction]:
    """Yield the actions of the main line as far as they can be replayed.

    `holds` lists what the notation can express of `comments`, `evaluations`, `results` and `variations`; the
    rest is lost. `checks`: compute check marks, which cost a search. `standard`: put the moves in standard
    order.
    """
    position = game.start
    inside = [kind for kind in holds if kind != "results"]  # a result belongs to the end of the game
    if "variations" not in holds:
        lose_variations(game, losses)
    lose_node(game.root, losses, "", inside if game.main_line else holds)
    for serial, node in zip(game.serials(), game.main_line, strict=False):
        action = mark_action(position, node, marks="rules", checks=checks, standard=standard)
        if position is None or action is None:
            message = "moves are left out: they, or moves before them, could not be resolved"
            losses.add("unresolved", message, str(serial))
            return
        lose_node(node, losses, str(serial), holds if node.continuation is None else inside)
        lose_order(action, losses, str(serial))
        yield WrittenAction(serial, node, position, action)
        position = action.after


def lose_node(node: Node[Position, Move], losses: Losses, place: str, holds: Collection[str] = ()) -> None:
    """Record the loss of everything in a node besides its moves."""
    if "comments" not in holds:
        losses.add("comments", "a comment is left out", place, count=len(node.comments))
    if "evaluations" not in holds:
        count = sum(1 for written in node.moves if written.evaluation)
        losses.add("evaluations", "a mark such as ! or ? is left out", place, count=count)
    losses.add_nags(node.moves, place)
    if "results" not in holds:
        losses.add("results", "a result is left out", place, count=bool(node.result))


def lose_order(action: MarkedAction, losses: Losses, place: str) -> None:
    """Record that the moves of an action are not in the order of the game."""
    losses.add("move-order", "the moves of an action are in standard order", place, count=action.reordered)


def lose_pieces(marked: MarkedMove, letters: str, losses: Losses, place: str) -> None:
    """Record a piece for which the notation has no letter; the 5DPGN letter is written."""
    for letter in (marked.letter, marked.move.promotion):
        if letter and letter not in letters:
            message = f"the notation has no letter {letter}; it is written anyway"
            losses.add("pieces", message, place)


def lose_promotion(marked: MarkedMove, losses: Losses, place: str) -> None:
    """Record a promotion in a notation without promotions; it is written as in 5DPGN."""
    if marked.move.promotion:
        losses.add("promotions", "the notation has no promotions; they are written as in 5DPGN", place)


def lose_variations(game: Game[Position, Move], losses: Losses) -> None:
    """Record the variations of the main line as lost."""
    message = "a variation is left out: the text has one line of play"
    for serial, node in zip(game.serials(), (game.root, *game.main_line), strict=False):
        losses.add("variations", message, str(serial), count=len(node.variations))


def lose_results(game: Game[Position, Move], losses: Losses) -> None:
    """Record the results of the main line that are not at its end or cannot be written."""
    for serial, node in zip(game.serials(), game.main_line, strict=False):
        if node.result and node.result not in RESULTS:
            losses.add("results", "a result is left out: the notation has no sign for it", str(serial))


def lose_files(game: Game[Position, Move], losses: Losses) -> None:
    """Record boards that have a file with the letter of the capture mark or a later one."""
    if game.start is not None and game.start.width > WIDEST:
        losses.add("files", "the notation has no letter for files after w; x, y and z are written")
