"""Pawns and brawns: advances in rank and across timelines, captures, en passant, promotion."""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.multiverse.coordinates import Color
from hyperchess.multiverse.pieces import EMPTY, PIECES, UNMOVED, Piece
from hyperchess.multiverse.reference.geometry import KIND_OF_CODE, PAWN_CODES, capture_steps, piece_color
from hyperchess.multiverse.reference.grid import Cell, Grid, Shift

__all__ = ["en_passant_victim", "pawn_shifts"]


def pawn_shifts(grid: Grid, source: Cell, code: int) -> Iterator[Shift]:
    """Yield all moves of a pawn or brawn."""
    color = Color(piece_color(code))
    for target in _advances(grid, source, code, color):
        yield from _with_promotions(grid, source, target, color, jump_promotes=False)
    # Branched 5DPGN 4.5: a pawn cannot promote by a jump, but a brawn can, by a capture.
    jump_promotes = KIND_OF_CODE[code].letter == "W"
    for target in _captures(grid, source, code, color):
        yield from _with_promotions(grid, source, target, color, jump_promotes=jump_promotes)


def _advances(grid: Grid, source: Cell, code: int, color: Color) -> Iterator[Cell]:
    """Yield one step forward in rank or in timelines to an empty square, or two while unmoved."""
    for step in KIND_OF_CODE[code].advances:
        forward = step.seen_by(color)
        cell = source
        for _ in range(2 if code & UNMOVED else 1):
            to_square = _along(grid, cell.square, forward.file, forward.rank)
            cells = grid.boards.get((cell.row + forward.timeline, cell.time))
            if to_square is None or cells is None or cells[to_square] != EMPTY:
                break
            cell = Cell(cell.row + forward.timeline, cell.time, to_square)
            yield cell


def _captures(grid: Grid, source: Cell, code: int, color: Color) -> Iterator[Cell]:
    for step in capture_steps(KIND_OF_CODE[code], color):
        to_square = _along(grid, source.square, step.file, step.rank)
        cells = grid.boards.get((source.row + step.timeline, source.time + 2 * step.turn))
        if to_square is None or cells is None:
            continue
        target = Cell(source.row + step.timeline, source.time + 2 * step.turn, to_square)
        if cells[to_square] == EMPTY:
            if en_passant_victim(grid, source, target) is not None:
                yield target
        elif piece_color(cells[to_square]) != color:
            yield target


def en_passant_victim(grid: Grid, source: Cell, target: Cell) -> int | None:
    """Return the square of the pawn captured en passant by this move to an empty square, or `None`.

    Both pawns are on one board: the victim is next to the capturer, and one turn earlier on the same timeline
    it was unmoved two squares further on, and its present square was empty.
    """
    width = grid.plane.width
    file_step = target.square % width - source.square % width
    rank_step = target.square // width - source.square // width
    earlier = grid.boards.get((source.row, source.time - 2))
    if source.at != target.at or abs(file_step) != 1 or abs(rank_step) != 1 or earlier is None:
        return None
    victim = source.square + file_step
    origin = target.square + rank_step * width
    cells = grid.boards[source.at]
    if not 0 <= origin < len(cells):
        return None
    foes = PAWN_CODES[1 - piece_color(cells[source.square])]
    stands_there = cells[victim] in foes and not cells[victim] & UNMOVED and cells[origin] == EMPTY
    came_there = earlier[origin] in foes and earlier[origin] & UNMOVED and earlier[victim] == EMPTY
    return victim if stands_there and came_there else None


def _with_promotions(
    grid: Grid, source: Cell, target: Cell, color: Color, *, jump_promotes: bool
) -> Iterator[Shift]:
    """Yield the move, once for every promotion choice if the pawn has to promote."""
    last_rank = 0 if color else grid.plane.height - 1
    promotes = target.square // grid.plane.width == last_rank
    if promotes and (source.at == target.at or jump_promotes) and grid.promotions:
        for letter in grid.promotions:
            yield Shift(source, target, Piece(PIECES[letter], color).code)
    else:
        yield Shift(source, target)


def _along(grid: Grid, square: int, file_step: int, rank_step: int) -> int | None:
    """Return the square one step away, or `None` beyond the edge."""
    if file_step == rank_step == 0:
        return square
    ray = grid.plane.rays[file_step, rank_step][square]
    return ray[0] if ray else None
