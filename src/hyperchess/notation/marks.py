r"""Results of a game as people type them, and signs for judging moves: one table for all readers.

>>> [read_result(text) for text in ("1-0", "0 \u2013 1", "\u00bd-\u00bd", "1-O", "White wins", "unfinished")]
['1-0', '0-1', '1/2-1/2', '1-0', '1-0', '*']
>>> [read_result(text) for text in ("White resigns", "Black won on time", "draw by agreement", "0.5-0.5")]
['0-1', '0-1', '1/2-1/2', '1/2-1/2']
>>> read_result("Stuck looking for legal moves")
"""

from __future__ import annotations

import re
from unicodedata import normalize

from hyperchess.lazy_pattern import lazy_pattern

__all__ = ["EXPECTED_RESULT", "MARK_OF_NUMBER", "NUMBER_OF_SIGN", "PRINTED_SIGNS", "SCORE", "read_result"]


EXPECTED_RESULT = "expected 1-0, 0-1, 1/2-1/2 or * (unfinished)"

_DASHES = "-\u2010-\u2015\u2212"
_SEPARATOR = rf"\s*+[{_DASHES}:]\s*+"
_HALF = r"(?:1/2|\u00bd|[0Oo][.,]5)"

SCORE = rf"(?:1{_SEPARATOR}[0Oo]|[0Oo]{_SEPARATOR}1|{_HALF}{_SEPARATOR}{_HALF}|\u00bd|1/2)"
"""Regular expression of a result in numbers, in any spelling."""

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u2044\u2215", "/"),
        **dict.fromkeys("\u041e\u043e", "o"),  # Cyrillic
    }
)
_BLANK = lazy_pattern(r"\s+")
_BY = r"(?:(?:on|by|in|dueto|after)[a-z]{2,20})?"
_WINS = rf"(?:wins?|won|gewinnt|gagne|gana){_BY}"
_LOSES = (
    r"(?:resign(?:s|ed)?|loses?|lost|forfeits?|flag(?:s|ged)|time[ds]?out|gibtauf|abandonne|abandona"
    rf"|is(?:check)?mated){_BY}"
)
_WHITE = "(?:white|weiss|(?:les)?blancs|(?:las)?blancas)"
_BLACK = "(?:black|schwarz|(?:les)?noirs|(?:las)?negras)"
_RESULT = lazy_pattern(
    rf"""(?P<white>1[-:][0o]|{_WHITE}{_WINS}|{_BLACK}{_LOSES})
      | (?P<black>[0o][-:]1|{_BLACK}{_WINS}|{_WHITE}{_LOSES})
      | (?P<draw>1/2(?:[-:]1/2)?|[0o]?[.,]5[-:][0o]?[.,]5
          |(?:agreed)?drawn?(?:agreed|game)?{_BY}|stalemate|remis|nulle|tablas)
      | (?P<unfinished>\*|unfinished|ongoing|inprogress)""",
    re.VERBOSE,
)
_RESULT_OF = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2", "unfinished": "*"}


def read_result(text: str) -> str | None:
    """Return the only possible meaning of a result: `1-0`, `0-1`, `1/2-1/2` or `*`."""
    plain = normalize("NFKC", text[:40]).translate(_SIGNS).casefold()
    match = _RESULT.fullmatch(_BLANK.sub("", plain))
    return None if match is None or match.lastgroup is None else _RESULT_OF[match.lastgroup]


MARK_OF_NUMBER = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""PGN numbers that are move marks in 5DPGN."""

NUMBER_OF_SIGN = {
    "□": 7,
    "=": 10,
    "∞": 13,
    "⩲": 14,
    "+=": 14,
    "+/=": 14,
    "⩱": 15,
    "=+": 15,
    "=/+": 15,
    "±": 16,
    "+/-": 16,
    "∓": 17,
    "-/+": 17,
    "+-": 18,
    "-+": 19,
}
"""PGN numbers of position signs, printed and as people type them."""

PRINTED_SIGNS = "".join(sign for sign in NUMBER_OF_SIGN if not sign.isascii())
"""Position signs that have no other meaning."""
