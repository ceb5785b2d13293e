"""Squares of the infinite board, as text and as values.

>>> parse_square("-12,123456789012345678901234567890")
Square(x=-12, y=123456789012345678901234567890)
>>> str(Square(4, -2)), Square(0, 0).is_dark, Square(0, 1).is_dark
('4,-2', True, False)

Coordinates are exact integers of up to `MAX_DIGITS` digits:

>>> parse_square("1," + "9" * 2_000)
Traceback (most recent call last):
...
hyperchess.errors.ParseError: <text>:1:3: error[limit]: a coordinate has at most 1000 digits, found 2000
  1 | 1,9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999...
    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from hyperchess.scanner import Scanner
from hyperchess.text import Source, quote
from hyperchess.validation import check_text

__all__ = ["MAX_DIGITS", "Square", "Step", "parse_square", "scan_integer", "scan_natural", "scan_square"]

# Python itself refuses to print numbers of more than 4,300 digits; sums and differences stay below that.
MAX_DIGITS = 1_000

Step: TypeAlias = tuple[int, int]
"""A displacement in x and y."""

_INTEGER = re.compile(r"-?[0-9]+")
_NATURAL = re.compile(r"[0-9]+")
_COMMA = re.compile(r",")


class Square(NamedTuple):
    """A square by its coordinates. White's pawns move towards larger y."""

    x: int
    y: int

    @staticmethod
    def parse(text: str) -> Square:
        """Parse `x,y`.

        >>> Square.parse("5,-1")
        Square(x=5, y=-1)
        """
        return parse_square(text)

    @property
    def is_dark(self) -> bool:
        """True if the square is dark; `0,0` is."""
        return (self.x + self.y) % 2 == 0

    def plus(self, step: Step, times: int = 1) -> Square:
        """Return the square reached by `times` repetitions of a step."""
        return Square(self.x + times * step[0], self.y + times * step[1])

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


def parse_square(text: str) -> Square:
    """Parse exactly one square, written `x,y`."""
    check_text("text", text)
    scanner = Scanner(Source(text))
    square = scan_square(scanner)
    if not scanner.at_end:
        rest = text[scanner.offset :]
        scanner.fail(f"expected the end of the text, found {quote(rest)}", code="square")
    return square


def scan_square(scanner: Scanner, comma: re.Pattern[str] = _COMMA) -> Square:
    """Parse a square at the scanner's position; `comma` matches the separator of its coordinates."""
    x = scan_integer(scanner, "a coordinate")
    scanner.expect(comma, "',' and a second coordinate", code="square", hint="a square is written x,y")
    return Square(x, scan_integer(scanner, "a coordinate"))


def scan_integer(scanner: Scanner, what: str) -> int:
    """Parse an integer at the scanner's position; `what` names it in messages."""
    return _bounded(scanner, scanner.expect(_INTEGER, f"{what} (an integer)", code="square"), what)


def scan_natural(scanner: Scanner, what: str) -> int:
    """Parse an integer without a sign."""
    return _bounded(scanner, scanner.expect(_NATURAL, f"{what} (0, 1, 2, ...)", code="number"), what)


def _bounded(scanner: Scanner, digits: str, what: str) -> int:
    length = len(digits) - digits.startswith("-")
    if length > MAX_DIGITS:
        start = scanner.offset - len(digits)
        message = f"{what} has at most {MAX_DIGITS} digits, found {length}"
        scanner.fail(message, code="limit", start=start)
    return int(digits)
