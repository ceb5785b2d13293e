"""Visible window of an infinite board: a centre, a scale, and a number of cells.

A cell contains one square or, at a scale of 10, 100, ..., a block of that width. Coordinates are exact.

>>> window = Window(Square(0, 0), 1, 8, 6)
>>> window.corner, window.cell(Square(0, 0)), window.square(4, 3)
(Square(x=-4, y=2), (4, 2), Square(x=0, y=-1))
>>> inside, outside = window.spread([Square(3, 2), Square(10**50, 1), Square(-9, -9)])
>>> list(inside), list(outside)
([(7, 0)], [(8, 1), (-1, 6)])
>>> [shorten_coordinate(number) for number in (-12, 123456, 12345678901, -10**40)]
['-12', '123456', '…8901', '-…0000']
>>> shorten_coordinate(-3 * 10**9, 10**9)
'-3e9'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from hyperchess.infinite import Square
from hyperchess.infinite.coordinates import MAX_DIGITS

__all__ = [
    "MAX_SCALE",
    "ByCell",
    "Window",
    "clamp_square",
    "distance",
    "magnitude",
    "place_text",
    "shorten_coordinate",
]

MAX_SCALE = 10**MAX_DIGITS
_LONGEST = 6

ByCell: TypeAlias = dict[tuple[int, int], list[Square]]


@dataclass(frozen=True, slots=True)
class Window:
    """Columns and rows of cells; `turned` shows the board from Black's side."""

    middle: Square
    scale: int
    columns: int
    rows: int
    turned: bool = False

    @property
    def corner(self) -> Square:
        """Return the square in the top left cell with the same offset in its cell as the centre."""
        return self.square(0, 0)

    def cell(self, square: Square) -> tuple[int, int]:
        """Return the column and row of the cell that contains a square, on the screen or not."""
        across = square.x // self.scale - self.middle.x // self.scale
        up = square.y // self.scale - self.middle.y // self.scale
        if self.turned:
            across, up = -across, -up
        return self.columns // 2 + across, (self.rows - 1) // 2 - up

    def square(self, column: int, row: int) -> Square:
        """Return the lowest square of a cell."""
        across, up = column - self.columns // 2, (self.rows - 1) // 2 - row
        if self.turned:
            across, up = -across, -up
        x = (self.middle.x // self.scale + across) * self.scale
        return Square(x, (self.middle.y // self.scale + up) * self.scale)

    def holds(self, cell: tuple[int, int]) -> bool:
        """Return whether a cell is on the screen."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def spread(self, squares: Iterable[Square]) -> tuple[ByCell, ByCell]:
        """Group squares by cell: those on the screen, and the others by the nearest cell around it."""
        inside: ByCell = {}
        outside: ByCell = {}
        scale, columns, rows = self.scale, self.columns, self.rows
        sign = -1 if self.turned else 1
        # Written out, not with `cell`: some positions have two hundred thousand pieces.
        left, top = (
            columns // 2 - sign * (self.middle.x // scale),
            (rows - 1) // 2 + sign * (self.middle.y // scale),
        )
        for square in squares:
            column, row = left + sign * (square[0] // scale), top - sign * (square[1] // scale)
            if 0 <= column < columns and 0 <= row < rows:
                inside.setdefault((column, row), []).append(square)
            else:
                edge = (
                    -1 if column < 0 else column if column < columns else columns,
                    -1 if row < 0 else row if row < rows else rows,
                )
                outside.setdefault(edge, []).append(square)
        return inside, outside


def clamp_square(square: Square) -> Square:
    """Return the square, clamped to the largest coordinates that can be written."""
    return Square(*(max(-MAX_SCALE, min(part, MAX_SCALE)) for part in square))


def shorten_coordinate(number: int, scale: int = 1) -> str:
    """Format a coordinate in a few characters: the last digits of a long one, without zeros of `scale`."""
    if len(str(number)) <= _LONGEST:
        return str(number)
    text = str(number // scale)
    if len(text) > _LONGEST - 2:
        text = f"{'-' * (number < 0)}…{text[-4:]}"
    return text if scale == 1 else f"{text}e{len(str(scale)) - 1}"


def magnitude(number: int) -> str:
    """Return the approximate size of a number.

    >>> magnitude(950), magnitude(123456789), magnitude(-10**30)
    ('950', '10^8', '-10^30')
    """
    digits = len(str(abs(number)))
    return str(number) if digits <= _LONGEST else f"{'-' * (number < 0)}10^{digits - 1}"


def place_text(square: Square) -> str:
    """Return the approximate location of a square.

    >>> place_text(Square(4, -10**30))
    '4,-10^30'
    """
    return f"{magnitude(square.x)},{magnitude(square.y)}"


def distance(one: Square, other: Square) -> int:
    """Return the distance between two squares in king moves."""
    return max(abs(one.x - other.x), abs(one.y - other.y))
