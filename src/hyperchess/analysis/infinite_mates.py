"""Forced mates in infinite chess: in one and in two moves.

A player with riders has infinitely many moves. For the mating move they fall into finitely many classes
(see `infinite_classes`), so a mate in one is found or excluded for sure. Longer mates are looked for among
the moves within a window around the pieces, and the answer says whether that decides the question.

>>> from hyperchess.infinite import Position
>>> solution = solve_infinite(Position.parse("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5"), mate_in=1)
>>> solution.outcome.value, solution.exact, [str(move) for move in solution.winning]
('mate', True, ['7,7>7,0', '7,7>14,0'])
>>> solve_infinite(Position.parse("w k0,0|R-5,1|R7,8|K3,-5"), mate_in=1).exact
True
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hyperchess.analysis.infinite_classes import class_moves, has_classes
from hyperchess.analysis.solve import Outcome
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite import Move, Position, Verdict
from hyperchess.multiverse import Budget

__all__ = ["InfiniteSolution", "solve_infinite"]


@dataclass(frozen=True)
class InfiniteSolution:
    """What was found among moves up to `margin` squares beyond the pieces, and whether that is for sure.

    If `exact`, an outcome `mate` is proven: no defence was left out. An outcome `none` is proven: no attack
    was left out. `winning` are the first moves that were found; a slide that mates at once may stand for
    others of its class, which mate as well.
    """

    outcome: Outcome
    mate_in: int | None
    winning: tuple[Move, ...]
    margin: int
    exact: bool


class _Answer(NamedTuple):
    """Whether it is so, and whether that is for sure."""

    holds: bool
    sure: bool


def solve_infinite(
    position: Position, mate_in: int, *, margin: int = 5, budget: Budget | None = None
) -> InfiniteSolution:
    """Look for a mate of the player to move, the shortest first."""
    search = _Search(margin, budget or Budget())
    sure = True
    try:
        for length in range(1, mate_in + 1):
            moves, complete = search.attacks(position, length)
            answers = [(move, search.wins(position, move, length)) for move in moves]
            proven = tuple(move for move, answer in answers if answer.holds and answer.sure)
            found = proven or tuple(move for move, answer in answers if answer.holds)
            if found:
                return InfiniteSolution(Outcome.MATE, length, found, margin, bool(proven))
            sure = sure and complete and all(answer.sure for _, answer in answers)
    except BudgetExhausted:
        return InfiniteSolution(Outcome.UNKNOWN, None, (), margin, exact=False)
    return InfiniteSolution(Outcome.NONE, None, (), margin, sure)


class _Search:
    def __init__(self, margin: int, budget: Budget) -> None:
        self.margin = margin
        self.meter = budget.start()

    def attacks(self, position: Position, length: int) -> tuple[Iterator[Move], bool]:
        """The moves to try for a mate within a number of moves, and whether they stand for all."""
        if length == 1 and has_classes(position):
            return class_moves(position), True
        return self.moves(position)

    def moves(self, position: Position) -> tuple[Iterator[Move], bool]:
        """The moves within the window, and whether these are all."""
        moves = position.moves()
        return moves.near(self.margin), moves.is_finite and all(
            self._is_near(position, ray.target(ray.last or 0)) for ray in moves.rays
        )

    def _is_near(self, position: Position, square: tuple[int, int]) -> bool:
        return all(
            min(values) - self.margin <= value <= max(values) + self.margin
            for value, values in zip(square, zip(*position.pieces, strict=True), strict=True)
        )

    def wins(self, position: Position, move: Move, length: int) -> _Answer:
        """Whether a move mates within a number of moves, this one included."""
        self.meter.spend()
        after = position.play(move)
        if length == 1 and not after.checks():
            return _Answer(False, True)
        status = after.status
        if status.is_over or length == 1:
            return _Answer(status.verdict is Verdict.CHECKMATE, status.verdict is not Verdict.UNKNOWN)
        replies, complete = self.moves(after)
        sure = complete
        holds = True
        for reply in replies:
            answer = self._mates(after.play(reply), length - 1)
            if not answer.holds:
                if answer.sure:
                    return answer
                holds = False
            sure = sure and answer.sure
        return _Answer(holds, sure)

    def _mates(self, position: Position, length: int) -> _Answer:
        """Whether the player to move mates within a number of moves."""
        self.meter.spend()
        if position.status.is_over:
            return _Answer(False, True)
        moves, sure = self.attacks(position, length)
        holds = False
        for move in moves:
            answer = self.wins(position, move, length)
            if answer.holds:
                if answer.sure:
                    return answer
                holds = True
            sure = sure and answer.sure
        return _Answer(holds, sure and not holds)
