"""A picture as data: shapes with semantic classes, back to front. What a class looks like is the theme's.

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
    """A place in the picture; y grows downwards."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, with round corners if there is a radius."""

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
    """A line or an area in the path language of SVG; `width` is that of its stroke, if not the theme's."""

    data: str
    kind: str
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; y is its base line."""

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
    """Shapes that belong together, moved to a place; `title` is what a viewer may say about them."""

    shapes: tuple[Shape, ...]
    kind: str = ""
    x: float = 0
    y: float = 0
    title: str = ""


Shape: TypeAlias = Rect | Circle | Path | Text | Use | Group


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: its size, what it shows in words, and its shapes from back to front."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]

    def walk(self) -> Iterator[Shape]:
        """All shapes that are drawn, groups opened."""
        return _walk(self.shapes)

    def count(self) -> int:
        """The number of shapes."""
        return sum(1 for _ in self.walk())

    def symbols(self) -> tuple[str, ...]:
        """The names of the pieces that are used, each once, sorted."""
        return tuple(sorted({shape.symbol for shape in self.walk() if isinstance(shape, Use)}))


def _walk(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _walk(shape.shapes)
        else:
            yield shape


@lru_cache(maxsize=8_192)
def number(value: float) -> str:
    """A coordinate with at most two decimals, always written the same way.

    >>> number(3.0), number(-0.001), number(2 / 3)
    ('3', '0', '0.67')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """The path around some points.

    >>> polygon([(0, 0), (1, 0), (0.5, 1)])
    'M0 0L1 0L0.5 1Z'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def box(x: float, y: float, width: float, height: float) -> str:
    """The path around a rectangle.

    >>> box(1, 2, 3, 4)
    'M1 2h3v4h-3z'
    """
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h-{number(width)}z"
