"""What stands on some squares of a board: pieces, any of several, or nothing.

>>> from hyperchess.multiverse import start
>>> pattern = BoardPattern(8, 8, ((4, frozenset("Kk")), (28, frozenset("."))))
>>> pattern.fits(start("Standard").boards[0])
True
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from hyperchess.multiverse.board import Board
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE
from hyperchess.validation import check_instance, check_integer, invalid_argument

__all__ = ["NOTHING", "BoardPattern", "FoundBoard", "check_board_pattern", "codes_of"]

NOTHING = "."
"""The letter for an empty square."""


class BoardPattern(NamedTuple):
    """A pattern for boards of one size.

    `squares` holds the numbers of squares (as in `Board.cells`) and the letters of which one stands there.
    Whether a piece has moved does not count.
    """

    width: int
    height: int
    squares: tuple[tuple[int, frozenset[str]], ...]

    def fits(self, board: Board) -> bool:
        """Whether a board has the size, and what is asked for on every square."""
        return (self.width, self.height) == (board.width, board.height) and all(
            board.cells[square] in codes_of(letters) for square, letters in self.squares
        )


class FoundBoard(NamedTuple):
    """A board of a line of actions: after which ply it is there, the row of its timeline, its half-turn."""

    ply: int
    row: int
    time: int


def check_board_pattern(pattern: object) -> None:
    """`InvalidArgument` unless it is a pattern whose squares are on the board."""
    check_instance("pattern", pattern, BoardPattern)
    assert isinstance(pattern, BoardPattern)
    width, height, squares = pattern
    most = check_integer("width", width, least=1) * check_integer("height", height, least=1)
    for square in squares:
        match square:
            case (int() as number, frozenset()) if 0 <= number < most:
                continue
        raise invalid_argument("squares", f"numbers from 0 to {most - 1}, each with letters", square)


@cache
def codes_of(letters: frozenset[str]) -> frozenset[int]:
    """The bytes of boards that letters stand for."""
    pieces = frozenset(code for code, piece in PIECE_OF_CODE.items() if piece.text.rstrip("*") in letters)
    return pieces | {EMPTY} if NOTHING in letters else pieces
