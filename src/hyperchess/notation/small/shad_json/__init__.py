"""Shad's JSON: the dump of a game as Shad's converter and some engines pass it on.

It holds every board as numbers, and the moves; not which pieces have moved.
"""

from __future__ import annotations

import re

from hyperchess.notation.json_boundaries import object_boundaries
from hyperchess.notation.registry import Notation
from hyperchess.notation.small.shad_json.reader import read_shad_json
from hyperchess.notation.small.shad_json.writer import write_shad_json

__all__ = ["NOTATIONS", "read_shad_json", "write_shad_json"]

_LOOKS = re.compile(r'"(?:timelines|board_indices|active_player)"\s*:')


def _confidence(text: str) -> float:
    return 0.98 if text.lstrip("\ufeff \r\n\t").startswith("{") and _LOOKS.search(text) else 0.0


NOTATIONS = (
    Notation(
        "shad-json",
        "Shad's JSON",
        _confidence,
        read_shad_json,
        write_shad_json,
        ".json",
        boundaries=object_boundaries,
    ),
)
