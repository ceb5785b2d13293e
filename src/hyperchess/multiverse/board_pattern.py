"""Pattern for the contents of a board: on each square a piece, one of several pieces, or an empty square.

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

__all__ = ["NOTHING", "BoardPattern", "FoundBoard", "check_board_pattern", "list_codes"]

NOTHING = "."
"""The letter for an empty square."""


class BoardPattern(NamedTuple):
    """A pattern for boards of one size.

    `squares` pairs the number of a square (as in `Board.cells`) with the letters allowed on it. Whether a
    piece has moved is ignored.
    """

    width: int
    height: int
    squares: tuple[tuple[int, frozenset[str]], ...]

    def fits(self, board: Board) -> bool:
        """Return whether a board has the size of the pattern and fits it on every square."""
        return (self.width, self.height) == (board.width, board.height) and all(
            board.cells[square] in list_codes(letters) for square, letters in self.squares
        )


class FoundBoard(NamedTuple):
    """A matching board: the ply after which it exists, the row of its timeline, its half-turn."""

    ply: int
    row: int
    time: int


def check_board_pattern(pattern: object) -> None:
    """Raise `InvalidArgument` unless `pattern` is a pattern whose squares are on the board."""
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
def list_codes(letters: frozenset[str]) -> frozenset[int]:
    """Return the board cell bytes for a set of pattern letters."""
    pieces = frozenset(code for code, piece in PIECE_OF_CODE.items() if piece.text.rstrip("*") in letters)
    return pieces | {EMPTY} if NOTHING in letters else pieces
