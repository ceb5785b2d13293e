"""Untrusted text made safe for a terminal, and fitted to its columns.

>>> print(escape_line("a\\x1b[31mb\\tc"))
a\\x1b[31mb c
>>> wrap("White sends the queen back", 11)
['White sends', 'the queen', 'back']
>>> wrap("Qb3>>x(0T1)f7", 8)
['Qb3>>x(0', 'T1)f7']
"""

from __future__ import annotations

import re

from rich.cells import cell_len, chop_cells
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from hyperchess.text import visible_line

__all__ = ["VisibleText", "cut", "escape_line", "wrap"]

_SPACE = re.compile(r"\r\n|[\t\n\r]")


class VisibleText(LineFilter):
    """Filter for everything that widgets draw: control characters and invisible characters are replaced.

    Texts of a game are already escaped when they are laid out (`escape_line`, `wrap`, `cut`). Other texts are
    replaced here by the same number of columns.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line without invisible characters."""
        return [
            segment if segment.control or visible_line(segment.text) == segment.text else _replaced(segment)
            for segment in segments
        ]


def _replaced(segment: Segment) -> Segment:
    signs = (
        sign if visible_line(sign) == sign else "\N{REPLACEMENT CHARACTER}" * cell_len(sign)
        for sign in segment.text
    )
    return Segment("".join(signs), segment.style)


def escape_line(text: str) -> str:
    """Return the text as one line: line breaks and tabs become spaces, invisible characters are escaped."""
    return visible_line(_SPACE.sub(" ", text))


def wrap(text: str, width: int) -> list[str]:
    """Wrap the text into lines of at most `width` columns; there is at least one line."""
    lines: list[str] = []
    line = ""
    for word in escape_line(text).split():
        for part in chop_cells(word, max(1, width)):
            joined = f"{line} {part}" if line else part
            if cell_len(joined) <= width:
                line = joined
            else:
                lines += [line] if line else []
                line = part
    return [*lines, line]


def cut(text: str, width: int) -> str:
    """Return the text as one line, truncated with an ellipsis.

    >>> cut("checkmate", 6)
    'check…'
    """
    text = escape_line(text)
    if cell_len(text) <= width:
        return text
    return chop_cells(text, max(1, width - 1))[0] + "…"
