"""Candidate actions as axes: one axis per playable board or new timeline, one choice on each axis.

A *playable* axis belongs to a playable board. Its entries: pass; each physical move; one *leave* for each
piece that can jump away; one *arrival* for each jump that can land here. An arrival names its leave: both are
chosen, or neither.

A *branch* axis belongs to a timeline that the action may create. All branch axes share one list of arrivals:
all jumps. They are numbered in the order in which the timelines are created.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from hyperchess.multiverse.reference.generation import shifts_from
from hyperchess.multiverse.reference.grid import At, Grid, Shift
from hyperchess.multiverse.reference.replay import after_arriving, after_leaving, after_physical

__all__ = ["PASS", "Axes", "Axis", "Entry", "Leave"]

PASS = 0
"""The number of the pass entry, the first entry of every axis."""


class Leave(NamedTuple):
    """A piece that jumps away: the axis of its board, and the entry there."""

    axis: int
    entry: int


class Entry(NamedTuple):
    """A choice: the board it creates (or `None`), its move, and for an arrival the leave it needs."""

    cells: bytes | None = None
    shift: Shift | None = None
    leave: Leave | None = None


@dataclass
class Axis:
    """The entries of one axis, and sets of them as bits."""

    entries: list[Entry] = field(default_factory=lambda: [Entry()])
    free: int = 1 << PASS  # pass and physical moves: entries that need no other axis
    leaves: int = 0
    arrivals: dict[Leave, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, entry: Entry) -> int:
        """Append an entry and return its number."""
        self.entries.append(entry)
        return len(self.entries) - 1

    @property
    def all(self) -> int:
        """The set of all entries."""
        return (1 << len(self.entries)) - 1


class Axes:
    """All axes of a position: the playable ones, followed by any number of branch axes."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.rows = [row for row in grid.ends if grid.playable(row)]
        self.playable = [Axis() for _ in self.rows]
        self.branch = Axis()
        self._axis_of = {(row, grid.ends[row]): axis for axis, row in enumerate(self.rows)}
        for axis, row in enumerate(self.rows):
            self._add_moves(axis, (row, grid.ends[row]))

    def _add_moves(self, axis: int, at: At) -> None:
        """Add the moves of the pieces on one board to its own axis and to the axes they can reach."""
        own = self.playable[axis]
        leave_of: dict[int, Leave] = {}
        for shift in shifts_from(self.grid, at):
            if shift.target.at == at:
                own.free |= 1 << own.add(Entry(after_physical(self.grid, shift), shift))
                continue
            square = shift.source.square
            if square not in leave_of:
                entry = own.add(Entry(after_leaving(self.grid, shift.source)))
                own.leaves |= 1 << entry
                leave_of[square] = Leave(axis, entry)
            arrival = Entry(after_arriving(self.grid, shift), shift, leave_of[square])
            target = self.axis_at(shift.target.at)
            for reached in (self.branch,) if target is None else (self.branch, self.playable[target]):
                reached.arrivals[leave_of[square]] |= 1 << reached.add(arrival)

    def axis_at(self, at: At) -> int | None:
        """Return the playable axis of a board, or `None` if the board is not playable."""
        return self._axis_of.get(at)

    def __getitem__(self, axis: int) -> Axis:
        """Return an axis by its number; the numbers of branch axes follow those of the playable ones."""
        return self.playable[axis] if axis < len(self.playable) else self.branch

    @property
    def most_branches(self) -> int:
        """The number of boards from which a piece can jump."""
        return sum(axis.leaves != 0 for axis in self.playable)

    def new_row(self, branch: int) -> int:
        """Return the row of the timeline created by a branch, counted from 0."""
        rows = self.grid.ends
        return min(rows) - 1 - branch if self.grid.player else max(rows) + 1 + branch

    def made(self, axis: int, entry: int) -> tuple[At, bytes] | None:
        """Return the board that an entry creates, with its coordinates."""
        cells = self[axis].entries[entry].cells
        if cells is None:
            return None
        if axis < len(self.playable):
            row = self.rows[axis]
            return (row, self.grid.ends[row] + 1), cells
        shift = self.branch.entries[entry].shift
        assert shift is not None
        return (self.new_row(axis - len(self.playable)), shift.target.time + 1), cells
