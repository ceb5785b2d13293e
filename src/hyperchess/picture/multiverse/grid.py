"""Layout of the boards of a multiverse: a row per timeline, a column per half-turn.

>>> from hyperchess.multiverse import start
>>> grid = Grid.of(start("Standard"), detail=Detail.FULL)
>>> grid.columns, len(grid.rows), grid.board_width
(range(2, 3), 1, 208)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from hyperchess.errors import HyperchessError, UnknownName
from hyperchess.multiverse import Board, BoardAt, HalfTurn, Position, Square, Timeline
from hyperchess.picture.scene import Point

__all__ = ["Detail", "Grid", "UnknownDetail", "Window", "find_detail"]

_BUDGET = 3_000


class Detail(Enum):
    """The level of detail of boards."""

    FULL = "full"  # pieces, and the names of files and ranks
    PIECES = "pieces"
    DOTS = "dots"  # a spot of the owner's colour for every piece
    TILES = "tiles"  # the number of pieces

    @property
    def square(self) -> float:
        """The side of a square in the picture."""
        return {Detail.FULL: 26, Detail.PIECES: 16, Detail.DOTS: 5, Detail.TILES: 2.5}[self]

    @property
    def text(self) -> float:
        """The font size of the names of timelines and turns."""
        return {Detail.FULL: 15, Detail.PIECES: 13, Detail.DOTS: 11, Detail.TILES: 9}[self]


class UnknownDetail(UnknownName):
    """No level of detail has that name."""

    kind = "detail"


def find_detail(detail: Detail | str | None) -> Detail | None:
    """Return the level with this name; `None` leaves the choice open."""
    names = [level.value for level in Detail]
    if isinstance(detail, str) and detail not in names:
        raise UnknownDetail(detail, tuple(names))
    return Detail(detail) if isinstance(detail, str) else detail


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a multiverse to draw: half-turns and timelines, ends included; `None`: no limit."""

    first: HalfTurn | None = None
    last: HalfTurn | None = None
    lowest: Timeline | None = None
    highest: Timeline | None = None

    @staticmethod
    def around(position: Position, reach: int) -> Window:
        """Return the boards at most `reach` half-turns away from the present."""
        if reach < 0:
            raise HyperchessError(f"a window reaches 0 or more half-turns around the present, not {reach}")
        present = position.present.ordinal
        return Window(HalfTurn.of_ordinal(present - reach), HalfTurn.of_ordinal(present + reach))

    def holds(self, at: BoardAt) -> bool:
        """Return whether a board is in the window."""
        return (
            (self.first is None or self.first <= at.half_turn)
            and (self.last is None or at.half_turn <= self.last)
            and self.holds_row(at.timeline)
        )

    def holds_row(self, timeline: Timeline) -> bool:
        """Return whether a timeline is in the window."""
        return (self.lowest is None or self.lowest <= timeline) and (
            self.highest is None or timeline <= self.highest
        )


@dataclass(frozen=True)
class Grid:
    """The rows and columns that are drawn, and their size."""

    position: Position
    window: Window
    detail: Detail
    rows: tuple[Timeline, ...]  # from top to bottom
    columns: range  # ordinals of half-turns
    flip: bool = False

    @staticmethod
    def of(
        position: Position,
        *,
        window: Window | int | None = None,
        detail: Detail | None = None,
        flip: bool = False,
        frame: Position | None = None,
    ) -> Grid:
        """Lay out a position. `frame` is a later position whose rows and columns are reserved."""
        if isinstance(window, int):
            window = Window.around(position, window)
        window = window or Window()
        shown = [board for board in (frame or position).boards if window.holds(board.at)]
        if not shown:
            raise HyperchessError("no board lies in the window")
        rows = {board.at.timeline for board in shown}
        ordinals = [board.at.half_turn.ordinal for board in shown]
        if frame is not None:  # all its rows and the whole window, so that the pictures of a game match
            rows = {timeline for timeline in frame.timelines if window.holds_row(timeline)}
            ordinals += [edge.ordinal for edge in (window.first, window.last) if edge is not None]
        columns = range(min(ordinals), max(ordinals) + 1)
        return Grid(
            position, window, detail or _detail(shown), tuple(sorted(rows, reverse=flip)), columns, flip
        )

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        """The boards in the window, by timeline and turn."""
        return tuple(board for board in self.position.boards if self.window.holds(board.at))

    @cached_property
    def square(self) -> float:
        """The side of a square."""
        if self.detail is Detail.TILES:  # a tile has a fixed size, whatever the board
            return 20 / max(self.position.width, self.position.height)
        return self.detail.square

    @cached_property
    def board_width(self) -> float:
        """The width of a board."""
        return self.square * self.position.width

    @cached_property
    def board_height(self) -> float:
        """The height of a board."""
        return self.square * self.position.height

    @cached_property
    def gap(self) -> float:
        """The space between boards: about a fifth of a board, and enough for its content."""
        least = {Detail.FULL: 40, Detail.PIECES: 24, Detail.DOTS: 9, Detail.TILES: 5}[self.detail]
        return max(least, max(self.board_width, self.board_height) / 5)

    @cached_property
    def left(self) -> float:
        """The space for the names of timelines."""
        return self.detail.text * 4.6

    @cached_property
    def top(self) -> float:
        """The space for the names of turns and of the present."""
        return self.detail.text * 4

    @cached_property
    def width(self) -> float:
        """The width of the picture."""
        return self.left + len(self.columns) * (self.board_width + self.gap) + self.gap

    @cached_property
    def height(self) -> float:
        """The height of the picture."""
        return self.top + len(self.rows) * (self.board_height + self.gap) + self.detail.text * 2.5

    @cached_property
    def _row_of(self) -> dict[Timeline, int]:
        return {timeline: row for row, timeline in enumerate(self.rows)}

    def has_row(self, timeline: Timeline) -> bool:
        """Return whether a timeline is drawn."""
        return timeline in self._row_of

    def column_x(self, ordinal: int) -> float:
        """Return the left edge of the boards in a column."""
        return self.left + self.gap + (ordinal - self.columns.start) * (self.board_width + self.gap)

    def row_y(self, timeline: Timeline) -> float:
        """Return the upper edge of the boards in a row."""
        return self.top + self.gap / 2 + self._row_of[timeline] * (self.board_height + self.gap)

    def corner(self, at: BoardAt) -> Point:
        """Return the upper left corner of a board."""
        return Point(self.column_x(at.half_turn.ordinal), self.row_y(at.timeline))

    def place(self, file: int, rank: int) -> Point:
        """Return the upper left corner of a square on its board."""
        if self.flip:
            file, rank = self.position.width - 1 - file, self.position.height - 1 - rank
        return Point(file * self.square, (self.position.height - 1 - rank) * self.square)

    def shows(self, at: BoardAt) -> bool:
        """Return whether a board, or the predecessor of a future board, is in the picture."""
        line = self.position.find_timeline(at.timeline)
        return line is not None and self.window.holds(BoardAt(at.timeline, *min(at.half_turn, line.end)))

    def center(self, square: Square) -> Point | None:
        """Return the centre of a square, possibly outside the picture; `None` if its row is not drawn.

        A board that does not exist yet (a check is given after passing) is replaced by the last one before
        it.
        """
        line = self.position.find_timeline(square.timeline)
        if line is None or not self.has_row(square.timeline):
            return None
        ordinal = min(square.board.half_turn.ordinal, line.end.ordinal)
        if ordinal < line.start.ordinal:
            return None
        place = self.place(square.file, square.rank)
        half = self.square / 2
        y = self.row_y(square.timeline)
        return Point(self.column_x(ordinal) + place.x + half, y + place.y + half)


def _detail(boards: list[Board]) -> Detail:
    """Return the highest level of detail that keeps the number of shapes within bounds."""
    pieces = sum(len(board.cells) - board.cells.count(0) for board in boards)
    edges = boards[0].width + boards[0].height
    if pieces + len(boards) * (edges + 8) <= _BUDGET and len(boards) <= 60:
        return Detail.FULL
    if pieces + len(boards) * 8 <= _BUDGET:
        return Detail.PIECES
    return Detail.DOTS if len(boards) * 7 <= _BUDGET else Detail.TILES
