"""Matching moves against a pattern (Branched 5DPGN 4.10)."""

from __future__ import annotations

from hyperchess.multiverse.moves import MoveKind, MovePattern
from hyperchess.multiverse.reference.geometry import KIND_OF_CODE
from hyperchess.multiverse.reference.grid import Grid, Shift

__all__ = ["classify_move", "fits_board", "matches_pattern"]


def classify_move(grid: Grid, shift: Shift) -> MoveKind:
    """Return whether a move stays on its board, hops to a playable one, or branches."""
    if shift.source.at == shift.target.at:
        return MoveKind.PHYSICAL
    return MoveKind.HOP if grid.ends[shift.target.row] == shift.target.time else MoveKind.BRANCH


def fits_board(grid: Grid, pattern: MovePattern, row: int, time: int) -> bool:
    """Return whether moves from a board can fit at all."""
    return (pattern.timeline is None or grid.row(pattern.timeline) == row) and (
        pattern.turn is None or pattern.turn == time >> 1
    )


def matches_pattern(grid: Grid, pattern: MovePattern, shift: Shift) -> bool:
    """Return whether the move agrees with every part that the pattern states."""
    source, target = shift.source, shift.target
    rank, file = divmod(source.square, grid.plane.width)
    to_rank, to_file = divmod(target.square, grid.plane.width)
    letter = KIND_OF_CODE[grid.boards[source.at][source.square]].letter
    promotion = chr(shift.promotion).upper() if shift.promotion else ""
    physical = source.at == target.at
    castling = to_file - file if letter == "K" and physical and abs(to_file - file) == 2 else 0
    stated = (
        (pattern.piece, letter),
        (pattern.file, file),
        (pattern.rank, rank),
        (pattern.to_turn, target.time >> 1),
        (pattern.to_file, to_file),
        (pattern.to_rank, to_rank),
        (pattern.promotion, promotion),
        (pattern.castling, castling // 2),
    )
    return (
        all(wanted is None or wanted == actual for wanted, actual in stated)
        and (pattern.to_timeline is None or grid.row(pattern.to_timeline) == target.row)
        and (pattern.kind is None or pattern.kind is classify_move(grid, shift))
    )
