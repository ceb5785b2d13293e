r"""A single header: `[Key "value"]` with `\"` and `\\` in the value, or as people type it.

>>> match_header(r'[White "A \"B\" C"] 1. e4', 0).value
'A "B" C'
>>> typed = match_header("[White “Ada”]", 0)
>>> typed.value, typed.fix
('Ada', '[White "Ada"]')
>>> format_header("White", r'A "B" \ C')
'[White "A \\"B\\" \\ C"]'
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hyperchess.lazy_pattern import lazy_pattern

__all__ = [
    "BOARD",
    "DECISIVE_KEYS",
    "KNOWN_KEYS",
    "OPEN_HEADER",
    "PLAIN_HEADER",
    "PLAIN_HEADERS",
    "HeaderText",
    "format_header",
    "match_header",
]

_HEADER = lazy_pattern(r'\[\s*([^\s"\[\]]+)\s*"([^"]*)"\s*\]')
_WITH_ESCAPES = lazy_pattern(r'\[\s*([^\s"\[\]]+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
KNOWN_KEYS = (
    *("White", "Black", "Event", "Site", "Date", "Round", "Result", "Time", "Mode", "Board", "Variant"),
    *("Variation", "Size", "Puzzle", "Promotions", "Timeline", "Timelines", "InitialMultiverses"),
)
"""Keys of headers that have a meaning in 5DPGN."""

DECISIVE_KEYS = frozenset(
    ("board", "variant", "variation", "size", "promotions", "timeline", "timelines", "initialmultiverses")
)
"""Keys of headers that decide from which position a game starts, in small letters."""

_KNOWN = "|".join(KNOWN_KEYS)
_DOUBLE = r'"\u00ab\u00bb\u201c-\u201f\u2033\uff02'  # quotation marks of all kinds
_SINGLE = r"'`\u00b4\u2018-\u201b"
_TYPED = lazy_pattern(
    rf"""\[[^\S\r\n]*(?:
        (\w+)[^\S\r\n]*+[:=]?+[^\S\r\n]*+(?:
            [{_DOUBLE}]([^{_DOUBLE}\r\n]*)[{_DOUBLE}]
          | [{_SINGLE}]([^{_SINGLE}"\r\n]*)[{_SINGLE}]
        )[^\S\r\n]*\]
      | ({_KNOWN})(?:[^\S\r\n]*+[:=\r\n]|[^\S\r\n]++)[^\S\r\n]*+([^\s"\[\]][^"\[\]\r\n]*)\]
      | (\w+)[^\S\r\n]*"([^"\[\]\r\n]*)(?:\]|"[^\S\r\n]*(?=[\r\n]|\Z))
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_ESCAPE = lazy_pattern(r'\\(["\\])')
_MUST_ESCAPE = lazy_pattern(r'"|\\(?=["\\]|\Z)')

BOARD = lazy_pattern(r'\[(?=[^\[\]":]*+:)[^\[\]"]*+\]')
"""A board: in brackets like a header, but with colons."""

OPEN_HEADER = lazy_pattern(r'\[\s*+[^\s"\[\]]++\s*+"(?:[^"\\]++|\\.|\\\Z)*+(?:"\s*+)?+\Z')
"""A header at the end of a text that may continue."""

PLAIN_HEADER = lazy_pattern(r'\s*+(\[\s*+([^\s"\[\]:=]++)\s*+"([^"\\]*+)"\s*+\])')
"""A header without escapes and the blanks before it; the groups are the header, its key and its value."""

PLAIN_HEADERS = lazy_pattern(r'(?:\s*+\[\s*+[^\s"\[\]]++\s*+"[^"\\]*+"\s*+\])*+')
"""Any number of consecutive headers without escapes."""


class HeaderText(NamedTuple):
    """A header, the offset of its end, and its correct spelling if it is written differently."""

    key: str
    value: str
    end: int
    fix: str | None = None


def match_header(text: str, start: int) -> HeaderText | None:
    """Return the header that starts at `start`, if there is one."""
    match = _HEADER.match(text, start)
    if match is not None and "\\" not in match[2]:
        key = match[1].rstrip(":=") or match[1]
        fix = None if key == match[1] else format_header(key, match[2])
        return HeaderText(key, match[2], match.end(), fix)
    escaped = _WITH_ESCAPES.match(text, start)
    if escaped is not None:
        return HeaderText(escaped[1], _ESCAPE.sub(r"\1", escaped[2]), escaped.end())
    if match is not None:  # a value that ends with a backslash, as texts without escapes write it
        return HeaderText(match[1], match[2], match.end(), format_header(match[1], match[2]))
    typed = _TYPED.match(text, start)
    if typed is None:
        return None
    key, value = (found for found in typed.groups() if found is not None)
    return HeaderText(key, value.strip(), typed.end(), format_header(key, value.strip()))


def format_header(key: str, value: str) -> str:
    """Format a header so that `match_header` returns the value.

    Other programs may not support escapes, so a backslash is escaped only where it would be ambiguous.
    """
    return f'[{key} "{_MUST_ESCAPE.sub(_escaped, value)}"]'


def _escaped(match: re.Match[str]) -> str:
    return f"\\{match[0]}"
