"""Outline of a position without its boards: board size, ends of the timelines, and the active ones."""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.multiverse.coordinates import HalfTurn, Timeline
from hyperchess.multiverse.timelines import Timelines, are_even

__all__ = ["Outline", "active_reach"]


class Outline(NamedTuple):
    """The part of a position that rules can provide before its timelines are assembled."""

    width: int
    height: int
    even: bool
    ends: dict[Timeline, HalfTurn]  # the half-turn of the last board, from the lowest timeline to the highest
    initial: frozenset[Timeline]  # timelines that existed at the start

    @property
    def active(self) -> frozenset[Timeline]:
        """The timelines that determine the present: initial ones, and those within `active_reach`."""
        timelines = tuple(self.ends)
        reach = active_reach(timelines[0].number, timelines[-1].number)
        return self.initial.union([name for name in timelines if abs(name.number) <= reach])

    def present(self, active: frozenset[Timeline]) -> HalfTurn:
        """Return the earliest end of an active timeline."""
        ends = self.ends
        return min([ends[timeline] for timeline in active])

    @staticmethod
    def of_timelines(lines: Timelines) -> Outline:
        """Return the outline of timelines."""
        first = lines[0].boards[0]
        return Outline(
            first.width,
            first.height,
            are_even(lines),
            {line.timeline: line.end for line in lines},
            frozenset(line.timeline for line in lines if line.maker is None),
        )


def active_reach(lowest: int, highest: int) -> int:
    """Return the largest number of an active timeline in either direction, given the outermost numbers.

    A player's timeline is active if it is at most one further out than the opponent's outermost timeline.
    Timelines are counted by their numbers, initial ones included.

    >>> active_reach(0, 3), active_reach(-1, 3), active_reach(-5, 2)
    (1, 2, 3)
    """
    return 1 + min(max(0, highest), max(0, -lowest))
