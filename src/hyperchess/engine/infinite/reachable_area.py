"""Reachable area of a bare royal piece, computed with the Python rules.

Pieces are given by their offsets from the royal piece, which is at 0,0. The squares around it are the bits of
a number, row by row, with padding columns between rows so that leaps do not wrap around. The squares that the
other side attacks are marked, and a flood fill finds the rest.

>>> from hyperchess.infinite.pieces import KINDS, Color, find_piece
>>> rooks = tuple(Placed(find_piece(KINDS["r"], Color.WHITE), -30, y) for y in (2, -1))
>>> measure_reachable_area(rooks, KINDS["k"])
ReachableArea(escapes=((1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1)), area=50, is_closed=False, is_attacked=False)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hyperchess.infinite.coordinates import Square, Step
from hyperchess.infinite.pieces import ROSE_PATHS, Piece, PieceKind
from hyperchess.infinite.rays import PRIME_STEPS, Ray
from hyperchess.infinite.reference.attacks import attacks_when_alone

__all__ = ["SIZE", "Placed", "ReachableArea", "measure_reachable_area", "targets"]

_RADIUS = 12
_WIDTH = 2 * _RADIUS + 3  # two padding columns between rows
_CENTER = _RADIUS * _WIDTH + _RADIUS
_WINDOW = sum(((1 << 2 * _RADIUS + 1) - 1) << row * _WIDTH for row in range(2 * _RADIUS + 1))
_STRIP = _RADIUS + 2  # rows and columns within which slides are generated

SIZE = (2 * _RADIUS + 1) ** 2
"""The number of squares in the window."""


class Placed(NamedTuple):
    """A piece and its offset from the royal piece."""

    piece: Piece
    x: int
    y: int


class ReachableArea(NamedTuple):
    """The escapes of a bare royal piece that is to move."""

    escapes: tuple[Step, ...]  # legal steps
    area: int  # squares that it can reach within the window, its own included
    is_closed: bool  # it cannot leave the window
    is_attacked: bool


def measure_reachable_area(pieces: tuple[Placed, ...], royal: PieceKind) -> ReachableArea:
    """Return the reachable area of a leaping royal piece."""
    attacked = 0
    for placed in pieces:
        attacked |= _attacked(*placed, _in_the_way(placed, pieces))
    is_attacked = bool(attacked >> _CENTER & 1)
    free = _WINDOW & ~attacked
    escapes = tuple([step for step in royal.leaps if free >> _number(*step) & 1])
    return ReachableArea(escapes, *_flood(free, royal), is_attacked)


def targets(placed: Placed, pieces: tuple[Placed, ...]) -> tuple[Step, ...]:
    """Return the targets of a piece within the rows and columns around the royal piece."""
    return _targets(*placed, _in_the_way(placed, pieces))


def _in_the_way(placed: Placed, pieces: tuple[Placed, ...]) -> tuple[Step, ...]:
    """Return the offsets of other pieces that can block a piece's attacks."""
    piece, x, y = placed
    kind = piece.kind
    return tuple(
        [
            (other_x, other_y)
            for _, other_x, other_y in pieces
            if _attacks_when_alone(kind, (other_x - x, other_y - y))
        ]
    )


_attacks_when_alone = lru_cache(maxsize=1 << 16)(attacks_when_alone)


def _number(x: int, y: int) -> int:
    return _CENTER + y * _WIDTH + x


@lru_cache(maxsize=1 << 16)
def _attacked(piece: Piece, x: int, y: int, others: tuple[Step, ...]) -> int:
    """Return the squares of the window that a piece attacks, as bits. The royal piece does not block it."""
    mask = 0
    for end_x, end_y in _ends(piece, x, y, others):
        if abs(end_x) <= _RADIUS and abs(end_y) <= _RADIUS:
            mask |= 1 << _number(end_x, end_y)
    return mask


@lru_cache(maxsize=1 << 14)
def _targets(piece: Piece, x: int, y: int, others: tuple[Step, ...]) -> tuple[Step, ...]:
    taken = (*others, (0, 0))
    return tuple(dict.fromkeys(end for end in _ends(piece, x, y, taken) if end not in taken))


def _ends(piece: Piece, x: int, y: int, others: tuple[Step, ...]) -> Iterator[Step]:
    """Yield the squares that a piece attacks; slides only within the strips around the royal piece."""
    kind = piece.kind
    for dx, dy in kind.leaps:
        yield x + dx, y + dy
    for path in ROSE_PATHS if kind.circles else ():
        for dx, dy in path:
            yield x + dx, y + dy
            if (x + dx, y + dy) in others:
                break
    for line_x, line_y in kind.slides:
        for step in ((line_x, line_y), (-line_x, -line_y)):
            ray = Ray(Square(x, y), step, 1, None, PRIME_STEPS if kind.primes else ())
            met = (ray.steps_to(Square(*other)) for other in others)
            stops = [steps for steps in met if steps is not None and ray.allows(steps)]
            yield from _within(ray.cut(1, min(stops)) if stops else ray)


def _within(ray: Ray) -> Iterator[Step]:
    far = abs(ray.source.x) + abs(ray.source.y) + 4 * _STRIP
    if ray.step[0]:
        yield from ray.within(-_STRIP, _STRIP, -far, far)
    if ray.step[1]:
        yield from ray.within(-far, far, -_STRIP, _STRIP)


def _flood(free: int, royal: PieceKind) -> tuple[int, bool]:
    """Return the number of squares that a royal piece can reach, and whether it stays inside the window."""
    reached = 1 << _CENTER
    jumps = [_number(*step) - _CENTER for step in royal.leaps]
    jumps = [jump for jump in jumps if jump > 0]  # the others are the same, reversed
    for _ in range(_RADIUS):
        spread = reached
        for jump in jumps:
            spread |= reached << jump | reached >> jump
        spread = spread & free | reached
        if spread == reached:
            return reached.bit_count(), True
        reached = spread
    return reached.bit_count(), False
