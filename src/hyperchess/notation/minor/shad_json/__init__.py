"""Shad's JSON: the dump of a game as Shad's converter and some engines pass it on.

It contains every board as numbers, and the moves, but not which pieces have moved.
"""

from __future__ import annotations

from hyperchess.notation.boundaries import object_boundaries
from hyperchess.notation.detection import sign
from hyperchess.notation.minor.shad_json.reader import parse_shad_json, read_shad_json
from hyperchess.notation.minor.shad_json.writer import write_shad_json
from hyperchess.notation.registry import Notation

__all__ = ["NOTATIONS", "parse_shad_json", "read_shad_json", "write_shad_json"]

_SIGNS = (
    sign(
        "keys of a dump: timelines, states, begins_at",
        3,
        r'"(?:timelines|states|begins_at|emerges_from|board_indices|initial_board_indices|active_player)"\s*+:',
        needs='"',
        part="text",
    ),
    sign(
        'moves with "from" and "to"',
        1,
        r'"(?:src_piece|dst_piece|new_index|moves_present)"\s*+:',
        needs='"',
        part="text",
    ),
)

NOTATIONS = (
    Notation(
        "shad-json",
        "Shad's JSON",
        _SIGNS,
        read_shad_json,
        write_shad_json,
        ".json",
        boundaries=object_boundaries,
        shape='Shad\'s JSON: "width", "height" and "timelines"',
    ),
)
