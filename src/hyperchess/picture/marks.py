"""Marks on squares: arrows, tinted squares, dots and rings; and the values with which users request them.

>>> Arrow("(0T1w)e2", "(0T1w)e4").color, Highlight("4,4", "red")
('green', Highlight(square='4,4', color='red'))
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin
from typing import Generic, TypeVar

from hyperchess.errors import HyperchessError
from hyperchess.picture.scene import Circle, Path, Point, Rect, Shape, number, polygon

__all__ = ["COLORS", "Arrow", "Highlight", "arrow", "dot", "fork", "ring", "tint"]

COLORS = ("green", "blue", "yellow", "red")

SquareT = TypeVar("SquareT")

_SAMPLES = 24


@dataclass(frozen=True, slots=True)
class Highlight(Generic[SquareT]):
    """A square to mark: a square of the game, or its text."""

    square: SquareT
    color: str = "green"

    def __post_init__(self) -> None:
        _check_color(self.color)


@dataclass(frozen=True, slots=True)
class Arrow(Generic[SquareT]):
    """An arrow from one square to another; an endless one continues beyond it (infinite chess)."""

    source: SquareT
    target: SquareT
    color: str = "green"
    endless: bool = False

    def __post_init__(self) -> None:
        _check_color(self.color)


def _check_color(color: str) -> None:
    if color not in COLORS:
        raise HyperchessError(f"a mark can be {', '.join(COLORS)}, not {color!r}")


def arrow(
    source: Point, target: Point, mark: str, *, width: float, bend: float = 0.0, inset: float = 0.0
) -> Path:
    """Return an arrow as one filled path.

    `bend` is its curvature to the left, as a fraction of its length; `inset` is its distance from the two
    points, so that it does not cover what is there.
    """
    dx, dy = target.x - source.x, target.y - source.y
    length = hypot(dx, dy) or 1.0
    inset = min(inset, length / 4)
    source, target = _moved(source, dx, dy, inset / length), _moved(target, dx, dy, -inset / length)
    dx, dy, length = target.x - source.x, target.y - source.y, length - 2 * inset
    middle = Point(
        (source.x + target.x) / 2 + dy * bend,
        (source.y + target.y) / 2 - dx * bend,
    )
    head = min(3.2 * width, 0.6 * length)
    angle = atan2(target.y - middle.y, target.x - middle.x)
    neck = Point(target.x - head * cos(angle), target.y - head * sin(angle))
    left, right = [], []
    for step in range(_SAMPLES + 1 if bend else 2):
        t = step / (_SAMPLES if bend else 1)
        x = (1 - t) ** 2 * source.x + 2 * t * (1 - t) * middle.x + t * t * neck.x
        y = (1 - t) ** 2 * source.y + 2 * t * (1 - t) * middle.y + t * t * neck.y
        way_x = 2 * (1 - t) * (middle.x - source.x) + 2 * t * (neck.x - middle.x)
        way_y = 2 * (1 - t) * (middle.y - source.y) + 2 * t * (neck.y - middle.y)
        norm = hypot(way_x, way_y) or 1.0
        half = width / 2 * (0.55 + 0.45 * t)
        left.append((x - way_y / norm * half, y + way_x / norm * half))
        right.append((x + way_y / norm * half, y - way_x / norm * half))
    wings = [
        (neck.x + 0.5 * head * cos(angle + turn), neck.y + 0.5 * head * sin(angle + turn))
        for turn in (pi / 2, -pi / 2)
    ]
    return Path(polygon([*left, wings[0], target, wings[1], *reversed(right)]), f"arrow-{mark}")


def _moved(point: Point, dx: float, dy: float, share: float) -> Point:
    return Point(point.x + dx * share, point.y + dy * share)


def tint(x: float, y: float, side: float, mark: str) -> tuple[Shape, ...]:
    """Return a tinted square with an outline inside: a circle around a royal in check, else a square."""
    inset = min(3.0, side / 8)
    ground = Rect(x, y, side, side, f"tint-{mark}")
    if mark == "check":
        return (ground, *ring(Point(x + side / 2, y + side / 2), side, mark))
    inner = (x + inset, y + inset, side - 2 * inset, side - 2 * inset)
    return (ground, Rect(*inner, f"outer-{mark}", 2), Rect(*inner, f"inner-{mark}", 2))


def dot(center: Point, side: float, mark: str = "choice") -> Circle:
    """Return the mark of a legal target."""
    return Circle(center.x, center.y, 0.16 * side, f"dot-{mark}")


def ring(center: Point, side: float, mark: str = "choice") -> tuple[Shape, ...]:
    """Return the mark of a legal target with a capture."""
    radius = 0.43 * side
    return (
        Circle(center.x, center.y, radius, f"outer-{mark}"),
        Circle(center.x, center.y, radius, f"inner-{mark}"),
    )


def fork(center: Point, side: float, mark: str = "choice") -> Path:
    """Return the mark next to a target that would create a new timeline."""
    x, y, size = center.x + 0.2 * side, center.y - 0.42 * side, 0.22 * side
    points = [(x, y + size), (x + size / 2, y + size / 2), (x + size, y), (x + size, y + size)]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    data = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}L{number(cx)} {number(cy)}"
    return Path(
        f"{data}M{number(bx)} {number(by)}L{number(dx)} {number(dy)}", f"ray-{mark}", max(1.0, side / 14)
    )
