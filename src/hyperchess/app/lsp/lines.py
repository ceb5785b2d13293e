"""Lines of a text: from an offset to a position of the protocol and back.

Columns are counted in the code units of the encoding that client and server agreed on. A line ends with a
line feed, a carriage return, or both, as in the protocol.

>>> lines = Lines("1. e4 {\N{WHITE CHESS QUEEN}\N{HAMMER}} / e5\\r\\n2. Nf3", "utf-16")
>>> lines.position(12), lines.position(20), lines.offset(Position(0, 13))
(0:13, 1:3, 12)
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from lsprotocol.types import Position, Range

from hyperchess.text import Span

__all__ = ["Lines"]

_BREAK = re.compile(r"\r\n|\r|\n")


class Lines:
    """The line starts of a text."""

    __slots__ = ("_encoding", "_starts", "text")

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self._encoding = encoding
        if "\r" in text:
            self._starts = [0, *map(re.Match.end, _BREAK.finditer(text))]
        else:  # several times as fast
            lengths = map(len, text.split("\n"))
            self._starts = list(accumulate(lengths, lambda start, length: start + length + 1, initial=0))[:-1]

    def line(self, offset: int) -> int:
        """Return the number of the line of an offset, from 0."""
        return bisect_right(self._starts, offset) - 1

    def position(self, offset: int) -> Position:
        """Return the position of an offset."""
        line = self.line(offset)
        return Position(line, self._units(self.text[self._starts[line] : offset]))

    def offset(self, position: Position) -> int:
        """Return the offset of a position; one after the end of a line is the end of the line."""
        if position.line >= len(self._starts):
            return len(self.text)
        start = self._starts[position.line]
        last = position.line + 1 == len(self._starts)
        line = (
            self.text[start:] if last else self.text[start : self._starts[position.line + 1]].rstrip("\r\n")
        )
        if line.isascii() or self._encoding == "utf-32":
            return start + min(position.character, len(line))
        units = 0
        for index, character in enumerate(line):
            if units >= position.character:
                return start + index
            units += self._units(character)
        return start + len(line)

    def range(self, span: Span) -> Range:
        """Return the range of a span."""
        return Range(self.position(span.start), self.position(span.end))

    def _units(self, text: str) -> int:
        if text.isascii() or self._encoding == "utf-32":
            return len(text)
        if self._encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
