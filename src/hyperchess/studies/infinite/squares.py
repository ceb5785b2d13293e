"""Conversion of squares and players of infinite chess to and from the page's representation.

>>> square_value(read_square(("-3", "12345678901234567890")))
('-3', '12345678901234567890')
"""

from __future__ import annotations

from collections.abc import Sequence

from hyperchess.infinite import Color, Square
from hyperchess.infinite.coordinates import MAX_DIGITS
from hyperchess.studies.errors import StudyError
from hyperchess.studies.views import SquareInfinite

__all__ = ["player_name", "read_square", "square_value"]


def player_name(color: Color) -> str:
    """Return `white`, `black` and so on; `neutral` for pieces without an owner."""
    return color.name.lower()


def square_value(square: Square) -> SquareInfinite:
    """Return a square of the infinite board: two decimal numbers as strings."""
    return str(square.x), str(square.y)


def read_square(value: Sequence[int] | Sequence[str]) -> Square:
    """Return the square that a request names."""
    texts = [part for part in value if isinstance(part, str)]
    if len(value) != 2 or len(texts) != 2:
        raise StudyError("square", 'a square of this game looks like ["4", "-2"]')
    return Square(*map(_integer, texts))


def _integer(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS):
        raise StudyError("square", f"a coordinate is a decimal number of at most {MAX_DIGITS} digits")
    return int(text)
