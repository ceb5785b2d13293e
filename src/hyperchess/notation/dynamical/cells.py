"""Board coordinates of cells.

>>> str(parse_address("+0", "3")), str(parse_address("+1", "12")), parse_address("1", "1000000")
('+0T3', '1T12', None)
"""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.multiverse import BoardAt, Timeline
from hyperchess.multiverse.coordinates import MAX_TIMELINE, MAX_TURN

__all__ = ["CellAddress", "parse_address", "read_timeline"]

_LONGEST = 8


class CellAddress(NamedTuple):
    """A timeline and a turn: White's board and Black's board share their cells."""

    timeline: Timeline
    turn: int

    @staticmethod
    def of(at: BoardAt) -> CellAddress:
        """Return the place of a board."""
        return CellAddress(at.timeline, at.turn)

    @property
    def in_move(self) -> str:
        """Return the coordinate as moves write it."""
        return f"({self})"

    def __str__(self) -> str:
        return f"{self.timeline}T{self.turn}"


def read_timeline(text: str) -> Timeline | None:
    """Return the timeline of a name made of digits and an optional sign, if it is in range."""
    if len(text) > _LONGEST or abs(int(text)) > MAX_TIMELINE:
        return None
    if int(text) == 0 and text[0] in "+-":
        return Timeline(1 if text[0] == "+" else -1)
    return Timeline.of(int(text))


def parse_address(timeline: str, turn: str) -> CellAddress | None:
    """Return the address given by two numbers, if they are in range."""
    name = read_timeline(timeline)
    if name is None or len(turn) > _LONGEST or abs(int(turn)) > MAX_TURN:
        return None
    return CellAddress(name, int(turn))
