"""Canvas of a view: a rectangle of characters with styles.

>>> canvas = Canvas(6, 2, Style())
>>> canvas.put(4, 0, "abc", Style())  # what lies outside is cut off
>>> canvas.put(-1, 1, "xyz", Style())
>>> canvas.text
'    ab\\nyz    '
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

__all__ = ["DOUBLE", "HEAVY", "LIGHT", "ROUND", "Canvas", "Point"]

Point = tuple[int, int]

# Box-drawing shapes by the sides they connect: left, right, up, down (1, 2, 4, 8).
_SHAPES = (1, 2, 3, 4, 5, 6, 8, 9, 10, 12)
LIGHT = dict(zip(_SHAPES, "╴╶─╵┘└╷┐┌│", strict=True))
HEAVY = dict(zip(_SHAPES, "╸╺━╹┛┗╻┓┏┃", strict=True))
DOUBLE = dict(zip(_SHAPES, "═══║╝╚║╗╔║", strict=True))
ROUND = dict(zip(_SHAPES, "╴╶─╵╯╰╷╮╭│", strict=True))


class Canvas:
    """Characters one column wide, row by row from the top."""

    def __init__(self, width: int, height: int, ground: Style) -> None:
        self.width = width
        self.height = height
        self._cells = [[(" ", ground)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style, *, over: bool = False) -> None:
        """Write text to the right of a cell; with `over`, keep the attributes that the style does not set."""
        if not 0 <= y < self.height:
            return
        row = self._cells[y]
        for place, sign in enumerate(text, x):
            if 0 <= place < self.width:
                row[place] = (sign, row[place][1] + style if over else style)

    def paint(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Fill a rectangle with spaces."""
        left, right = max(0, x), min(self.width, x + width)
        for row in range(max(0, y), min(self.height, y + height)):
            if left < right:
                self._cells[row][left:right] = [(" ", style)] * (right - left)

    def trace(self, points: Sequence[Point], signs: dict[int, str], style: Style) -> None:
        """Draw a line through points; consecutive points share a row or a column."""
        cells = list(_cells_between(points))
        for index, (x, y) in enumerate(cells):
            ways = 0
            for other in cells[max(0, index - 1) : index] + cells[index + 1 : index + 2]:
                ways |= _way(other[0] - x, other[1] - y)
            if ways and 0 <= x < self.width and 0 <= y < self.height:
                self.put(x, y, signs[ways], style, over=True)

    @property
    def text(self) -> str:
        """Return the characters without their styles."""
        return "\n".join("".join(sign for sign, _ in row) for row in self._cells)

    @property
    def rows(self) -> list[list[Segment]]:
        """Return the rows as rich segments."""
        return [
            [Segment("".join(sign for sign, _ in run), style) for style, run in groupby(row, key=_style)]
            for row in self._cells
        ]


def _style(cell: tuple[str, Style]) -> Style:
    return cell[1]


def _way(x: int, y: int) -> int:
    if y == 0:
        return 1 if x < 0 else 2
    return 4 if y < 0 else 8


def _cells_between(points: Sequence[Point]) -> Iterable[Point]:
    """Yield every cell of a line once, in order."""
    x, y = points[0]
    yield x, y
    for to_x, to_y in points[1:]:
        while (x, y) != (to_x, to_y):
            x += (to_x > x) - (to_x < x)
            y += (to_y > y) - (to_y < y)
            yield x, y
