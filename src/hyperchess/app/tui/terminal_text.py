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
    """The door of the screen: whatever a widget draws, nothing of it steers the terminal or hides in it.

    Texts of a game already have visible escapes after layout (`escape_line`, `wrap`, `cut`). What comes
    by another way is replaced here by as many columns as it took.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments of a line without characters that are not visible."""
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
    """The text in one line: line breaks and tabs become blanks, what is not visible is escaped."""
    return visible_line(_SPACE.sub(" ", text))


def wrap(text: str, width: int) -> list[str]:
    """The text in lines that are at most `width` columns wide, at least one line."""
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
    """The text in one line, with an ellipsis where it is too long.

    >>> cut("checkmate", 6)
    'check…'
    """
    text = escape_line(text)
    if cell_len(text) <= width:
        return text
    return chop_cells(text, max(1, width - 1))[0] + "…"
