"""Where a game ends in a text of 5DPGN that has no header behind it, and where a line comment starts.

>>> is_unfinished("1. e4 / e5 *", 11), is_unfinished("2. Qh5 * / Ke7", 7)
(True, False)
"""

from __future__ import annotations

import re

from hyperchess.text import Span

__all__ = [
    "GAME_STARTS",
    "RAW_GAME_STARTS",
    "RESULT",
    "is_first_number",
    "is_line_comment",
    "is_result",
    "is_unfinished",
]

RESULT = (
    r"(?<![^\s}])(?:\*|1\s*+[-:\u2010-\u2015\u2212]\s*+[0Oo]|0\s*+[-:\u2010-\u2015\u2212]\s*+1"
    r"|(?:1/2|½)(?:\s*+[-:\u2010-\u2015\u2212]\s*+(?:1/2|½))?)(?![\w/-])"
)
"""The regular expression of a result behind which another game may start: it stands apart."""

GAME_STARTS = re.compile(r"\s*+[^\s0-9½/)*\[\];%.]")
"""What follows the number of a first turn."""

_FIRST_BOARD = r"\s*+\(L?[+-]?0\s?T\s?1w?\)"
RAW_GAME_STARTS = re.compile(_FIRST_BOARD)
"""What follows the dot of a first turn: there it has no number, but a board."""

_RESULT = re.compile(RESULT)
_GAME_ENDS = re.compile(rf"(?:\s|\{{[^{{}}]*\}}|;[^\r\n]*)*+(?:\Z|\[|0*1\s?w?\s?\.(?!\.)|\.{_FIRST_BOARD})")


def is_result(text: str, span: Span) -> bool:
    """Whether a result stands apart, so that another game may start behind it."""
    match = _RESULT.match(text, span.start)
    return match is not None and match.end() == span.end


def is_line_comment(text: str, start: int) -> bool:
    """Whether a comment to the end of the line starts there: with `;`, or with `%` at the start of a line."""
    return text[start] == ";" or (text[start] == "%" and text[start - 1 : start] in ("", "\n", "\r"))


def is_unfinished(text: str, start: int) -> bool:
    """Whether a `*` stands where a game ends: there it says, as in PGN, that the game is not finished.

    At the end of an action it is the mark of a softmate (Branched 5DPGN 4.6).
    """
    return bool(_RESULT.match(text, start) and _GAME_ENDS.match(text, start + 1))


def is_first_number(digits: str, color: str | None, dots: str) -> bool:
    """Whether a number is that of the first turn, and White's: behind a result it starts another game."""
    return digits.lstrip("0") == "1" and color != "b" and (color == "w" or len(dots) < 3)
