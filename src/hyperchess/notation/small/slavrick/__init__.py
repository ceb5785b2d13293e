"""The notations of AquaBaby's programs (Slavrick): coordinates, exported games and analysis trees.

>>> from hyperchess.text import Source
>>> (game,) = read_slavrick(Source("1w. (0T1)e2e4 { 1w. (0T1)d2d4 {%c solid } } 1b. (0T1)Ng8f6"))
>>> print(write_slavrick(game, style="coordinates").text, end="")
(4,1,1,0)(4,3,1,0)
(6,7,1,0)(5,5,1,0)
>>> print(write_slavrick(game).text.splitlines()[-1])
1w. (0T1)e2e4 { 1w. (0T1)d2d4 {%c solid } } 1b. (0T1)Ng8f6

Arrows and coloured squares are comments of the game, as they are written: `[%csl G(w.0T1)e4 ]`.
"""

from __future__ import annotations

import re

from hyperchess.notation.registry import Notation
from hyperchess.notation.small.slavrick.reader import read_slavrick
from hyperchess.notation.small.slavrick.writer import write_slavrick

__all__ = ["NOTATIONS", "read_slavrick", "write_slavrick"]

_LOOKS = re.compile(
    r"\(\s*-?[0-9]+\s*,\s*-?[0-9]+\s*,\s*-?[0-9]+\s*,\s*[+-]?[0-9]+\s*(?:,\s*[wb]\s*)?\)\s*\("
    r'|\[color\s+"(?:white|black)"\]|\{\s*\[%c(?:sl|al)\s+[RBGYO]\([wb]\.|\{%c\s'
)


def _confidence(text: str) -> float:
    return 0.98 if _LOOKS.search(text) else 0.0


NOTATIONS = (
    Notation("slavrick", "Slavrick's notations (AquaBaby)", _confidence, read_slavrick, write_slavrick),
)
