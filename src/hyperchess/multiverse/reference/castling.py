"""Castling on boards of any width: the king moves two files, the rook lands on the crossed square."""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.multiverse.coordinates import Color
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE, PIECES, Piece
from hyperchess.multiverse.reference.attacks import is_attacked
from hyperchess.multiverse.reference.geometry import piece_color
from hyperchess.multiverse.reference.grid import Cell, Grid, Shift

__all__ = ["castling_fault", "castling_rook", "castling_shifts"]

_LEAST_DISTANCE = 3  # minimum distance of king and rook in files, so that they pass each other


def castling_shifts(grid: Grid, king: Cell) -> Iterator[Shift]:
    """Yield the castling moves of an unmoved king.

    The squares between the king and an unmoved rook of its own at least three files away must be empty; the
    squares on which the king starts, crosses and lands must not be attacked by a piece on the same board.
    """
    cells = grid.boards[king.at]
    color = piece_color(cells[king.square])
    for side in (-1, 1):
        if castling_rook(grid, king, side) is None:
            continue
        crossed = range(king.square, king.square + 3 * side, side)
        if not any(is_attacked(grid.plane, cells, square, Color(1 - color)) for square in crossed):
            yield Shift(king, king._replace(square=king.square + 2 * side))


def castling_rook(grid: Grid, king: Cell, side: int) -> int | None:
    """Return the square of the castling rook on a side; attacks are not considered."""
    cells = grid.boards[king.at]
    rook = Piece(PIECES["R"], Color(piece_color(cells[king.square])), unmoved=True).code
    ray = grid.plane.rays[side, 0][king.square]
    for distance, square in enumerate(ray, start=1):
        if cells[square] != EMPTY:
            return square if cells[square] == rook and distance >= _LEAST_DISTANCE else None
    return None


def castling_fault(grid: Grid, king: Cell, side: int) -> str:
    """Return why a king cannot castle to a side: no right, no rook, a piece between, an attacked square."""
    cells = grid.boards[king.at]
    mover = PIECE_OF_CODE[cells[king.square]]
    if not mover.unmoved:
        return "castling needs a king that has not moved"
    found = next((square for square in grid.plane.rays[side, 0][king.square] if cells[square] != EMPTY), None)
    if found is None:
        return "there is no rook to castle with on that side"
    piece = PIECE_OF_CODE[cells[found]]
    place = grid.square(king._replace(square=found)).name
    if piece.color is not mover.color or piece.kind.letter != "R":
        return f"{piece.color}'s {piece.kind.name} on {place} is in the way of castling"
    if not piece.unmoved:
        return f"castling needs a rook that has not moved, and the one on {place} has"
    if abs(found - king.square) < _LEAST_DISTANCE:
        return f"the rook on {place} is too near to castle with"
    opponent = mover.color.other
    for square in range(king.square, king.square + 3 * side, side):
        if is_attacked(grid.plane, cells, square, opponent):
            name = grid.square(king._replace(square=square)).name
            return (
                "a king in check cannot castle"
                if square == king.square
                else f"{name}, which the king crosses or reaches, is attacked"
            )
    return "castling is not possible"
