"""Which timelines are active: those that move the present."""

from __future__ import annotations

__all__ = ["active_reach"]


def active_reach(lowest: int, highest: int) -> int:
    """How far out a timeline can be and still be active, given the numbers of the outermost ones.

    A player's timeline is active while it is at most one further out than the opponent has reached.
    Timelines are counted by their numbers, initial ones included.

    >>> active_reach(0, 3), active_reach(-1, 3), active_reach(-5, 2)
    (1, 2, 3)
    """
    return 1 + min(max(0, highest), max(0, -lowest))
