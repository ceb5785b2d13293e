"""The JSON format of the converter that came with the document on infinite chess notation, both ways.

`functions` has an equivalent of each function of that converter; numbers of any size stay exact.

>>> from hyperchess.text import Source
>>> text = '{"startingPosition": {"5,1": "kingsW", "5,8": "kingsB"}, "moves": ["5,1>5,2"]}'
>>> (game,) = read_games(Source(text))
>>> print(write_json(game, moves="strings").text)
{"metadata": {}, "turn": "white", "fullMove": 1, "gameRules": {"winConditions": {"white": ["checkmate"], \
"black": ["checkmate"]}}, "specialRights": {}, "startingPosition": {"5,1": "kingsW", "5,8": "kingsB"}, \
"moves": ["5,1>5,2"]}
<BLANKLINE>
"""

from __future__ import annotations

import re

from hyperchess.kinds import Kind
from hyperchess.notation.icn.json.functions import (
    compact_move,
    long_move,
    long_position,
    short_position,
    special_rights,
    to_long,
    to_short,
)
from hyperchess.notation.icn.json.reading import read_games, read_value
from hyperchess.notation.icn.json.writing import write_json
from hyperchess.notation.json_boundaries import object_boundaries
from hyperchess.notation.registry import Notation

__all__ = [
    "NOTATIONS",
    "compact_move",
    "long_move",
    "long_position",
    "read_games",
    "read_value",
    "short_position",
    "special_rights",
    "to_long",
    "to_short",
    "write_json",
]

_OBJECT = re.compile(r"\s*\{")
_OWN_KEY = re.compile(r'"(?:startingPosition|shortposition|specialRights|startCoords|gameRules)"\s*:')


def _confidence(text: str) -> float:
    return 0.98 if _OBJECT.match(text) and _OWN_KEY.search(text) else 0.0


NOTATIONS = (
    Notation(
        "icn-json",
        "JSON of the ICN converter",
        _confidence,
        read_games,
        write_json,
        ".json",
        (Kind.INFINITE,),
        object_boundaries,
    ),
)
