"""Boards after a move."""

from __future__ import annotations

from hyperchess.multiverse.pieces import EMPTY, UNMOVED
from hyperchess.multiverse.reference.castling import castling_rook
from hyperchess.multiverse.reference.geometry import KIND_OF_CODE
from hyperchess.multiverse.reference.grid import Cell, Grid, Shift
from hyperchess.multiverse.reference.pawns import en_passant_victim

__all__ = ["after_arriving", "after_leaving", "after_physical", "arriving_code"]


def arriving_code(grid: Grid, shift: Shift) -> int:
    """Return the code of the piece on the target: it has moved, and may have promoted."""
    return shift.promotion or grid.boards[shift.source.at][shift.source.square] & ~UNMOVED


def after_leaving(grid: Grid, source: Cell) -> bytes:
    """Return the board after the piece on `source` has jumped away."""
    cells = grid.boards[source.at]
    return cells[: source.square] + bytes((EMPTY,)) + cells[source.square + 1 :]


def after_arriving(grid: Grid, shift: Shift) -> bytes:
    """Return the target board of a jump with the arriving piece."""
    cells = grid.boards[shift.target.at]
    square = shift.target.square
    return cells[:square] + bytes((arriving_code(grid, shift),)) + cells[square + 1 :]


def after_physical(grid: Grid, shift: Shift) -> bytes:
    """Return the board after a move within it, including castling and en passant."""
    source, target = shift.source, shift.target
    cells = bytearray(grid.boards[source.at])
    kind = KIND_OF_CODE[cells[source.square]]
    if kind.is_pawn and cells[target.square] == EMPTY:
        victim = en_passant_victim(grid, source, target)
        if victim is not None:
            cells[victim] = EMPTY
    if kind.letter == "K" and abs(target.square - source.square) == 2 and _on_one_rank(grid, shift):
        side = 1 if target.square > source.square else -1
        rook = castling_rook(grid, source, side)
        if rook is not None:
            cells[target.square - side] = cells[rook] & ~UNMOVED
            cells[rook] = EMPTY
    cells[target.square] = arriving_code(grid, shift)
    cells[source.square] = EMPTY
    return bytes(cells)


def _on_one_rank(grid: Grid, shift: Shift) -> bool:
    width = grid.plane.width
    return shift.source.square // width == shift.target.square // width
