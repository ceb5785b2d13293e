"""Untrusted text made safe for a terminal, and fitted to its columns.

>>> plain("a\\x1b[31mb\\tc")
'a [31mb c'
>>> wrap("White sends the queen back", 11)
['White sends', 'the queen', 'back']
>>> wrap("Qb3>>x(0T1)f7", 8)
['Qb3>>x(0', 'T1)f7']
"""

from __future__ import annotations

from rich.cells import cell_len, chop_cells

__all__ = ["cut", "plain", "wrap"]


def plain(text: str) -> str:
    """The text in one line; control characters become blanks."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def wrap(text: str, width: int) -> list[str]:
    """The text in lines that are at most `width` columns wide, at least one line."""
    lines: list[str] = []
    line = ""
    for word in plain(text).split():
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
    text = plain(text)
    if cell_len(text) <= width:
        return text
    return chop_cells(text, max(1, width - 1))[0] + "…"
