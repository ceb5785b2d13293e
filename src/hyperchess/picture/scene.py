"""Picture as data: shapes with semantic classes, back to front. The theme defines their appearance.

>>> scene = Scene(20, 10, "two squares", (Rect(0, 0, 10, 10, "light"), Group((Rect(10, 0, 10, 10, "dark"),))))
>>> scene.count(), scene.symbols()
(2, ())
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

__all__ = [
    "Circle",
    "Group",
    "Path",
    "Point",
    "Rect",
    "Scene",
    "Shape",
    "Text",
    "Use",
    "box",
    "number",
    "polygon",
]

Anchor = Literal["start", "middle", "end"]


class Point(NamedTuple):
    """A point of the picture; y grows downwards."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, with rounded corners if there is a radius."""

    x: float
    y: float
    width: float
    height: float
    kind: str
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around a point."""

    x: float
    y: float
    radius: float
    kind: str


@dataclass(frozen=True, slots=True)
class Path:
    """A line or an area in SVG path syntax; `width` overrides the theme's stroke width."""

    data: str
    kind: str
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; y is its baseline."""

    x: float
    y: float
    text: str
    kind: str
    size: float
    anchor: Anchor = "middle"


@dataclass(frozen=True, slots=True)
class Use:
    """A piece (a symbol of `pieces.py`) in a square box; `kind` names its owner."""

    symbol: str
    x: float
    y: float
    size: float
    kind: str


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together, translated to a point; `title` is a description for viewers."""

    shapes: tuple[Shape, ...]
    kind: str = ""
    x: float = 0
    y: float = 0
    title: str = ""


Shape: TypeAlias = Rect | Circle | Path | Text | Use | Group


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: its size, a description in words, and its shapes from back to front."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]

    def walk(self) -> Iterator[Shape]:
        """Yield all shapes, including those in groups."""
        return _walk(self.shapes)

    def count(self) -> int:
        """Return the number of shapes."""
        return sum(1 for _ in self.walk())

    def symbols(self) -> tuple[str, ...]:
        """Return the names of the pieces used, each once, sorted."""
        return tuple(sorted({shape.symbol for shape in self.walk() if isinstance(shape, Use)}))


def _walk(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _walk(shape.shapes)
        else:
            yield shape


@lru_cache(maxsize=8_192)
def number(value: float) -> str:
    """Format a coordinate with at most two decimals, deterministically.

    >>> number(3.0), number(-0.001), number(2 / 3)
    ('3', '0', '0.67')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """Return the path around some points.

    >>> polygon([(0, 0), (1, 0), (0.5, 1)])
    'M0 0L1 0L0.5 1Z'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def box(x: float, y: float, width: float, height: float) -> str:
    """Return the path around a rectangle.

    >>> box(1, 2, 3, 4)
    'M1 2h3v4h-3z'
    """
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h-{number(width)}z"
