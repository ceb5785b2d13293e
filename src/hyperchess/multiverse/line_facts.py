"""Keys and facts of the positions of a line: what a library of games stores of them.

`Position.line_facts` finds them, all in one call with the native rules.
"""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.multiverse.keys import BoardKey
from hyperchess.multiverse.moves import MoveKind

__all__ = ["MoveFacts", "PlyFacts"]


class MoveFacts(NamedTuple):
    """What a move did: its kind, and the letters of the piece as it stood before and of what it took."""

    kind: MoveKind
    piece: str
    captured: str


class PlyFacts(NamedTuple):
    """A position of a line, and the moves and boards that led to it; of the first one, all boards.

    Keys are those of `PositionKeys`. The present is a half-turn as one number. `checked` counts the timelines
    on which the player to move has a royal in check; `cross_board` and `cross_line` say whether a check
    comes from another board or timeline.
    """

    full: int
    front: int
    material: int
    white_lines: int  # timelines that White made
    black_lines: int
    timelines: int
    present: int
    checked: int
    cross_board: bool
    cross_line: bool
    moves: tuple[MoveFacts, ...]
    boards: tuple[BoardKey, ...]
