"""Board coordinates and steps of cells.

>>> str(parse_address("+0", "3")), str(parse_address("+1", "12")), parse_address("1", "1000000")
('+0T3', '1T12', None)

A step is the time of a move as an exact number. White's action of turn n is n, Black's is n.5, and `A#B`,
"the B-th A", is A + 0.5 - 0.5^B:

>>> [str(parse_step(text).value) for text in ("8", "8#2", "8.25", "8.5#3")]
['8', '33/4', '33/4', '71/8']
>>> parse_step("5.75") == parse_step("5.5#2"), parse_step("8#2") < parse_step("8#3") < parse_step("8.5")
(True, True)

A step is stored as an action and an index, so that the millionth move of an action costs no more than the
first. Floating point is not used: it cannot distinguish the 51st move from the 52nd.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from hyperchess.game import Serial
from hyperchess.multiverse import BoardAt, Color, Timeline
from hyperchess.multiverse.coordinates import MAX_TIMELINE, MAX_TURN

__all__ = ["STEP_PATTERN", "CellAddress", "Step", "parse_address", "parse_step", "read_timeline"]


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


STEP_PATTERN = r"[0-9]++(?:\.[0-9]++)?+(?:\s*+\#\s*+[0-9]++)?+"
"""Regular expression of a step without its sign, in either form."""

_STEP = re.compile(r"([0-9]+)(?:\.([0-9]+))?(?:\s*#\s*([0-9]+))?")
_LONGEST_WHOLE = 6  # digits of a turn, or of an index of a move
_LONGEST_DECIMALS = 1_000
_LAST_DECIMAL = 50  # later moves of an action are equal in floating point, so they are written with #


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """The `place`-th move, counted from 1, of an action; `half` is twice the number before the `#`.

    `rest` is the difference between a decimal and the step it should be; 0 for every step of a game.
    """

    half: int
    place: int = 1
    rest: Fraction = Fraction(0)

    @staticmethod
    def of(serial: Serial, place: int = 1) -> Step:
        """Return the step of a move of an action.

        >>> str(Step.of(Serial(9, "b"), 2))
        '9.5#2'
        """
        return Step(2 * serial.number + (serial.player == "b"), place)

    @property
    def number(self) -> int:
        """Turn."""
        return self.half // 2

    @property
    def color(self) -> Color:
        """Player."""
        return Color(self.half % 2)

    @property
    def serial(self) -> Serial:
        """Number of the action."""
        return Serial(self.number, self.color.letter)

    @property
    def value(self) -> Fraction:
        """Step as a number."""
        return Fraction(self.half + 1, 2) - Fraction(1, 1 << self.place) + self.rest

    @property
    def is_exact(self) -> bool:
        """True if this is the step of a move and not a number between two steps."""
        return self.rest == 0

    @property
    def decimal(self) -> str:
        """Format the step as a decimal, or with `#` where floating point would be inexact.

        >>> [Step(17, place).decimal for place in (1, 2, 4, 51)]
        ['8.5', '8.75', '8.9375', '8.5#51']
        """
        if self.place > _LAST_DECIMAL:
            return str(self)
        digits = str(self.value * 10**self.place)
        whole, decimals = digits[: -self.place] or "0", digits[-self.place :].zfill(self.place).rstrip("0")
        return f"{whole}.{decimals}" if decimals else whole

    def __str__(self) -> str:
        whole = f"{self.half // 2}.5" if self.half % 2 else str(self.half // 2)
        return whole if self.place == 1 else f"{whole}#{self.place}"


def parse_step(text: str) -> Step | None:
    """Return the step of a text without a sign; `None` if it is out of range or has no half before #.

    >>> parse_step("8.25#2"), parse_step("8#0"), parse_step("8.3").is_exact
    (None, None, False)
    """
    match = _STEP.fullmatch(text)
    if match is None:
        return None
    whole, decimals, place = match[1], match[2] or "", match[3] or ""
    if max(len(whole), len(place)) > _LONGEST_WHOLE or len(decimals) > _LONGEST_DECIMALS:
        return None
    value = int(whole) + Fraction(int(decimals or "0"), 10 ** len(decimals))
    half = int(2 * value)
    if place:
        return Step(half, int(place)) if 2 * value == half and int(place) else None
    left = Fraction(half + 1, 2) - value  # 0.5^B is at least the rest of the action's half
    count = (left.denominator // left.numerator).bit_length() - 1
    return Step(half, count, Fraction(1, 1 << count) - left)
