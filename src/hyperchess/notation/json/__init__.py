"""hyperchess JSON: the lossless format for games of both kinds, and the form in which studies are stored.

`schema()` is the JSON Schema of version 2; files of version 1 are read too. The tree is a flat list of nodes,
so that neither writing nor reading depends on how deep it is.

>>> from hyperchess.game import Game
>>> from hyperchess.multiverse import start
>>> from hyperchess.text import Source
>>> game = Game(start("Standard"), {"White": "Ada"})
>>> node = game.root.add(start("Standard").read("e4"))
>>> text = write_json(game).text
>>> (again,) = read_json_games(Source(text))
>>> again.final == game.final, again.headers
(True, {'White': 'Ada'})
"""

from __future__ import annotations

import json
from pathlib import Path

from hyperchess.notation.boundaries import listed_boundaries
from hyperchess.notation.detection import sign
from hyperchess.notation.json.reader import read_json_games, read_record
from hyperchess.notation.json.writer import Record, record_data, write_json
from hyperchess.notation.json_text import JsonObject
from hyperchess.notation.registry import Notation
from hyperchess.ruleset import GameKind

__all__ = ["NOTATIONS", "Record", "read_json_games", "read_record", "record_data", "schema", "write_json"]

_SIGNS = (
    sign('"format": "hyperchess"', 6, r'"format"\s*+:\s*+"hyperchess"', needs='"', part="text"),
    sign(
        "keys of hyperchess JSON",
        0.4,
        r'"(?:headers|start|nodes|parent)"\s*+:',
        needs='"',
        part="text",
    ),
)


def schema() -> JsonObject:
    """The JSON Schema of the format."""
    text = Path(__file__).with_name("hyperchess.schema.json").read_text(encoding="utf-8")
    loaded: JsonObject = json.loads(text)
    return loaded


NOTATIONS = (
    Notation(
        "json",
        "hyperchess JSON",
        _SIGNS,
        read_json_games,
        write_json,
        ".json",
        tuple(GameKind),
        listed_boundaries,
        shape='hyperchess JSON: "format": "hyperchess" and "nodes"',
    ),
)
