"""Builder that readers of third-party notations use: headers first, then one action after the other.

>>> def read(builder: SyntaxBuilder) -> None:
...     read_head(builder)
...     builder.begin()
...     builder.last.moves.append(builder.unreadable(Span(0, 2), "a move"))
>>> syntax = build(Source("?!"), "mine", Grammar(), read)
>>> [problem.message for problem in syntax.problems]
["expected a move, found '?!'"]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from hyperchess.multiverse import Color, Timeline
from hyperchess.notation.text5d.header_text import BOARD, match_header
from hyperchess.notation.text5d.syntax import (
    ActionSyntax,
    GameSyntax,
    Grammar,
    HeaderSyntax,
    MadeSyntax,
    MoveSyntax,
    SerialToken,
)
from hyperchess.text import Severity, Source, Span, quote

__all__ = [
    "StopReading",
    "SyntaxBuilder",
    "build",
    "made_at",
    "make_parser",
    "read_head",
    "scan_tokens",
    "serial_at",
    "timeline_named",
]

_HEAD = re.compile(r"\s*(?=\[)")
_TO_LINE_END = re.compile(r"[^\r\n]*")


class StopReading(Exception):
    """Raised by a reader and caught by `build` when a text has more problems than are listed."""


def make_parser(
    notation: str, grammar: Grammar, read: Callable[[SyntaxBuilder], None]
) -> Callable[[Source], list[GameSyntax]]:
    """Return the parser of a notation with one game in a text."""
    return lambda source: [build(source, notation, grammar, read)]


def build(
    source: Source,
    notation: str,
    grammar: Grammar,
    read: Callable[[SyntaxBuilder], None],
    *,
    start: int = 0,
) -> GameSyntax:
    """Build the syntax of one game as far as `read` gets; reading stops at the limit of problems."""
    builder = SyntaxBuilder(GameSyntax(source, notation, start, grammar))
    with suppress(StopReading):
        read(builder)
    return builder.syntax


class SyntaxBuilder:
    """Syntax of a game under construction, with the action that was started last."""

    def __init__(self, syntax: GameSyntax) -> None:
        self.syntax = syntax
        self.source = syntax.source
        self.root = syntax.root
        self.last = syntax.root  # the action that was started last, or the root

    def begin(self, serial: SerialToken | None = None, *, after: ActionSyntax | None = None) -> ActionSyntax:
        """Start a new action after `after`, by default the last one."""
        action = ActionSyntax(serial)
        (self.last if after is None else after).children.append(action)
        self.last = action
        return action

    def begin_unnumbered(self, span: Span, example: str) -> None:
        """Start a new action without a number, and report the missing number."""
        hint = f"start it with a number such as {example}"
        self.report(span, "serial", "action without a number", Severity.INFO, hint=hint)
        self.begin()

    def answer(self, span: Span) -> None:
        """Start Black's part of a turn; after a bare number, White's part is reported as missing."""
        last = self.last
        number = last.serial.number if last.serial is not None else None
        if last is self.root or last.moves or last.passes or last.claim:
            last = self.begin()
        last.serial = SerialToken(span, "number", number, Color.BLACK)

    def add_pass(self, span: Span, words: object = None) -> None:
        """Add a board of the last action on which nothing is played."""
        self.last.add_pass(span, words)

    def report(
        self,
        span: Span,
        code: str,
        message: str,
        severity: Severity = Severity.ERROR,
        *,
        hint: str = "",
        fix: str | None = None,
    ) -> None:
        """Record a problem; raise `StopReading` at the limit of problems."""
        problems = self.syntax.problems
        problems.report(span, code, message, severity, hint=hint, fix=fix)
        if problems.full:
            problems.stop()
            raise StopReading

    def unreadable(self, span: Span, expected: str, *, hint: str = "") -> MoveSyntax:
        """Return a placeholder for text that does not have the form of a move, and report it."""
        self.report(span, "move", f"expected {expected}, found {quote(self.syntax.text(span))}", hint=hint)
        return MoveSyntax(span, readable=False)


def read_head(builder: SyntaxBuilder, *, before: re.Pattern[str] = _HEAD) -> int:
    """Read the headers and boards at the start of a game; return the offset where they end.

    `before` matches the text allowed before each of them.
    """
    text, offset = builder.source.text, builder.syntax.start
    if offset == 0 and text.startswith("\ufeff"):
        offset = 1
    while (blank := before.match(text, offset)) is not None:
        place = blank.end()
        header = match_header(text, place)
        board = None if header else BOARD.match(text, place)
        if header is not None:
            offset = header.end
            span = Span(place, offset)
            builder.syntax.headers.append(HeaderSyntax(header.key, header.value, span))
            if header.fix is not None:
                message = f"a header is written {header.fix}"
                builder.report(span, "header", message, Severity.WARNING, fix=header.fix)
        elif board is not None:
            offset = board.end()
            builder.syntax.boards.append(Span(place, offset))
        else:
            line = _TO_LINE_END.match(text, place)
            assert line is not None
            offset = line.end()
            hint = 'a header is [Key "value"], a board is [k*2/3/2K*:0:1:w]'
            message = f"expected a header, found {quote(line.group())}"
            builder.report(Span(place, offset), "header", message, hint=hint)
    return offset


def scan_tokens(
    builder: SyntaxBuilder, token: re.Pattern[str], *, before: re.Pattern[str] = _HEAD
) -> Iterator[re.Match[str]]:
    """Yield the tokens after the headers, up to the first text that is none."""
    offset = read_head(builder, before=before)
    while (match := token.match(builder.source.text, offset)) is not None:
        yield match
        offset = match.end()


def timeline_named(text: str) -> Timeline:
    """Return the timeline of a valid name such as `-1`, `0` or `+0`."""
    if text in ("-0", "+0"):
        return Timeline(1 if text == "+0" else -1)
    return Timeline.of(int(text))


def made_at(match: re.Match[str], group: str) -> MadeSyntax | None:
    """Return the new timeline that a group of a match names, if it is present."""
    return MadeSyntax(timeline_named(match[group]), Span(*match.span(group))) if match[group] else None


def serial_at(span: Span, number: str, color: Color | None, present: str | None = None) -> SerialToken:
    """Build the serial of an action from its digits and, if named, the digits of the present."""
    counted = int(number) if 0 < len(number) <= 6 else None
    return SerialToken(span, "number", counted, color, int(present) if present else None)
