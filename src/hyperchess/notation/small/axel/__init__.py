"""Axel's notation (4xel): boards without parentheses, each left out where the order of the moves tells it.

>>> from hyperchess.text import Source
>>> (game,) = read_axel(Source("w1T1. e3 .. Nf6. 2. Nc3 .. d5. 3. L0T3 Nc3 L0T2 c5 (+L+1) .. L+1 e6."))
>>> print(write_axel(game).text, end="")
1. e3 .. Nf6.
2. Nc3 .. d5.
3. L0T3 Nc3 L0T2 c5 (+L+1) .. e6.
>>> print(write_axel(game, style="full").text.splitlines()[-1])
b3T2. L+1T2 Pe7 L+1T2 e6.
"""

from __future__ import annotations

import re

from hyperchess.notation.common5d.body import bare
from hyperchess.notation.registry import Notation
from hyperchess.notation.small.axel.reader import read_axel
from hyperchess.notation.small.axel.writer import write_axel

__all__ = ["NOTATIONS", "read_axel", "write_axel"]

_FULL_MOVE = re.compile(
    r"(?<![(\w])L[+-]?[0-9]+\s?(?:T-?[0-9]+)?\s?[A-Z]?[a-w]?[1-9]?\s?x?\s?(?:L|[a-w][1-9])"
)
_NUMBERED = re.compile(r"(?m)^[ \t]*[wb]?[0-9]+(?:T-?[0-9]+)?\.\s")
_ENDED = re.compile(r"[\w)+#!?]\.[ \t]*$", re.MULTILINE)


def _confidence(text: str) -> float:
    body = bare(text)
    if not _NUMBERED.search(body) or not _ENDED.search(body):
        return 0.0
    return 0.97 if " .. " in body or _FULL_MOVE.search(body) else 0.5


NOTATIONS = (Notation("axel", "Axel's notation (4xel)", _confidence, read_axel, write_axel, ".4xel"),)
