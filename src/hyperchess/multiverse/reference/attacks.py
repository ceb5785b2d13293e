"""Attacks on royals across the multiverse, and on squares of one board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import NamedTuple

from hyperchess.multiverse.coordinates import MAX_RANKS, Color
from hyperchess.multiverse.pieces import EMPTY, Step
from hyperchess.multiverse.reference.geometry import (
    KIND_OF_CODE,
    ROYAL_CODES,
    Plane,
    attackers_along,
    piece_color,
    slide_lanes,
)
from hyperchess.multiverse.reference.grid import At, Boards, Cell

__all__ = ["Attack", "attacks_from", "attacks_on_royals", "is_attacked"]


class Attack(NamedTuple):
    """A piece that could capture a royal, the step along which it captures, and the number of repetitions."""

    attacker: Cell
    royal: Cell
    step: Step
    distance: int

    def path(self, width: int) -> tuple[Cell, ...]:
        """Return the empty squares between attacker and royal."""
        row, time, square = self.attacker
        rows, turns, files, ranks = self.step
        flat = ranks * width + files
        return tuple(
            Cell(row + n * rows, time + 2 * n * turns, square + n * flat) for n in range(1, self.distance)
        )


def attacks_on_royals(boards: Boards, plane: Plane, attacking: Iterable[At], by: Color) -> Iterator[Attack]:
    """Yield all captures of the other player's royals by the pieces of `by` on the given boards."""
    for at in attacking:
        yield from attacks_from(boards, plane, at, by)


def attacks_from(boards: Boards, plane: Plane, at: At, by: Color) -> Iterator[Attack]:
    """Yield all captures of the other player's royals by the pieces of `by` on one board."""
    royals = ROYAL_CODES[1 - by]
    rays = plane.rays
    row, time = at
    reached: dict[tuple[int, int], list[bytes]] = {}
    for square, code in enumerate(boards[at]):
        if code == EMPTY or piece_color(code) != by:
            continue
        kind = KIND_OF_CODE[code]
        for lane, flat_steps in slide_lanes(kind, by):
            if lane not in reached:
                reached[lane] = _boards_along(boards, at, lane)
            along = reached[lane]
            if not along:
                continue
            for flat in flat_steps:
                squares = rays[flat][square] if flat != (0, 0) else repeat(square)
                for distance, (cells, to_square) in enumerate(zip(along, squares, strict=False), 1):
                    hit = cells[to_square]
                    if hit in royals:
                        royal = Cell(row + distance * lane[0], time + 2 * distance * lane[1], to_square)
                        yield Attack(Cell(row, time, square), royal, Step(*lane, *flat), distance)
                    if hit != EMPTY or not kind.rides:
                        break


def _boards_along(boards: Boards, at: At, lane: tuple[int, int]) -> list[bytes]:
    """Return the boards along a lane, nearest first; for the zero lane, the same board repeatedly."""
    row, time = at
    rows, turns = lane
    if rows == turns == 0:
        return [boards[at]] * MAX_RANKS
    along = []
    while (cells := boards.get((row := row + rows, time := time + 2 * turns))) is not None:
        along.append(cells)
    return along


def is_attacked(plane: Plane, cells: bytes, square: int, by: Color) -> bool:
    """Return whether a piece on the same board could capture on a square."""
    for (file, rank), rays in plane.rays.items():
        for distance, origin in enumerate(rays[square], start=1):
            code = cells[origin]
            if code != EMPTY:
                step = Step(0, 0, -file, -rank)
                if code in attackers_along(step, distance, by):
                    return True
                break
            if abs(file) == 2 or abs(rank) == 2:
                break
    return False
