"""Viewport of an infinite board: the visible window, and the positions of its squares in the picture.

Coordinates may have hundreds of digits: only differences inside the window are converted to floats.

>>> from hyperchess.infinite import Square
>>> fit([Square(1, 1), Square(8, 8), Square(10**40, 3)])
Window(left=-1, right=10, bottom=-1, top=10)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from hyperchess.errors import HyperchessError
from hyperchess.infinite import Square
from hyperchess.picture.scene import Point

__all__ = ["LARGEST", "View", "Window", "fit", "round_step", "shorten_coordinate"]

LARGEST = 1_000
"""The maximum number of squares along a side of a window."""

_MARGIN = 2
_COMFORT = 70  # maximum number of squares at which pieces are still distinguishable
_CLOSE = 44  # if that is exceeded, dense groups get larger squares
_LEAST = 8
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Window(NamedTuple):
    """A part of the board, edges included."""

    left: int
    right: int
    bottom: int
    top: int

    @property
    def span(self) -> int:
        """The longer side, in squares."""
        return max(self.right - self.left, self.top - self.bottom) + 1

    def holds(self, square: Square) -> bool:
        """Return whether a square is in the window."""
        return self.left <= square.x <= self.right and self.bottom <= square.y <= self.top

    def checked(self) -> Window:
        """Return the window itself; raise an error if it cannot be drawn."""
        if self.left > self.right or self.bottom > self.top:
            raise HyperchessError("a window is (left, right, bottom, top), with left <= right, bottom <= top")
        if self.span > LARGEST:
            raise HyperchessError(f"a window has at most {LARGEST} squares from side to side")
        return self


def _around(squares: Iterable[Square]) -> Window:
    xs, ys = zip(*squares, strict=True)
    return Window(min(xs) - _MARGIN, max(xs) + _MARGIN, min(ys) - _MARGIN, max(ys) + _MARGIN)


def fit(squares: Sequence[Square]) -> Window:
    """Return a window around the pieces: all of them if that is not too large, else most of them."""
    if not squares:
        return Window(-4, 4, -4, 4)
    whole = _around(squares)
    if whole.span <= _COMFORT:
        return _grown(whole)
    near = _densest(squares, _CLOSE - 2 * _MARGIN)
    if len(near) >= 0.6 * len(squares):
        return _grown(_around(near))
    return whole if whole.span <= LARGEST else _around(_densest(squares, LARGEST - 2 * _MARGIN))


def _grown(window: Window) -> Window:
    """Return the window with a minimum side of a few squares."""
    left, right, bottom, top = window
    wide, high = max(0, _LEAST - (right - left + 1)), max(0, _LEAST - (top - bottom + 1))
    return Window(left - wide // 2, right + (wide + 1) // 2, bottom - high // 2, top + (high + 1) // 2)


def _densest(squares: Sequence[Square], span: int) -> list[Square]:
    """Return the squares in the densest window of size `span` on a grid of half windows."""
    half = span // 2
    cells = Counter((square.x // half, square.y // half) for square in squares)
    score: Counter[tuple[int, int]] = Counter()
    for (x, y), count in cells.items():
        for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
            score[x - dx, y - dy] += count
    x, y = max(score, key=lambda cell: (score[cell], -abs(cell[0]) - abs(cell[1])))
    return [square for square in squares if square.x // half in (x, x + 1) and square.y // half in (y, y + 1)]


@dataclass(frozen=True, slots=True)
class View:
    """A window with its position and size in the picture."""

    window: Window
    square: float
    left: float
    top: float
    flip: bool = False

    @property
    def width(self) -> float:
        """The width of the board."""
        return self.square * (self.window.right - self.window.left + 1)

    @property
    def height(self) -> float:
        """The height of the board."""
        return self.square * (self.window.top - self.window.bottom + 1)

    def x(self, file: int) -> float:
        """Return the left edge of a file."""
        steps = self.window.right - file if self.flip else file - self.window.left
        return self.left + self.square * steps

    def y(self, rank: int) -> float:
        """Return the upper edge of a rank."""
        steps = rank - self.window.bottom if self.flip else self.window.top - rank
        return self.top + self.square * steps

    def center(self, square: Square) -> Point:
        """Return the centre of a square in the window."""
        return Point(self.x(square.x) + self.square / 2, self.y(square.y) + self.square / 2)

    def ray(self, source: Square, through: Square) -> tuple[Point, Point] | None:
        """Return the visible part of the endless ray from a square through another.

        >>> view = View(Window(1, 8, 1, 8), 10, 0, 0)
        >>> view.ray(Square(1, 1), Square(2, 2)), view.ray(Square(-10**30, 3), Square(0, 3))
        ((Point(x=5.0, y=75.0), Point(x=80.0, y=0.0)), (Point(x=0.0, y=55.0), Point(x=80.0, y=55.0)))
        >>> view.ray(Square(-5, 1), Square(-6, 1)) is None
        True
        """
        window = self.window
        first, last = Fraction(0), None
        half = Fraction(1, 2)
        for at, step, low, high in (
            (source.x, through.x - source.x, window.left, window.right),
            (source.y, through.y - source.y, window.bottom, window.top),
        ):
            if step == 0:
                if not low <= at <= high:
                    return None
                continue
            near, far = sorted(((low - half - at) / step, (high + half - at) / step))
            first, last = max(first, near), far if last is None else min(last, far)
        if last is None or first >= last:
            return None
        begin, end = (self._point(source, through, steps) for steps in (first, last))
        return begin, end

    def _point(self, source: Square, through: Square, steps: Fraction) -> Point:
        """Return the point `steps` steps from a square towards another."""
        file = float(source.x + steps * (through.x - source.x) - self.window.left) + 0.5
        rank = float(source.y + steps * (through.y - source.y) - self.window.bottom) + 0.5
        x, y = file * self.square, rank * self.square
        if self.flip:
            return Point(self.left + self.width - x, self.top + y)
        return Point(self.left + x, self.top + self.height - y)

    def direction(self, source: Square, target: Square) -> Point:
        """Return the direction from one square to another in the picture; the longer component is 1."""
        dx, dy = target.x - source.x, target.y - source.y
        longest = max(abs(dx), abs(dy)) or 1
        sign = -1 if self.flip else 1
        # Integers first: a quotient of huge integers would not fit into a float.
        return Point(sign * (dx * 10**9 // longest) / 1e9, -sign * (dy * 10**9 // longest) / 1e9)

    def towards(self, source: Square, target: Square) -> Point:
        """Return the centre of the target, or the point where the line to it leaves the board."""
        if self.window.holds(target):
            return self.center(target)
        begin, way = self.center(source), self.direction(source, target)
        reach = min(
            ((self.left + self.width if way.x > 0 else self.left) - begin.x) / way.x if way.x else 1e12,
            ((self.top + self.height if way.y > 0 else self.top) - begin.y) / way.y if way.y else 1e12,
        )
        return Point(begin.x + way.x * reach, begin.y + way.y * reach)


def round_step(square: float, room: float) -> int:
    """Return the number of squares between labels: 1, 5, 10, 50, 100 ..., the least that leaves `room`.

    >>> round_step(24, 20), round_step(6, 20), round_step(1, 30)
    (1, 5, 50)
    """
    step, factors = 1, (5, 2)
    turn = 0
    while step * square < room:
        step *= factors[turn % 2]
        turn += 1
    return step


def shorten_coordinate(value: int) -> str:
    """Format a coordinate in a few characters; exact up to seven digits.

    >>> shorten_coordinate(-1234567), shorten_coordinate(123456789), shorten_coordinate(-(10**40))
    ('-1234567', '1.23·10⁸', '-1·10⁴⁰')
    """
    digits = str(abs(value))
    if len(digits) <= 7:
        return str(value)
    lead = f"{digits[0]}.{digits[1:3]}".rstrip("0").rstrip(".")
    return f"{'-' * (value < 0)}{lead}·10{str(len(digits) - 1).translate(_SUPERSCRIPTS)}"
