"""Coordinates: timelines, half-turns, boards and squares.

A timeline is not an integer. Games that start on an odd number of timelines count `-1 0 +1`; games that start
on an even number have `-0` and `+0` in the middle instead of `0`. The three zeros differ:

>>> sorted(map(Timeline.parse, ["+1", "-0", "0", "-2", "+0", "-1"]))
[Timeline('-2'), Timeline('-1'), Timeline('-0'), Timeline('0'), Timeline('+0'), Timeline('1')]

A board is a timeline, a turn and the colour of the player who moves on it; a square adds a file and a rank.
Both forms of the specification are accepted, and the colour may be omitted if the context determines it:

>>> parse_square("(L-1 T6)e4", Color.BLACK)
Square(timeline=Timeline('-1'), turn=6, color=Color.BLACK, file=4, rank=3)
>>> format_square(parse_square("(1T0b)z99")), format_board_at(parse_board_at("(+0T3w)"), long=True)
('(1T0)z99', '(L+0 T3)')
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from hyperchess.errors import ParseError
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.scanner import Scanner
from hyperchess.text import Problem, Source, Span, quote
from hyperchess.validation import check_integer, check_text, invalid_argument

__all__ = [
    "MAX_FILES",
    "MAX_RANKS",
    "MAX_TIMELINE",
    "MAX_TURN",
    "BoardAt",
    "Color",
    "HalfTurn",
    "Square",
    "Timeline",
    "file_name",
    "format_board_at",
    "format_square",
    "parse_board_at",
    "parse_square",
    "read_number",
    "scan_board_at",
    "scan_timeline",
    "scan_turn",
]

MAX_FILES = 26
MAX_RANKS = 99
MAX_TURN = 99_999
MAX_TIMELINE = 99_999


class Color(IntEnum):
    """A player, and the boards on which that player moves. White comes first."""

    WHITE = 0
    BLACK = 1

    @property
    def letter(self) -> str:
        """`w` or `b`, as 5DFEN writes it."""
        return "wb"[self]

    @property
    def other(self) -> Color:
        """The opponent."""
        return _COLORS[1 - self]

    def after(self, actions: int) -> Color:
        """Return the player to move after `actions` actions of both players, if this player moves first."""
        return _COLORS[(self + actions) & 1]

    def __repr__(self) -> str:
        return f"Color.{self.name}"

    def __str__(self) -> str:
        return self.name.capitalize()


_COLORS = (Color.WHITE, Color.BLACK)  # indexing a tuple is faster than calling an enum


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Timeline:
    """The name of a timeline: an integer, or one of the signed zeros `-0` and `+0`.

    `halves` is twice the number, -1 for `-0` and 1 for `+0`, so that names compare in the order in which
    timelines are drawn.

    >>> Timeline.parse("+0") == Timeline.parse("0"), Timeline.parse("+1") == Timeline.of(1)
    (False, True)
    >>> str(Timeline.of(1)), Timeline.of(1).signed, Timeline.of(0).signed, Timeline.parse("-0").signed
    ('1', '+1', '0', '-0')
    """

    halves: int

    def __hash__(self) -> int:
        return self.halves  # hot path: avoids the tuple that a dataclass would create

    @staticmethod
    def of(number: int) -> Timeline:
        """Return the timeline with an ordinary number (a plain zero for 0)."""
        return _timeline(2 * check_integer("number", number, least=None))

    @staticmethod
    def of_row(row: int, *, even: bool) -> Timeline:
        """Return the timeline in a row of the multiverse; the inverse of `row`.

        >>> [str(Timeline.of_row(row, even=True)) for row in range(-2, 2)]
        ['-1', '-0', '+0', '1']
        """
        if not isinstance(row, int):
            raise invalid_argument("row", "an integer", row)
        if not even:
            return _timeline(2 * row)
        if row in (-1, 0):
            return _timeline(2 * row + 1)
        return _timeline(2 * row if row > 0 else 2 * row + 2)

    @staticmethod
    def parse(text: str) -> Timeline:
        """Parse `-1`, `-0`, `0`, `+0`, `1` or `+1`."""
        scanner = Scanner(Source(check_text("text", text)))
        timeline = scan_timeline(scanner)
        _end(scanner)
        return timeline

    @property
    def number(self) -> int:
        """The number without the sign of a zero: the `L` of distances and of activity."""
        return self.halves // 2 if self.halves > 0 else -(-self.halves // 2)

    @property
    def is_signed_zero(self) -> bool:
        """True if this is `-0` or `+0`, the two middle timelines of an even start."""
        return self.halves in (-1, 1)

    @property
    def signed(self) -> str:
        """The name with a sign on every positive number, as in canonical 5DFEN."""
        return f"+{self.number}" if self.halves > 0 else str(self)

    def row(self, *, even: bool) -> int:
        """Return the row of this timeline; the rows of neighbours differ by one.

        >>> [Timeline.parse(name).row(even=True) for name in ("-1", "-0", "+0", "1")]
        [-2, -1, 0, 1]
        """
        halves = self.halves
        if halves >= 0:
            return halves // 2
        return -(-halves // 2) - even

    def __str__(self) -> str:
        if self.is_signed_zero:
            return "-0" if self.halves < 0 else "+0"
        return str(self.number)

    def __repr__(self) -> str:
        return f"Timeline({str(self)!r})"


@cache
def _timeline(halves: int) -> Timeline:
    return Timeline(halves)


class HalfTurn(NamedTuple):
    """A column of the multiverse: a turn and the player who moves on its boards.

    >>> str(HalfTurn(4, Color.BLACK)), HalfTurn(4, Color.BLACK).ordinal, HalfTurn.of_ordinal(10)
    ('T4b', 9, HalfTurn(turn=5, color=Color.WHITE))
    """

    turn: int
    color: Color

    @staticmethod
    def of_ordinal(ordinal: int) -> HalfTurn:
        """Return the half-turn with this ordinal; the inverse of `ordinal`."""
        if not isinstance(ordinal, int):
            raise invalid_argument("ordinal", "an integer", ordinal)
        return _half_turn(ordinal)

    @property
    def ordinal(self) -> int:
        """Half-turns as one count: White's turn T is 2T, Black's is 2T+1."""
        return 2 * self.turn + self.color

    def __str__(self) -> str:
        return f"T{self.turn}{self.color.letter}"


@lru_cache(maxsize=1 << 12)
def _half_turn(ordinal: int) -> HalfTurn:
    return HalfTurn(ordinal >> 1, _COLORS[ordinal & 1])


class BoardAt(NamedTuple):
    """The coordinates of a board. They sort by timeline, then turn, White before Black."""

    timeline: Timeline
    turn: int
    color: Color

    @property
    def half_turn(self) -> HalfTurn:
        """The column of the board."""
        return HalfTurn(self.turn, self.color)

    @property
    def next(self) -> BoardAt:
        """The coordinates of the next board on the same timeline.

        >>> str(BoardAt(Timeline.of(0), 3, Color.BLACK).next)
        '(0T4w)'
        """
        return BoardAt(self.timeline, self.turn + self.color, self.color.other)

    def __str__(self) -> str:
        return f"({self.timeline}T{self.turn}{self.color.letter})"


class Square(NamedTuple):
    """A square of the multiverse; file and rank are counted from 0 (`a1` is 0, 0)."""

    timeline: Timeline
    turn: int
    color: Color
    file: int
    rank: int

    @staticmethod
    def parse(text: str, color: Color | None = None) -> Square:
        """Parse `(0T1w)e4`; without `w` or `b` the board belongs to `color`.

        >>> str(Square.parse("(0T1w)e4")), Square.parse("(0T1)e4", Color.BLACK).color
        ('(0T1w)e4', Color.BLACK)
        """
        return parse_square(text, color)

    @property
    def board(self) -> BoardAt:
        """The board of the square."""
        return BoardAt(self.timeline, self.turn, self.color)

    @property
    def name(self) -> str:
        """The physical coordinates, such as `e4`."""
        return f"{file_name(self.file)}{self.rank + 1}"

    def __str__(self) -> str:
        return f"{self.board}{self.name}"


def file_name(file: int) -> str:
    """Return the letter of a file: 0 is `a`, 25 is `z`."""
    return chr(ord("a") + file)


def format_board_at(at: BoardAt, *, long: bool = False, color: bool = False) -> str:
    """Format as `(0T1)`, or `(L0 T1)` if `long`; `color` adds the letter of the player."""
    letter = at.color.letter if color else ""
    return f"(L{at.timeline} T{at.turn}{letter})" if long else f"({at.timeline}T{at.turn}{letter})"


def format_square(square: Square, *, long: bool = False, color: bool = False) -> str:
    """Format as `(0T1)e4`, or `(L0 T1)e4` if `long`; `color` adds the letter of the player."""
    return format_board_at(square.board, long=long, color=color) + square.name


def parse_board_at(text: str, color: Color | None = None) -> BoardAt:
    """Parse `(0T1)` or `(L0 T1)`, each with an optional `w` or `b` after the turn.

    Without that letter the board belongs to `color`.

    >>> parse_board_at("(0T1)")
    Traceback (most recent call last):
    ...
    hyperchess.errors.ParseError: <text>:1:5: error[coordinate]: expected 'w' or 'b', found ')'
      1 | (0T1)
        |     ^
      = hint: add the colour of the board after the turn: w or b
    """
    scanner = Scanner(Source(check_text("text", text)))
    at = scan_board_at(scanner, color)
    _end(scanner)
    return at


def parse_square(text: str, color: Color | None = None) -> Square:
    """Parse board coordinates followed by a file and a rank: `(0T1)e4`."""
    scanner = Scanner(Source(check_text("text", text)))
    at = scan_board_at(scanner, color)
    file = scanner.expect(_FILE, "a file (a to z)", code="coordinate")
    rank = scanner.expect(_RANK, f"a rank (1 to {MAX_RANKS})", code="coordinate")
    _end(scanner)
    return Square(*at, ord(file) - ord("a"), int(rank) - 1)


def scan_board_at(scanner: Scanner, color: Color | None) -> BoardAt:
    """Parse board coordinates at the scanner's position."""
    scanner.expect(_OPEN, "'('", code="coordinate")
    timeline = scan_timeline(scanner)
    scanner.expect(_TURN_SIGN, "'T'", code="coordinate", hint="a board is written (0T1)")
    turn = scan_turn(scanner)
    if color is None or scanner.peek() in ("w", "b"):
        hint = "add the colour of the board after the turn: w or b"
        letter = scanner.expect(_COLOR, "'w' or 'b'", code="coordinate", hint=hint)
        color = Color("wb".index(letter))
    scanner.expect(_CLOSE, "')'", code="coordinate")
    return BoardAt(timeline, turn, color)


def scan_timeline(scanner: Scanner) -> Timeline:
    """Parse the name of a timeline at the scanner's position."""
    start = scanner.offset
    name = scanner.expect(_INTEGER, "a timeline such as 0, -1 or +0", code="coordinate")
    number = read_number(scanner, Span(start, scanner.offset), "timeline")
    if number == 0 and name[0] in "+-":
        return Timeline(1 if name[0] == "+" else -1)
    return Timeline.of(number)


def scan_turn(scanner: Scanner) -> int:
    """Parse a turn at the scanner's position."""
    start = scanner.offset
    scanner.expect(_INTEGER, "a turn such as 1", code="coordinate")
    return read_number(scanner, Span(start, scanner.offset), "turn")


def read_number(scanner: Scanner, span: Span, what: Literal["timeline", "turn"]) -> int:
    """Return the number written in `span`; raise `ParseError` if it is out of range."""
    digits = scanner.source.text[slice(*span)]
    limit = MAX_TURN if what == "turn" else MAX_TIMELINE
    # Check the length first: Python refuses to convert numbers of more than 4,300 digits.
    if len(digits) <= 20 and abs(int(digits)) <= limit:
        return int(digits)
    message = f"{what} {quote(digits)} is out of range"
    hint = f"a {what} lies between -{limit} and {limit}"
    raise ParseError(Problem(scanner.source, span, "limit", message, hint))


def _end(scanner: Scanner) -> None:
    if not scanner.at_end:
        rest = scanner.source.text[scanner.offset :]
        scanner.fail(f"expected the end of the text, found {quote(rest)}", code="coordinate")


_OPEN = lazy_pattern(r"\(\s*L?")
_CLOSE = lazy_pattern(r"\s*\)")
_TURN_SIGN = lazy_pattern(r"\s*T")
_INTEGER = lazy_pattern(r"[+-]?[0-9]+")
_COLOR = lazy_pattern(r"[wb]")
_FILE = lazy_pattern(r"[a-z]")
_RANK = lazy_pattern(r"[1-9][0-9]?")
