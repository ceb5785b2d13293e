"""Source text with positions: from an offset to `line:column` and to an excerpt with a caret.

>>> source = Source("1. e4 / z5", name="game.5dpgn")
>>> print(Problem(source, Span(8, 10), "move", "expected a square, found 'z5'", hint="files run a to h"))
game.5dpgn:1:9: error[move]: expected a square, found 'z5'
  1 | 1. e4 / z5
    |         ^^
  = hint: files run a to h
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property
from typing import NamedTuple

from hyperchess.lazy_pattern import lazy_pattern

__all__ = [
    "MAX_PROBLEMS",
    "Edit",
    "Location",
    "Problem",
    "Severity",
    "Source",
    "Span",
    "apply_edits",
    "escape_hidden",
    "plural",
    "quote",
    "suggest",
    "visible_line",
]

MAX_PROBLEMS = 1_000  # number of problems after which a reader stops
_WINDOW = 100  # characters of a source line in an excerpt
_LINE_BREAK = lazy_pattern(r"\r\n|\r|\n")
_SUSPECT = lazy_pattern(r"\r(?!\n)|[^\r\n\t\x20-\x7e]")
_SUSPECT_IN_LINE = lazy_pattern(r"[^\x20-\x7e]")
# Invisible letters and marks: they hide text, or make two names look the same.
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f")
_HIDDEN_SELECTORS = range(0xE0100, 0xE01F0)


class Span(NamedTuple):
    """A range of text as offsets; `end` is exclusive."""

    start: int
    end: int


class Location(NamedTuple):
    """A line and a column, both counted from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


_FIRST = Location(1, 1)


class Severity(Enum):
    """The severity of a problem: `error` stops, `warning` is likely wrong, `info` is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


def suggest(word: str, known: Iterable[str]) -> str:
    """Return a question with the most similar known word, to end a message with; empty if none is similar.

    >>> suggest("coment", ["comment", "clock"]), suggest("xyz", ["comment", "clock"])
    ("; did you mean 'comment'?", '')
    """
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def quote(text: str, limit: int = 40) -> str:
    """Quote `text` for a message, shortened in the middle to at most `limit` characters.

    >>> quote("Nf3")
    "'Nf3'"
    >>> quote("x" * 1_000_000)
    "'xxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxx' (1000000 characters)"
    """
    if len(text) <= limit:
        return repr(text)
    half = (limit - 3) // 2
    return f"{text[:half] + '...' + text[-half:]!r} ({len(text)} characters)"


def escape_hidden(text: str) -> str:
    """Return the text with every character that could control a terminal or hide in it escaped.

    These are control characters (C0, DEL, C1), characters that change the direction of text, other invisible
    characters, and lone surrogates. Line breaks, tabs, and letters of every script stay.

    >>> print(escape_hidden("a\\x1b[2J \\x9b1m \\u202eb\\nZoë \N{WHITE CHESS QUEEN}"))
    a\\x1b[2J \\x9b1m \\u202eb
    Zoë \N{WHITE CHESS QUEEN}
    """
    return _SUSPECT.sub(_shown, text)


def visible_line(text: str) -> str:
    """Escape a text for a single line, such as a file name: line breaks and tabs are escaped too.

    >>> print(visible_line("a\\nb\\u200bc"))
    a\\nb\\u200bc
    """
    return _SUSPECT_IN_LINE.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    return _shown_character(match[0])


@cache
def _shown_character(character: str) -> str:
    code = ord(character)
    if character in _BLANK_LETTERS or code in _HIDDEN_SELECTORS:
        return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    return repr(character)[1:-1]


@dataclass(frozen=True)
class Source:
    """A text and its name for reports (a file name, or `<text>`).

    A text may be a part of a larger one: `first` is the position of its first character there, and all lines
    and columns are those of the larger text. Offsets and spans always count from the beginning of `text`.

    >>> Source("d4\\nz5", first=Location(7, 5)).place(0), Source("d4\\nz5", first=Location(7, 5)).place(4)
    (Location(line=7, column=5), Location(line=8, column=2))
    """

    text: str
    name: str = "<text>"
    first: Location = _FIRST

    def __reduce__(self) -> tuple[type[Source], tuple[str, str, Location]]:
        return Source, (self.text, self.name, self.first)  # without cached values

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *map(re.Match.end, _LINE_BREAK.finditer(self.text))]

    def place(self, offset: int) -> Location:
        """Return the line and column of an offset.

        >>> Source("ab\\ncd").place(4)
        Location(line=2, column=2)
        """
        line = bisect_right(self._starts, offset)
        column = offset - self._starts[line - 1] + 1
        if line == 1:
            return Location(self.first.line, self.first.column + column - 1)
        return Location(self.first.line + line - 1, column)

    def line(self, number: int) -> str:
        """Return the text of a line without its line break; lines are counted as in `place`."""
        number -= self.first.line - 1
        start = self._starts[number - 1]
        after = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:after].rstrip("\r\n")

    def picture(self, span: Span) -> str:
        """Return the line where `span` starts with a caret below it; a long line is cut to a window."""
        place = self.place(span.start)
        line = self.line(place.line)
        column = place.column - (self.first.column if place.line == self.first.line else 1)
        start = min(column, len(line))
        end = min(len(line), start + span.end - span.start)
        left = max(0, start - _WINDOW // 2) if len(line) > _WINDOW else 0
        right = min(len(line), left + _WINDOW)
        before, after = "..." if left else "", "..." if right < len(line) else ""
        cut = (line[left:start], line[start : min(end, right)], line[max(start, min(end, right)) : right])
        lead, marked, rest = map(escape_hidden, cut)
        indent = "".join(c if c == "\t" else " " for c in before + lead)
        carets = "^" * max(1, len(marked))
        number = str(place.line)
        shown = f"{before}{lead}{marked}{rest}{after}"
        return f"  {number} | {shown}\n  {' ' * len(number)} | {indent}{carets}"


class Edit(NamedTuple):
    """A fix: replace a range of the source by `text`."""

    span: Span
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Apply fixes to a text; of two that overlap, the one that starts first wins.

    >>> apply_edits("1. e4 e5", [Edit(Span(6, 6), "/ "), Edit(Span(3, 5), "e3")])
    '1. e3 / e5'
    """
    parts = []
    done = 0
    for span, replacement in sorted(edits):
        if span.start >= done:
            parts += [text[done : span.start], replacement]
            done = span.end
    return "".join([*parts, text[done:]])


@dataclass(frozen=True)
class Problem:
    """A problem, or something worth knowing, at one position of a text.

    The code names an entry of `hyperchess explain`; it is empty if the text is not a notation.
    """

    source: Source = field(repr=False, compare=False)
    """The text that has the problem."""
    span: Span
    """The place in the text."""
    code: str
    """The name of an entry of `hyperchess explain`, or empty."""
    message: str
    """The description, as a sentence without a full stop."""
    hint: str = ""
    """Advice, or empty."""
    severity: Severity = Severity.ERROR
    """Error, warning or information."""
    fix: Edit | None = None
    """The edit that corrects the text, if one is sure."""

    def __post_init__(self) -> None:
        """Clamp the span to the end of the text."""
        length = len(self.source.text)
        if self.span.end > length:
            object.__setattr__(self, "span", Span(min(self.span.start, length), length))

    @property
    def line(self) -> int:
        """The line where the problem starts, counted from 1."""
        return self.source.place(self.span.start).line

    @property
    def column(self) -> int:
        """The column where the problem starts, counted from 1."""
        return self.source.place(self.span.start).column

    def __str__(self) -> str:
        place = self.source.place(self.span.start)
        code = f"[{self.code}]" if self.code else ""
        head = f"{self.source.name}:{place}: {self.severity.value}{code}: {self.message}"
        tail = f"\n  = hint: {self.hint}" if self.hint else ""
        return f"{head}\n{self.source.picture(self.span)}{tail}"


def plural(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "game"), plural(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"
