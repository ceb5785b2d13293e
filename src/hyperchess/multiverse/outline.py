"""The outline of a position: how large its boards are and where its timelines end, without any board."""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.multiverse.coordinates import HalfTurn, Timeline
from hyperchess.multiverse.lines import Lines, are_even

__all__ = ["Outline"]


class Outline(NamedTuple):
    """What rules may know of a position before its timelines are put together."""

    width: int
    height: int
    even: bool
    ends: dict[Timeline, HalfTurn]  # the half-turn of the last board, from the lowest timeline to the highest
    initial: frozenset[Timeline]  # made by no player

    @staticmethod
    def of_lines(lines: Lines) -> Outline:
        """The outline of timelines."""
        first = lines[0].boards[0]
        return Outline(
            first.width,
            first.height,
            are_even(lines),
            {line.timeline: line.end for line in lines},
            frozenset(line.timeline for line in lines if line.maker is None),
        )
