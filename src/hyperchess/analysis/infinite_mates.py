"""Forced mates in infinite chess.

A player with riders has infinitely many moves. For the mating move, and for the move before it against a bare
royal piece, they fall into finitely many classes (see `infinite_classes`), so such mates in one and in two
are found or excluded with certainty; where slides go along ranks and files only, mates of any length are.
Other mates of a bare royal are searched among moves that are chosen in the same way, natively if that is
possible: one that is found is proven, because all replies are tried. All other mates are searched among the
moves within a window around the pieces, and the answer says whether that decides the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic
from typing import NamedTuple

from hyperchess.analysis.infinite_classes import class_moves, has_classes, hunting_moves, is_decided, is_hunt
from hyperchess.analysis.solution import OnProgress, Outcome, Progress, Solution, Stop, stop_of
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite import Move, Position, Verdict
from hyperchess.infinite.referee import Hunt

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
    if is_hunt(position, mate_in):
        hunt = position.referee.hunt(position, budget)
        if hunt is not None:
            return _search_hunt(
                position, mate_in, budget, hunt, margin, progress, all_first_actions=all_first_actions
            )
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


def _search_hunt(
    position: Position,
    mate_in: int,
    budget: Budget,
    hunt: Hunt,
    margin: int,
    progress: OnProgress | None,
    *,
    all_first_actions: bool,
) -> Solution[Position, Move]:
    """Look for a mate of a bare royal piece, natively."""
    report = _Reporter(progress)
    winning: list[Move] = []
    refuted, length, stop = 0, 0, None
    all_alone, all_examined = True, False
    try:
        for length in range(1, min(mate_in, hunt.longest) + 1):
            moves = hunt.first_moves(length)
            report(Progress(length, hunt.rounds, 0.0, 0, len(moves), None, refuted))
            for done, (move, alone) in enumerate(moves, start=1):
                if hunt.wins(move, length):
                    winning.append(move)
                    all_alone = all_alone and alone
                    if not all_first_actions:
                        break
                best = winning[0] if winning else None
                report(Progress(length, hunt.rounds, 0.0, done, len(moves), best, refuted))
            else:
                all_examined = bool(winning) and all_alone and is_decided(position, length)
            if winning:
                break
            if refuted == length - 1 and is_decided(position, length):
                refuted = length
        else:
            stop = Stop.LENGTH if mate_in > hunt.longest else None
    except BudgetExhausted:
        stop = stop_of(budget, hunt.rounds)
    except KeyboardInterrupt:
        stop = Stop.INTERRUPTED
    undecided = Outcome.NONE if refuted == mate_in else Outcome.UNKNOWN
    return Solution(
        position=position,
        asked=mate_in,
        outcome=Outcome.MATE if winning else undecided,
        mate_in=length if winning else None,
        refuted=refuted,
        winning=tuple(sorted(winning)),
        all_examined=all_examined,
        rounds=hunt.rounds,
        nodes=hunt.rounds,
        margin=margin,
        by_classes=True,
        stop=stop,
    )


class _Reporter:
    """Passes on how far a search has got: for the first move of each length, then a few times per second."""

    def __init__(self, progress: OnProgress | None) -> None:
        self._progress = progress
        self._started = self._reported = monotonic()

    def __call__(self, progress: Progress) -> None:
        now = monotonic()
        if self._progress is None or (progress.first_actions_done and now - self._reported < _TICK):
            return
        self._reported = now
        self._progress(replace(progress, seconds=now - self._started))


class _Attack(NamedTuple):
    """The first moves that mate, and whether that is proven; none: whether it is proven that none does."""

    winning: tuple[Move, ...]
    sure: bool


class _Search:
    def __init__(self, margin: int, budget: Budget, progress: OnProgress | None) -> None:
        self.margin = margin
        self.meter = budget.start()
        self._report = _Reporter(progress)

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

    def attacks(self, position: Position, length: int) -> tuple[Iterator[Move], bool]:
        """The moves to try for a mate within a number of moves, and whether they stand for all."""
        if length == 1 and has_classes(position):
            return class_moves(position), True
        if length > 1 and is_hunt(position, length) and is_decided(position, length):
            return (move for move, _ in hunting_moves(position, length)), True
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
