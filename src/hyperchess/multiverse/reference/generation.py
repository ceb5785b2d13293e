"""Pseudo-legal moves of the pieces; checks are not considered."""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.multiverse.coordinates import Color
from hyperchess.multiverse.pieces import EMPTY, UNMOVED, PieceKind
from hyperchess.multiverse.reference.castling import castling_shifts
from hyperchess.multiverse.reference.geometry import KIND_OF_CODE, piece_color, slide_lanes
from hyperchess.multiverse.reference.grid import At, Cell, Grid, Shift
from hyperchess.multiverse.reference.pawns import pawn_shifts

__all__ = ["shifts_from", "shifts_of_piece"]


def shifts_from(grid: Grid, at: At) -> Iterator[Shift]:
    """Yield all moves of the player's pieces on one board."""
    for square, code in enumerate(grid.boards[at]):
        if code != EMPTY and piece_color(code) == grid.player:
            yield from shifts_of_piece(grid, Cell(*at, square), code)


def shifts_of_piece(grid: Grid, source: Cell, code: int) -> Iterator[Shift]:
    """Yield all moves of one piece."""
    kind = KIND_OF_CODE[code]
    if kind.is_pawn:
        yield from pawn_shifts(grid, source, code)
        return
    for target in _targets(grid, source, kind, piece_color(code)):
        yield Shift(source, target)
    if kind.letter == "K" and code & UNMOVED:
        yield from castling_shifts(grid, source)


def _targets(grid: Grid, source: Cell, kind: PieceKind, color: int) -> Iterator[Cell]:
    """Yield the target squares of a piece other than a pawn: empty squares and the opponent's pieces."""
    boards, rays = grid.boards, grid.plane.rays
    row, time, square = source
    for (rows, turns), flat_steps in slide_lanes(kind, Color(color)):
        if (row + rows, time + 2 * turns) not in boards:
            continue
        for flat in flat_steps:
            to_row, to_time = row, time
            # A line through time alone stays on its square.
            ray = iter(rays[flat][square]) if flat != (0, 0) else iter(lambda: square, -1)
            for to_square in ray:
                to_row, to_time = to_row + rows, to_time + 2 * turns
                cells = boards.get((to_row, to_time))
                if cells is None:
                    break
                code = cells[to_square]
                if code == EMPTY or piece_color(code) != color:
                    yield Cell(to_row, to_time, to_square)
                if code != EMPTY or not kind.rides:
                    break
