"""JSON format of the converter that accompanies the document on infinite chess notation, both ways.

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

from hyperchess.notation.detection import sign
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
from hyperchess.ruleset import GameKind

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

_SIGNS = (
    sign(
        "keys of the ICN converter",
        3,
        r'"(?:startingPosition|shortposition|specialRights|startCoords|endCoords|gameRules|fullMove)"\s*+:',
        needs='"',
        part="text",
    ),
    sign('squares as keys, "5,1": "kingsW"', 1.5, r'"-?[0-9]++,-?[0-9]++"\s*+:', needs='"', part="text"),
)

NOTATIONS = (
    Notation(
        "icn-json",
        "JSON of the ICN converter",
        _SIGNS,
        read_games,
        write_json,
        ".json",
        (GameKind.INFINITE,),
        object_boundaries,
        shape='JSON of the ICN converter: "startingPosition" and "moves"',
    ),
)
