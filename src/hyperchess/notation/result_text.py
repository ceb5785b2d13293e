r"""Results of a game in informal spellings, in a header or after the moves.

>>> [read_result(text) for text in ("1-0", "0 \u2013 1", "\u00bd-\u00bd", "1-O", "White wins", "unfinished")]
['1-0', '0-1', '1/2-1/2', '1-0', '1-0', '*']
>>> read_result("Stuck looking for legal moves")
"""

from __future__ import annotations

import re
from unicodedata import normalize

from hyperchess.lazy_pattern import lazy_pattern

__all__ = ["EXPECTED_RESULT", "read_result"]

EXPECTED_RESULT = "expected 1-0, 0-1, 1/2-1/2 or * (unfinished)"

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u2044\u2215", "/"),
        **dict.fromkeys("\u041e\u043e", "o"),  # Cyrillic
    }
)
_BLANK = lazy_pattern(r"\s+")
_RESULT = lazy_pattern(
    r"""(?P<white>1[-:][0o]|white(?:wins?|won))
      | (?P<black>[0o][-:]1|black(?:wins?|won))
      | (?P<draw>1/2(?:[-:]1/2)?|[0o]?[.,]5[-:][0o]?[.,]5|drawn?)
      | (?P<unfinished>\*|unfinished|ongoing|inprogress)""",
    re.VERBOSE,
)
_RESULT_OF = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2", "unfinished": "*"}


def read_result(text: str) -> str | None:
    """Return the only possible meaning of a result: `1-0`, `0-1`, `1/2-1/2` or `*`."""
    plain = normalize("NFKC", text[:40]).translate(_SIGNS).casefold()
    match = _RESULT.fullmatch(_BLANK.sub("", plain))
    return None if match is None or match.lastgroup is None else _RESULT_OF[match.lastgroup]
