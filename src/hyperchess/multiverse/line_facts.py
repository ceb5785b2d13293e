"""Keys and facts of the positions of a line, as a library of games stores them.

`Position.line_facts` returns them, computed in one call with the native rules.
"""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.multiverse.keys import BoardKey
from hyperchess.multiverse.moves import MoveKind

__all__ = ["MoveFacts", "PlyFacts"]


class MoveFacts(NamedTuple):
    """A move's kind, the letter of the piece before it, and the letter of the captured piece."""

    kind: MoveKind
    piece: str
    captured: str


class PlyFacts(NamedTuple):
    """A position of a line, with the moves and boards that led to it; for the first position, all boards.

    Keys are those of `PositionKeys`. The present is a half-turn as one number. `checked` is the number of
    timelines on which the player to move has a royal in check; `cross_board` and `cross_line` say whether a
    check comes from another board or timeline.
    """

    full: int
    front: int
    material: int
    white_lines: int  # timelines that White created
    black_lines: int
    timelines: int
    present: int
    checked: int
    cross_board: bool
    cross_line: bool
    moves: tuple[MoveFacts, ...]
    boards: tuple[BoardKey, ...]
