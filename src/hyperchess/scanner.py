"""Cursor over a source text that matches regular expressions and raises errors with a position."""

from __future__ import annotations

import re
from typing import NoReturn

from hyperchess.errors import ParseError
from hyperchess.text import Problem, Severity, Source, Span, quote

__all__ = ["Scanner"]


class Scanner:
    """A cursor over a source text that matches regular expressions and raises errors with a position.

    >>> scanner = Scanner(Source("12 b"))
    >>> scanner.take(re.compile("[0-9]+"))
    '12'
    >>> scanner.expect(re.compile("[a-z]"), "a letter", code="demo")
    Traceback (most recent call last):
    ...
    hyperchess.errors.ParseError: <text>:1:3: error[demo]: expected a letter, found ' '
      1 | 12 b
        |   ^
    """

    def __init__(self, source: Source, offset: int = 0) -> None:
        self.source = source
        self.offset = offset

    @property
    def at_end(self) -> bool:
        """True if the whole text has been read."""
        return self.offset >= len(self.source.text)

    def peek(self) -> str:
        """Return the next character, or an empty string at the end."""
        return self.source.text[self.offset : self.offset + 1]

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """Consume and return what `pattern` matches here, or `None`."""
        match = pattern.match(self.source.text, self.offset)
        if match is None:
            return None
        self.offset = match.end()
        return match.group()

    def expect(self, pattern: re.Pattern[str], expected: str, *, code: str, hint: str = "") -> str:
        """Consume and return what `pattern` matches here, or raise `ParseError`."""
        found = self.take(pattern)
        if found is None:
            here = quote(self.peek()) if not self.at_end else "the end of the text"
            self.fail(f"expected {expected}, found {here}", code=code, hint=hint)
        return found

    def problem(
        self,
        message: str,
        *,
        code: str,
        hint: str = "",
        start: int | None = None,
        severity: Severity = Severity.ERROR,
    ) -> Problem:
        """Return a problem that spans `start` to the cursor (or marks the next character)."""
        span = Span(self.offset, self.offset + 1) if start is None else Span(start, self.offset)
        return Problem(self.source, span, code, message, hint, severity)

    def fail(self, message: str, *, code: str, hint: str = "", start: int | None = None) -> NoReturn:
        """Raise `ParseError` for the text between `start` and the cursor."""
        raise ParseError(self.problem(message, code=code, hint=hint, start=start))
