"""Search for boards of a line that fit a pattern, for any implementation of the rules."""

from __future__ import annotations

from itertools import islice

from hyperchess.multiverse.action_bytes import unpack_actions
from hyperchess.multiverse.board_pattern import BoardPattern, FoundBoard
from hyperchess.multiverse.coordinates import Timeline
from hyperchess.multiverse.rules import Rules, play_legal
from hyperchess.multiverse.state import StateT

__all__ = ["find_boards"]


def find_boards(
    rules: Rules, position: StateT, data: bytes, pattern: BoardPattern, most: int
) -> list[FoundBoard]:
    """Implement `Rules.find_boards` by testing every board once, after the ply that creates it."""
    found: list[FoundBoard] = []
    known: dict[Timeline, int] = {}

    def look(ply: int, state: StateT) -> None:
        for line in state.timeline_boards:
            row = line.timeline.row(even=position.even)
            for board in line.boards[known.get(line.timeline, 0) :]:
                if pattern.fits(board):
                    found.append(FoundBoard(ply, row, board.at.half_turn.ordinal))
            known[line.timeline] = len(line.boards)

    look(0, position)
    state = position
    for ply, action in enumerate(islice(unpack_actions(data, even=position.even), most), start=1):
        state = play_legal(rules, state, action)
        look(ply, state)
    return sorted(found)
