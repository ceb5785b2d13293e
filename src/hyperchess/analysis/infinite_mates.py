"""Forced mates in infinite chess: in one and in two moves.

A player with riders has infinitely many moves. For the mating move they fall into finitely many classes
(see `infinite_classes`), so a mate in one is found or excluded with certainty. Longer mates are searched
among the moves within a window around the pieces, and the answer says whether that decides the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic
from typing import NamedTuple

from hyperchess.analysis.infinite_classes import class_moves, has_classes
from hyperchess.analysis.solution import OnProgress, Outcome, Progress, Solution, Stop, stop_of
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite import Move, Position, Verdict

__all__ = ["search_infinite"]

_TICK = 0.25  # seconds between two reports of progress


class _Answer(NamedTuple):
    """Whether something holds, and whether that is proven."""

    holds: bool
    sure: bool


def search_infinite(
    position: Position,
    mate_in: int,
    budget: Budget,
    *,
    margin: int,
    all_first_actions: bool = True,
    progress: OnProgress | None = None,
) -> Solution[Position, Move]:
    """Look for a mate of the player to move, the shortest first. Ctrl-C ends it with what is known.

    `winning` are the first moves that were found; a slide that mates at once may stand for others of its
    class, which mate as well.
    """
    search = _Search(margin, budget, progress)
    outcome, found, stop = Outcome.UNKNOWN, None, None
    winning: tuple[Move, ...] = ()
    refuted, sure = 0, True
    try:
        for length in range(1, mate_in + 1):
            attack = search.first_moves(position, length, refuted, all_first_actions=all_first_actions)
            if attack.winning:
                found, winning = length, attack.winning
                outcome = Outcome.MATE if attack.sure else Outcome.UNKNOWN
                break
            sure = sure and attack.sure
            refuted = length if sure else refuted
        else:
            outcome = Outcome.NONE if sure else Outcome.UNKNOWN
    except BudgetExhausted:
        stop = stop_of(budget, search.meter.rounds)
    except KeyboardInterrupt:
        stop = Stop.INTERRUPTED
    return Solution(
        position=position,
        asked=mate_in,
        outcome=outcome,
        mate_in=found,
        refuted=refuted,
        winning=winning,
        all_examined=False,  # a slide stands for others, and those beyond the window were not tried
        rounds=search.meter.rounds,
        nodes=search.meter.rounds,
        margin=margin,
        stop=stop,
    )


class _Attack(NamedTuple):
    """The first moves that mate, and whether that is proven; none: whether it is proven that none does."""

    winning: tuple[Move, ...]
    sure: bool


class _Search:
    def __init__(self, margin: int, budget: Budget, progress: OnProgress | None) -> None:
        self.margin = margin
        self.meter = budget.start()
        self._progress = progress
        self._started = self._reported = monotonic()

    def first_moves(
        self, position: Position, length: int, refuted: int, *, all_first_actions: bool
    ) -> _Attack:
        """Try every first move for a mate in exactly so many moves."""
        moves, sure = self.attacks(position, length)
        proven: list[Move] = []
        likely: list[Move] = []
        for done, move in enumerate(moves):
            best = proven[0] if proven else None
            self._report(Progress(length, self.meter.rounds, 0.0, done, None, best, refuted))
            answer = self.wins(position, move, length)
            if answer.holds:
                (proven if answer.sure else likely).append(move)
            sure = sure and answer.sure
            if proven and not all_first_actions:
                break
        if proven or likely:
            return _Attack(tuple(proven or likely), bool(proven))
        return _Attack((), sure)

    def _report(self, progress: Progress) -> None:
        """Pass on what is known: for the first move of each length, and then a few times per second."""
        now = monotonic()
        if self._progress is None or (progress.first_actions_done and now - self._reported < _TICK):
            return
        self._reported = now
        self._progress(replace(progress, seconds=now - self._started))

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
        """Whether a move mates within a number of moves, itself included."""
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
