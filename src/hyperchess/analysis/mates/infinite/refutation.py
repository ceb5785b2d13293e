"""Test whether one move forces the mate of a bare royal piece, and if not, which reply refutes it.

>>> from hyperchess.infinite import Square
>>> position = Position.parse("w R0,20|R5,5|K3,2|k0,0")
>>> tried = try_move(position, Move(Square(5, 5), Square(5, 1)), mate_in=1)
>>> tried.outcome.value, str(tried.defence)
('none', '0,0>1,0')
"""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.analysis.mates.solution import Outcome
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.infinite import Move, Position

__all__ = ["TriedMove", "try_move"]


class TriedMove(NamedTuple):
    """The proven outcome of a move: it mates (`MATE`), it does not (`NONE`), or unknown.

    `defence` is a reply after which there is no mate in time; if there is none, it is stalemate.
    """

    outcome: Outcome
    defence: Move | None = None


def try_move(position: Position, move: Move, mate_in: int, budget: Budget | None = None) -> TriedMove:
    """Return whether the opponent is mated within `mate_in` moves, this one included, after any reply."""
    after = position.play(move)
    replies = after.moves()
    if replies.rays:
        return TriedMove(Outcome.UNKNOWN)
    for reply in replies.points:
        if mate_in == 1:
            return TriedMove(Outcome.NONE, reply)
        solution = solve(after.play(reply), mate_in - 1, budget, all_first_actions=False)
        if solution.outcome is not Outcome.MATE:
            return TriedMove(solution.outcome, reply)
    return TriedMove(Outcome.MATE if replies.points or after.checks() else Outcome.NONE)
