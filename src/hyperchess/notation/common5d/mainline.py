"""The main line, action by action, for writers of notations that hold little beside moves.

What such a notation does not hold is noted as lost on the way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from hyperchess.game import Game, Node
from hyperchess.multiverse import Move, Position
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import check_option
from hyperchess.notation.pgn5d.writers.headers import Dialect, Head, head_text, make_head
from hyperchess.notation.pgn5d.writers.mainline import lose_variations
from hyperchess.notation.pgn5d.writers.marks import MarkedAction, MarkedMove, mark_action
from hyperchess.notation.pgn5d.writers.serial import Serial, first_serial

__all__ = [
    "StartHeaders",
    "Told",
    "lose_node",
    "lose_pieces",
    "lose_promotion",
    "start_head",
    "tell",
    "with_result",
]

StartHeaders = Literal["start", "none"]
_START_KEYS = ("Board", "Size", "Timeline", "InitialMultiverses", "Promotions")


class Told(NamedTuple):
    """One action: its number and player, its node, the position before it, and its moves with their marks."""

    serial: Serial
    node: Node[Position, Move]
    position: Position
    action: MarkedAction


def tell(
    game: Game[Position, Move],
    losses: Losses,
    *,
    holds: Collection[str] = (),
    checks: bool = True,
    standard: bool = True,
) -> Iterator[Told]:
    """The actions of the main line as far as they can be followed.

    `holds` names what the notation can write of `comments`, `evaluations`, `results` and `variations`; the
    rest is lost. `checks` says whether check marks are wanted: they cost a search. `standard` puts the moves
    in standard order.
    """
    serial = first_serial(game)
    position = game.start
    inside = [kind for kind in holds if kind != "results"]  # a result has its place at the end of the game
    if "variations" not in holds:
        lose_variations(game, losses)
    lose_node(game.root, losses, "", inside if game.main_line else holds)
    for node in game.main_line:
        action = mark_action(position, node, marks="rules", checks=checks, standard=standard)
        if position is None or action is None:
            message = "moves are left out: they, or moves before them, could not be resolved"
            losses.add("unresolved", message, str(serial))
            return
        lose_node(node, losses, str(serial), inside if node.children else holds)
        yield Told(serial, node, position, action)
        position = action.after
        serial = serial.next


def lose_node(node: Node[Position, Move], losses: Losses, place: str, holds: Collection[str] = ()) -> None:
    """Note what a node holds beside its moves."""
    if "comments" not in holds:
        losses.add("comments", "a comment is left out", place, count=len(node.comments))
    if "evaluations" not in holds:
        count = sum(1 for written in node.moves if written.evaluation)
        losses.add("evaluations", "a mark such as ! or ? is left out", place, count=count)
    if "results" not in holds:
        losses.add("results", "a result is left out", place, count=bool(node.result))


def lose_pieces(marked: MarkedMove, letters: str, losses: Losses, place: str) -> None:
    """Note a piece for which the notation has no letter; the letter of 5DPGN is written."""
    for letter in (marked.letter, marked.move.promotion):
        if letter and letter not in letters:
            message = f"the notation has no letter {letter}; it is written all the same"
            losses.add("pieces", message, place)


def lose_promotion(marked: MarkedMove, losses: Losses, place: str) -> None:
    """Note a promotion in a notation that has none; it is written as in 5DPGN."""
    if marked.move.promotion:
        losses.add("promotions", "the notation has no promotions; they are written as in 5DPGN", place)


def start_head(game: Game[Position, Move], wanted: StartHeaders, losses: Losses) -> str:
    """The headers that say the start, for notations that have no headers at all.

    Without them nobody knows the start; so they are written, unless it is Standard, which readers assume.
    """
    check_option("headers", wanted, StartHeaders)
    about_start, others = make_head(game, Dialect.RAW, Losses()).parted(_START_KEYS)
    for key, _ in others.headers:
        losses.add("headers", "a header is left out", key)
    if about_start == Head((("Board", "Standard"),), ()):
        return ""
    if wanted == "none":
        losses.add("start", "the start is left out", count=bool(about_start.headers))
        return ""
    return head_text(about_start)


def with_result(head: Head, game: Game[Position, Move], losses: Losses) -> Head:
    """The head of a game whose result can only stand in a header; what the line says is added to it."""
    result = game.end.result
    headers = dict(head.headers)
    if not result or headers.get("Result") == result:
        return head
    if "Result" in headers:
        losses.add("headers", "the result of the game takes the place of the one in the headers", "Result")
    return Head(tuple((headers | {"Result": result}).items()), head.boards)
