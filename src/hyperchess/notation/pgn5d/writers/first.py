"""The first edition of Shad's 5DPGN."""

from __future__ import annotations

from collections.abc import Callable

from hyperchess.game import Game
from hyperchess.multiverse.coordinates import BoardAt
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.position import Position
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import Marks, check_option
from hyperchess.notation.pgn5d.writers.turns import write_turns
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.marks import MarkedMove
from hyperchess.notation.text5d.spelling import castles_by_sign, shad_move
from hyperchess.notation.text5d.writing.headers import head_text, make_head, row_name
from hyperchess.notation.text5d.writing.mainline import lose_files
from hyperchess.notation.writing import Written

__all__ = ["write_first"]

_LATER_PIECES = "WCYS"


def write_first(game: Game[Position, Move], *, marks: Marks = "rules") -> Written:
    """Write the main line as the first edition of 5DPGN.

    Every move names its board, every branching jump the timeline it creates. Features of the current edition
    (further pieces, promotions, turn zero, 5DFEN) are written as there and reported as losses. The two middle
    timelines of an even start are called -1 and 0.
    """
    check_option("marks", marks, Marks)
    losses = Losses()
    made_head = make_head(game, Dialect.FIRST, losses)
    if made_head.boards:
        losses.add("start", "the first edition has no 5DFEN; the boards are written as in the current one")
    even = game.start is not None and game.start.even
    if even:
        losses.add("timelines", "the timelines -0 and +0 are written as -1 and 0, lower ones one lower")
    lose_files(game, losses)
    board = _board_namer(even)
    signs = castles_by_sign(game.start)

    def spell(marked: MarkedMove, place: str) -> list[str]:
        _lose(marked, losses, place)
        text = shad_move(marked, signs=signs, name_board=True, board=board)
        made = marked.effect.new_timeline
        new = f"(+L{row_name(made, even=even)})" if made is not None else ""
        present = "~" if marked.moves_present else ""
        return [f"{text}{_check(marked)}{present}{new}{marked.evaluation}", *marked.nags]

    turns = write_turns(game, spell, losses, marks=marks, nested=False)
    return Written(head_text(made_head) + turns, losses.listed())


def _board_namer(even: bool) -> Callable[[BoardAt], str]:
    def name(at: BoardAt) -> str:
        return f"({row_name(at.timeline, even=even)}T{at.turn})"

    return name


def _check(marked: MarkedMove) -> str:
    """The mark of the move; a softmate is a check, if the moved piece gives it."""
    if marked.check != "*":
        return marked.check
    return "+" if marked.effect.checks else ""


def _lose(marked: MarkedMove, losses: Losses, place: str) -> None:
    move = marked.move
    if marked.check == "*":
        losses.add("softmate", "the first edition has no mark for a softmate", place)
    if marked.letter in _LATER_PIECES or (move.promotion and move.promotion in _LATER_PIECES):
        losses.add("pieces", "the first edition has no letters W, C, Y and S", place)
    if move.promotion:
        losses.add("promotions", "the first edition does not describe promotions", place)
    if min(move.source.turn, move.target.turn) < 1:
        losses.add("turn-zero", "the first edition counts turns from 1", place)
