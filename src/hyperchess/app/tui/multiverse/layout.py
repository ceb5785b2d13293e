"""Layout of a multiverse on a screen: rows of timelines, columns of half-turns.

Only whole boards are shown. Boards outside the screen have coordinates too, so that lines to them leave the
screen in the right direction.

>>> grid = Grid(SMALL, Boards(8, 8), 20, 4, 44, 20, margin=4, focus=(10, 0))
>>> grid.columns, grid.rows, grid.origin(9, 1), grid.place(grid.origin(9, 1)[0] + 2, 12)
(range(9, 12), range(0, 2), (8, 11), (9, 1))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["HUGE", "LARGE", "SMALL", "TILE", "ZOOMS", "Boards", "Grid", "Zoom", "choose_zoom"]

_HEAD = 1  # rows above the boards, for the half-turns
_TITLE = 9  # columns for the name of a board, such as `●[-1T12b]`


class Zoom(NamedTuple):
    """A level of detail: columns per square (0: a board is one tile), rows per square, frame or not, gaps."""

    name: str
    square: int
    rows: int
    framed: bool
    gap_across: int
    gap_down: int

    @property
    def indent(self) -> int:
        """Columns of a square to the left of its piece."""
        return self.square // 4


TILE = Zoom("tiles", 0, 1, False, 1, 0)
SMALL = Zoom("small", 1, 1, False, 3, 1)
LARGE = Zoom("large", 2, 1, True, 3, 1)
HUGE = Zoom("huge", 4, 2, True, 3, 1)
ZOOMS = (TILE, SMALL, LARGE, HUGE)


class Boards(NamedTuple):
    """The size of every board in squares."""

    width: int
    height: int

    @property
    def digits(self) -> int:
        """Number of columns of a rank number."""
        return len(str(self.height))

    def size(self, zoom: Zoom) -> tuple[int, int]:
        """Return columns and rows of a board on the screen, including its frame."""
        if not zoom.square:
            return 4, 1
        width = self.digits + zoom.square * self.width + zoom.framed
        return max(width, _TITLE), 1 + zoom.rows * self.height + zoom.framed


def choose_zoom(boards: Boards, timelines: int, width: int, height: int) -> Zoom:
    """Return the largest zoom that still shows three boards side by side and two timelines.

    Huge boards are only used if all timelines fit.
    """
    for zoom, rows in ((HUGE, timelines), (LARGE, min(timelines, 2))):
        across, down = boards.size(zoom)
        needed = rows * (down + zoom.gap_down) - zoom.gap_down + _HEAD
        if 3 * (across + zoom.gap_across) <= width and needed <= height:
            return zoom
    return SMALL if boards.size(SMALL)[1] + _HEAD <= height else TILE


class Grid:
    """The visible boards and their places, with the focus (column, row) as central as possible.

    Of the boards at `wanted`, the most important first, those that fit on the screen with the focus and the
    ones before them are visible too.
    """

    def __init__(
        self,
        zoom: Zoom,
        boards: Boards,
        columns: int,
        rows: int,
        width: int,
        height: int,
        *,
        margin: int,
        focus: tuple[int, int],
        wanted: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.zoom = zoom
        self.boards = boards
        self.width, self.height = width, height
        self.size = boards.size(zoom)
        self.pitch = (self.size[0] + zoom.gap_across, self.size[1] + zoom.gap_down)
        # Without gaps between rows, the signs for hidden rows above and below need rows of their own.
        signs = 0 if zoom.gap_down or rows <= height - _HEAD else 1
        space = height - _HEAD - 2 * signs
        fitting = ((width - margin) // self.pitch[0], (space + zoom.gap_down) // self.pitch[1])
        across, down = _span(focus, wanted, fitting)
        self.columns = _window(columns, fitting[0], focus[0], across)
        self.rows = _window(rows, fitting[1], focus[1], down)
        used = (len(self.columns) * self.pitch[0], len(self.rows) * self.pitch[1] - zoom.gap_down)
        # Space that is left over goes to both sides.
        self.left = margin + zoom.gap_across + max(0, (width - margin - used[0] - 1) // 2)
        self.top = _HEAD + signs + max(0, (space - used[1]) // 3)

    def origin(self, column: int, row: int) -> tuple[int, int]:
        """Return the top left corner of a board."""
        x = self.left + (column - self.columns.start) * self.pitch[0]
        return x, self.top + (row - self.rows.start) * self.pitch[1]

    def square(self, column: int, row: int, across: int, down: int) -> tuple[int, int]:
        """Return the cell of a square, counted from the top left square of its board."""
        x, y = self.origin(column, row)
        return x + self.boards.digits + across * self.zoom.square, y + 1 + down * self.zoom.rows

    def middle(self, row: int) -> int:
        """Return the screen row in the middle of a timeline."""
        return self.origin(self.columns.start, row)[1] + self.size[1] // 2

    def place(self, x: int, y: int) -> tuple[int, int] | None:
        """Return the column and row of the grid cell at a screen position, if it is inside the grid."""
        column = self.columns.start + (x - self.left) // self.pitch[0]
        row = self.rows.start + (y - self.top) // self.pitch[1]
        if column not in self.columns or row not in self.rows:
            return None
        left, top = self.origin(column, row)
        return (column, row) if x < left + self.size[0] and y < top + self.size[1] else None


def _span(
    focus: tuple[int, int], wanted: Iterable[tuple[int, int]], fitting: tuple[int, int]
) -> tuple[range, range]:
    """Return the columns and rows from the focus to those of the wanted boards that fit."""
    span = (range(focus[0], focus[0] + 1), range(focus[1], focus[1] + 1))
    for board in wanted:
        across, down = (
            range(min(part.start, at), max(part.stop, at + 1)) for part, at in zip(span, board, strict=True)
        )
        if len(across) <= fitting[0] and len(down) <= fitting[1]:
            span = across, down
    return span


def _window(total: int, space: int, focus: int, needed: range) -> range:
    """Return as many as fit, with the needed ones, and centred on the focus unless an end is near."""
    space = max(1, min(space, total))
    start = max(0, min(focus - space // 2, total - space))
    start = min(max(start, needed.stop - space), needed.start)
    return range(start, start + space)
