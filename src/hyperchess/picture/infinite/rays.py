"""Legal moves of one piece on an infinite board: dots, rings for captures, and rays."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, hypot

from hyperchess.errors import HyperchessError
from hyperchess.infinite import Position, Ray, Square
from hyperchess.picture.infinite.viewport import View
from hyperchess.picture.marks import dot, ring
from hyperchess.picture.scene import Path, Point, Shape, polygon

__all__ = ["choices"]


def choices(position: Position, view: View, source: Square) -> Iterator[Shape]:
    """Yield the marks for the moves of the piece on a square."""
    if source not in position.pieces():
        raise HyperchessError(f"no piece stands on {source}")
    moves = position.moves()
    rays = [ray for ray in moves.rays if ray.source == source]
    targets = [move.target for move in moves.points if move.source == source]
    if view.window.holds(source):
        yield from (_line(view, ray) for ray in rays)
    for ray in rays:
        targets.extend(ray.within(*view.window))
    for target in dict.fromkeys(targets):
        if view.window.holds(target):
            center = view.center(target)
            if target in position.pieces():
                yield from ring(center, view.square)
            else:
                yield dot(center, view.square * 0.8)


def _line(view: View, ray: Ray) -> Path:
    """Return a tapering line along a ray: to its last square, or to the edge if it continues."""
    center = view.center(ray.source)
    steps = ray.steps_within(*view.window)
    goes_on = ray.last is None or ray.last >= steps.stop
    far = ray.target(max(steps.stop, 1)) if goes_on else ray.target(steps.stop - 1)
    end = view.towards(ray.source, far)
    length = dist(center, end) or 1.0
    share = min(0.9, 0.45 * view.square / length)  # does not cover the piece itself
    begin = Point(center.x + (end.x - center.x) * share, center.y + (end.y - center.y) * share)
    return Path(_taper(begin, end, view.square * 0.12, 0.4 if goes_on else view.square * 0.08), "dot-choice")


def _taper(begin: Point, end: Point, wide: float, thin: float) -> str:
    dx, dy = end.x - begin.x, end.y - begin.y
    norm = hypot(dx, dy) or 1.0
    ux, uy = -dy / norm / 2, dx / norm / 2
    return polygon(
        [
            (begin.x + ux * wide, begin.y + uy * wide),
            (end.x + ux * thin, end.y + uy * thin),
            (end.x - ux * thin, end.y - uy * thin),
            (begin.x - ux * wide, begin.y - uy * wide),
        ]
    )
