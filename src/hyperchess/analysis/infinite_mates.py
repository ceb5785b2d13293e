"""Forced mates in infinite chess: in one and in two moves.

A player with riders has infinitely many moves. Moves are then looked at within a window around the pieces,
and the answer says so: it is exact only where no move was left out.

>>> from hyperchess.infinite import Position
>>> solution = solve_infinite(Position.parse("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5"), mate_in=1)
>>> solution.outcome.value, solution.exact
('mate', True)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hyperchess.analysis.solve import Outcome
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite import Move, Position, Verdict
from hyperchess.multiverse import Budget

__all__ = ["InfiniteSolution", "solve_infinite"]


@dataclass(frozen=True)
class InfiniteSolution:
    """The answer for moves up to `margin` squares beyond the pieces; `exact` if none is left out."""

    outcome: Outcome
    mate_in: int | None
    winning: tuple[Move, ...]
    margin: int
    exact: bool


def solve_infinite(
    position: Position, mate_in: int, *, margin: int = 5, budget: Budget | None = None
) -> InfiniteSolution:
    """Look for a mate of the player to move, the shortest first."""
    search = _Search(margin, budget or Budget())
    try:
        for length in range(1, mate_in + 1):
            winning = tuple(
                move for move in search.candidates(position) if search.wins(position, move, length)
            )
            if winning:
                return InfiniteSolution(Outcome.MATE, length, winning, margin, search.defences_complete)
    except BudgetExhausted:
        return InfiniteSolution(Outcome.UNKNOWN, None, (), margin, exact=False)
    return InfiniteSolution(Outcome.NONE, None, (), margin, search.attacks_complete)


class _Search:
    def __init__(self, margin: int, budget: Budget) -> None:
        self.margin = margin
        self.meter = budget.start()
        self.attacks_complete = True  # no attacking move was left out: "none" is exact
        self.defences_complete = True  # no defence was left out: "mate" is exact

    def candidates(self, position: Position) -> Iterator[Move]:
        moves = position.moves()
        if moves.is_finite:
            yield from moves.points
        else:
            self.attacks_complete = False
            yield from moves.near(self.margin)

    def wins(self, position: Position, move: Move, length: int) -> bool:
        """Whether a move mates within a number of moves, this one included."""
        self.meter.spend()
        after = position.play(move)
        status = after.status
        if status.is_over:
            return status.verdict is Verdict.CHECKMATE
        if length == 1:
            return False
        defences = after.moves()
        if not defences.is_finite:
            self.defences_complete = False
        replies = defences.points if defences.is_finite else defences.near(self.margin)
        return all(self._mates(after.play(reply), length - 1) for reply in replies)

    def _mates(self, position: Position, length: int) -> bool:
        self.meter.spend()
        if position.status.is_over:
            return False
        return any(self.wins(position, move, length) for move in self.candidates(position))
