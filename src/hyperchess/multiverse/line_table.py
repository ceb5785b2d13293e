"""Facts of a line as rows of bytes, as a library of games stores them, without an object for each.

`Position.line_table` creates them in one call with the native rules.
"""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

__all__ = ["BOARD", "BOARD_COLUMNS", "POSITION", "POSITION_COLUMNS", "LineTable"]

POSITION_COLUMNS = {
    "key": "u8",
    "front": "u8",
    "material": "u8",
    "ply": "i4",
    "player": "i4",
    "white_lines": "i4",
    "black_lines": "i4",
    "timelines": "i4",
    "boards": "i4",
    "present": "i4",
    "shift": "i4",
    "checked": "i4",
    "branches": "i4",
    "cross_time": "u1",
    "cross_line": "u1",
}
"""The columns of a position in byte order, each with its type and size in bytes.

`key` and `front` are the high words of those of `PositionKeys`. `boards` is the number of boards so far;
`shift` is the movement of the present in half-turns; `white_lines` and `black_lines` are the timelines that
they created; `checked` is the number of timelines on which the player to move has a royal in check;
`cross_time` and `cross_line` say whether a check comes from another board or timeline.
"""

BOARD_COLUMNS = {"contents": "u8", "ply": "i4"}
"""The columns of a new board."""

POSITION, BOARD = (
    Struct("<" + "".join({"u8": "Q", "i4": "i", "u1": "B"}[kind] for kind in columns.values()))
    for columns in (POSITION_COLUMNS, BOARD_COLUMNS)
)


class LineTable(NamedTuple):
    """A line: rows of its positions and boards, and the bytes of each action in standard order.

    `jumps` and `captures` have entries only for plies with any: `{3: "N2 q-1"}` has the letters of the pieces
    and the number of turns each went back, `{4: "Q p"}` the letters of the captured pieces.
    """

    positions: bytes
    boards: bytes
    actions: tuple[bytes, ...]
    jumps: dict[int, str]
    captures: dict[int, str]
