"""Steps: when a move was played, as an exact number.

White's action of turn n is n, Black's is n.5, and `A#B`, "the B-th A", is A + 0.5 - 0.5^B:

>>> [str(parse_step(text).value) for text in ("8", "8#2", "8.25", "8.5#3")]
['8', '33/4', '33/4', '71/8']
>>> parse_step("5.75") == parse_step("5.5#2"), parse_step("8#2") < parse_step("8#3") < parse_step("8.5")
(True, True)

A step is held as what it means, an action and a place in it, so that the millionth move of an action costs
no more than the first; there is no floating point, which cannot tell the 51st move from the 52nd.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from hyperchess.game import Serial
from hyperchess.multiverse import Color

__all__ = ["STEP_PATTERN", "Step", "parse_step"]

STEP_PATTERN = r"[0-9]++(?:\.[0-9]++)?+(?:\s*+\#\s*+[0-9]++)?+"
"""The regular expression of a step without its sign, in either form."""

_STEP = re.compile(r"([0-9]+)(?:\.([0-9]+))?(?:\s*#\s*([0-9]+))?")
_LONGEST_WHOLE = 6  # digits of a turn or of the count of moves
_LONGEST_DECIMALS = 1_000
_LAST_DECIMAL = 50  # further moves of an action are one number in floating point, so they are written with #


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """The `place`-th move, counted from 1, of an action; `half` is twice the number before the `#`.

    `rest` is what a decimal is more than the step that it should be; 0 in any step that a game can have.
    """

    half: int
    place: int = 1
    rest: Fraction = Fraction(0)

    @staticmethod
    def of(serial: Serial, place: int = 1) -> Step:
        """The step of a move of an action.

        >>> str(Step.of(Serial(9, "b"), 2))
        '9.5#2'
        """
        return Step(2 * serial.number + (serial.player == "b"), place)

    @property
    def number(self) -> int:
        """The turn."""
        return self.half // 2

    @property
    def color(self) -> Color:
        """The player."""
        return Color(self.half % 2)

    @property
    def serial(self) -> Serial:
        """The number of the action."""
        return Serial(self.number, self.color.letter)

    @property
    def value(self) -> Fraction:
        """The step as a number."""
        return Fraction(self.half + 1, 2) - Fraction(1, 1 << self.place) + self.rest

    @property
    def is_exact(self) -> bool:
        """Whether this is the step of a move, and not a number between two of them."""
        return self.rest == 0

    @property
    def decimal(self) -> str:
        """The step as a decimal; with `#` where programs that count in floating point would go wrong.

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
    """The step that a text without sign means, or `None` if it means none: out of range, or no half before #.

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
    left = Fraction(half + 1, 2) - value  # 0.5^B lies at or above what is left of the action's half
    count = (left.denominator // left.numerator).bit_length() - 1
    return Step(half, count, Fraction(1, 1 << count) - left)
