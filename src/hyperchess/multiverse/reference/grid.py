"""Position as numbers (rows of timelines, half-turns and squares), the form in which the rules compute.

Timelines become consecutive rows (`Timeline.row`), half-turns become ordinals (White's turn T is 2T,
Black's 2T+1), squares become rank times width plus file. One turn is two half-turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hyperchess.multiverse.coordinates import Color, HalfTurn, Square, Timeline
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.reference.geometry import Plane, plane
from hyperchess.multiverse.state import State

__all__ = ["At", "Boards", "Cell", "Grid", "Shift"]

At = tuple[int, int]
"""A board's row and half-turn."""

Boards = dict[At, bytes]


class Cell(NamedTuple):
    """A square of the multiverse as numbers."""

    row: int
    time: int
    square: int

    @property
    def at(self) -> At:
        """The row and half-turn of the board."""
        return self.row, self.time


class Shift(NamedTuple):
    """A move as numbers; `promotion` is a piece's code, or 0."""

    source: Cell
    target: Cell
    promotion: int = 0


@dataclass(frozen=True)
class Grid:
    """All boards of a position by row and half-turn, and the other data that the rules need."""

    boards: Boards
    ends: dict[int, int]
    initial: frozenset[int]
    even: bool
    player: Color
    plane: Plane
    promotions: tuple[str, ...]

    @staticmethod
    def of(position: State) -> Grid:
        """Convert a position to numbers."""
        even = position.even
        rows = {line.timeline.row(even=even): line for line in position.timeline_boards}
        return Grid(
            boards={
                (row, line.start.ordinal + offset): board.cells
                for row, line in rows.items()
                for offset, board in enumerate(line.boards)
            },
            ends={row: line.end.ordinal for row, line in rows.items()},
            initial=frozenset(row for row, line in rows.items() if line.maker is None),
            even=even,
            player=position.player,
            plane=plane(position.width, position.height),
            promotions=position.promotions,
        )

    def playable(self, row: int) -> bool:
        """Return whether the player is to move on the last board of a row."""
        return self.ends[row] & 1 == self.player

    def row(self, timeline: Timeline) -> int:
        """Return the row of a timeline."""
        return timeline.row(even=self.even)

    def cell(self, square: Square) -> Cell:
        """Convert a square to numbers."""
        index = square.rank * self.plane.width + square.file
        return Cell(self.row(square.timeline), 2 * square.turn + square.color, index)

    def square(self, cell: Cell) -> Square:
        """Convert numbers to a square."""
        rank, file = divmod(cell.square, self.plane.width)
        timeline = Timeline.of_row(cell.row, even=self.even)
        return Square(timeline, *HalfTurn.of_ordinal(cell.time), file, rank)

    def move(self, shift: Shift) -> Move:
        """Convert numbers to a move."""
        promotion = chr(shift.promotion).upper() if shift.promotion else ""
        return Move(self.square(shift.source), self.square(shift.target), promotion)
