"""End of a game in 5DPGN without a following header, and start of line comments.

>>> is_unfinished("1. e4 / e5 *", 11), is_unfinished("2. Qh5 * / Ke7", 7)
(True, False)
"""

from __future__ import annotations

from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.result_text import SCORE
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

RESULT = rf"(?<![^\s}}])(?:\*|{SCORE})(?![\w/-])"
"""Regular expression of a separate result, after which another game may start."""

GAME_STARTS = lazy_pattern(r"\s*+[^\s0-9½/)*\[\];%.]")
"""Text after the number of a first turn."""

_FIRST_BOARD = r"\s*+\(L?[+-]?0\s?T\s?1w?\)"
RAW_GAME_STARTS = lazy_pattern(_FIRST_BOARD)
"""Text after the dot of a first turn in raw mode, which has a board instead of a number."""

_RESULT = lazy_pattern(RESULT)
_GAME_ENDS = lazy_pattern(rf"(?:\s|\{{[^{{}}]*\}}|;[^\r\n]*)*+(?:\Z|\[|0*1\s?w?\s?\.(?!\.)|\.{_FIRST_BOARD})")


def is_result(text: str, span: Span) -> bool:
    """Return whether a result is separate, so that another game may start after it."""
    match = _RESULT.match(text, span.start)
    return match is not None and match.end() == span.end


def is_line_comment(text: str, start: int) -> bool:
    """Return whether a line comment starts here: `;`, or `%` at the start of a line."""
    return text[start] == ";" or (text[start] == "%" and text[start - 1 : start] in ("", "\n", "\r"))


def is_unfinished(text: str, start: int) -> bool:
    """Return whether a `*` at the end of a game marks it as unfinished, as in PGN.

    At the end of an action it is the mark of a softmate (Branched 5DPGN 4.6).
    """
    return bool(_RESULT.match(text, start) and _GAME_ENDS.match(text, start + 1))


def is_first_number(digits: str, color: str | None, dots: str) -> bool:
    """Return whether a number is White's first turn, which starts another game after a result."""
    return digits.lstrip("0") == "1" and color != "b" and (color == "w" or len(dots) < 3)
