"""Test whether one move forces the mate of a bare royal piece, and if not, which reply refutes it.

>>> from hyperchess.infinite import Square
>>> position = Position.parse("w R0,20|R5,5|K3,2|k0,0")
>>> tried = try_move(position, Move(Square(5, 5), Square(5, 1)), mate_in=1)
>>> tried.outcome.value, [str(move) for move in tried.defence]
('none', ['0,0>1,0'])
"""

from __future__ import annotations

from hyperchess.analysis.mates.solution import Outcome, Tried
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.infinite import Move, Position

__all__ = ["try_move"]


def try_move(
    position: Position, move: Move, mate_in: int, budget: Budget | None = None
) -> Tried[tuple[Move, ...]]:
    """Return whether the opponent is mated within `mate_in` moves, this one included, after any reply."""
    after = position.play(move)
    replies = after.moves()
    if replies.rays:
        return Tried(Outcome.UNKNOWN)
    for reply in replies.points:
        if mate_in == 1:
            return Tried(Outcome.NONE, (reply,))
        solution = solve(after.play(reply), mate_in - 1, budget, all_first_actions=False)
        if solution.outcome is not Outcome.MATE:
            return Tried(solution.outcome, (reply,))
    return Tried(Outcome.MATE if replies.points or after.checks() else Outcome.NONE)
