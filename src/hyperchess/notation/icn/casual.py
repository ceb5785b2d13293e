r"""Informal spellings with only one possible meaning, each with its ICN spelling.

>>> read_move("K5, 1 \N{EN DASH} \N{MINUS SIGN}5,2", 0), read_move("P3,7\N{MULTIPLICATION SIGN}4,8(Q)", 0)
((12, 'K5,1>-5,2'), (11, 'P3,7x4,8=Q'))
>>> read_move("(4,2)->(4,4)", 0), read_move("5,8-5,7", 0), read_move("5,8--5,7", 0)
((12, '4,2>4,4'), (7, '5,8>5,7'), (8, '5,8>-5,7'))
>>> read_move("5,8 -5,7", 0)  # to 5,7 or to -5,7?
>>> read_mark("$5", 0), read_mark("\N{DOUBLE EXCLAMATION MARK}", 0), read_result("1 \N{EN DASH} 0", 0)
((2, '!?'), (1, '!!'), (5, '1-0'))
"""

from __future__ import annotations

import re

from hyperchess.notation.icn.syntax import decode_piece
from hyperchess.notation.marks import MARK_OF_NUMBER, SCORE
from hyperchess.notation.marks import read_result as result_of

__all__ = ["expected_instead", "read_mark", "read_move", "read_number", "read_promotion", "read_result"]

Read = tuple[int, str]
"""Offset of the end, and the ICN spelling."""

_DASHES = "-\u2010\u2011\u2012\u2013\u2212"  # hyphens, en dash, minus: also before a number
_LONG_DASHES = "\u2014\u2015"
_COORDINATE = rf"([{_DASHES}]?[0-9]++)"
_PAIR = rf"{_COORDINATE}\s*+[,\uff0c]\s*+{_COORDINATE}"
_SQUARE = rf"(?:\(\s*+{_PAIR}\s*+\)|{_PAIR})"
_ARROW = (
    rf"(?:\s*+(?P<arrow>[-=]?>|[\u2192\u21d2\u2794\u27a1])\s*+|\s*+(?P<takes>[xX:\u00d7\u2715])\s*+"
    rf"|\s*+(?P<apart>[{_DASHES}])\s++|\s*+[{_LONG_DASHES}]\s*+|(?<=[0-9)])[{_DASHES}])"
)
_NEW = (
    r"(?:\s*+[=/]\s*+(?P<new>[0-9]?[A-Za-z]++)|\s*+\(\s*+=?\s*+(?P<bracketed>[0-9]?[A-Za-z]{1,2})\s*+\)"
    r"|(?P<appended>[A-Za-z]++))?+"
)
_MOVE = re.compile(rf"(?:(?P<code>[0-9]?[A-Za-z]{{1,2}})\s*+)?+{_SQUARE}{_ARROW}{_SQUARE}{_NEW}")
_NUMBER = re.compile(r"([0-9]++)\s*+(?:(\u2026)[\u2026.\s]*+|\)(?=\s))")
_PROMOTION = re.compile(
    r"/\s*+([0-9]?[A-Za-z]{1,2})(?![A-Za-z0-9,])|\(\s*+=?\s*+([0-9]?[A-Za-z]{1,2})\s*+\)"
    r"|([0-9]?[A-Za-z]{1,2})(?![A-Za-z0-9,>(])(?!\s*+[-(0-9])"
)
_MARKS = {
    "\u203c": "!!",
    "\u2047": "??",
    "\u2049": "!?",
    "\u2048": "?!",
    **dict.fromkeys("\uff01\u2757\u2755", "!"),
    **dict.fromkeys("\uff1f\u2753\u2754", "?"),
    "\ufe0f": "",  # after a sign that may be drawn in colour
}
_MARK = re.compile(rf"[!?{''.join(_MARKS)}]++")
_GLYPH = re.compile(r"\$([1-6])(?![0-9])")
_END = r"(?![^\s|{}\[\]()])"
_RESULT = re.compile(rf"{SCORE}{_END}")
_CASTLING = re.compile(r"[Oo0][-\u2013]?[Oo0](?:[-\u2013]?[Oo0])?")
_ALGEBRAIC = re.compile(r"[KQRBNP]?[a-h]?x?[a-h][1-8](?:=?[QRBN])?[+#!?]*+")
_TWO_SQUARES = re.compile(rf"(?:[0-9]?[A-Za-z]{{1,2}})?{_PAIR}\s*+{_PAIR}")


def _number(text: str) -> str:
    return f"-{text[1:]}" if text[0] in _DASHES else text


def read_move(text: str, offset: int) -> Read | None:
    """Read a move, from its piece to its promotion."""
    match = _MOVE.match(text, offset)
    if match is None:
        return None
    code = match["code"] or ""
    if code and decode_piece(code) is None:
        return None
    groups = [group for group in match.groups() if group is not None]
    numbers = [_number(group) for group in groups if group[-1].isdigit()]
    new = match["new"] or match["bracketed"] or match["appended"]
    arrow = "x" if match["takes"] else ">"
    x, y, to_x, to_y = numbers
    return match.end(), f"{code}{x},{y}{arrow}{to_x},{to_y}" + (f"={new}" if new else "")


def read_number(text: str, offset: int) -> Read | None:
    """Read a move number with an ellipsis or a bracket instead of dots."""
    match = _NUMBER.match(text, offset)
    if match is None:
        return None
    return match.end(), f"{match[1]} ... " if match[2] else f"{match[1]}."


def read_promotion(text: str, offset: int) -> Read | None:
    """Read a promotion separate from its move."""
    match = _PROMOTION.match(text, offset)
    if match is None:
        return None
    code = match[1] or match[2] or match[3]
    return None if decode_piece(code) is None else (match.end(), f"={code}")


def read_mark(text: str, offset: int) -> Read | None:
    """Read an evaluation mark in one of its other spellings."""
    match = _GLYPH.match(text, offset)
    if match is not None:
        return match.end(), MARK_OF_NUMBER[int(match[1])]
    match = _MARK.match(text, offset)
    signs = "" if match is None else "".join(_MARKS.get(sign, sign) for sign in match.group())
    return (match.end(), signs) if match is not None and signs else None


def read_result(text: str, offset: int) -> Read | None:
    """Read a result with dashes other than the hyphen, or with blanks."""
    match = _RESULT.match(text, offset)
    result = None if match is None else result_of(match.group())
    return None if match is None or result is None else (match.end(), result)


def expected_instead(text: str) -> str:
    """Return a suggestion for text that looks like a move but is not one."""
    if _CASTLING.fullmatch(text):
        return "castling is written as the king's step of two, as in 5,1>7,1"
    if _ALGEBRAIC.fullmatch(text):
        return "squares are two numbers: e4 is 5,4, and a move names both squares, as in 5,2>5,4"
    if _TWO_SQUARES.fullmatch(text):
        return "expected '>' or 'x' between the squares, as in 4,2>4,4"
    return "a move is written 4,2>4,4 or 3,7>3,8Q"
