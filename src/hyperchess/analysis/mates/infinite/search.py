"""Search for forced mates in infinite chess.

A player with riders has infinitely many moves. For the mating move, and for the move before it against a bare
royal piece, they have finitely many classes (see `slide_classes`), so such mates in one and in two are
found or excluded with certainty; if slides go along ranks and files only, so are mates of any length. Other
mates of a bare royal are searched among moves selected in the same way, natively if possible: a mate that is
found is proven, because all replies are tried. All other mates are searched among the moves within a window
around the pieces, and the result says whether that decides the question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic
from typing import NamedTuple, Protocol, TypeAlias

from hyperchess.analysis.mates.infinite.slide_classes import (
    class_moves,
    has_classes,
    hunting_moves,
    is_decided,
    is_hunt,
)
from hyperchess.analysis.mates.solution import OnProgress, Outcome, Progress, Solution, Stop, stop_reason
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite import Move, Position, Verdict
from hyperchess.infinite.rules import Hunt

__all__ = ["Attack", "Trial", "Trials", "attack_on", "search_infinite"]

_TICK = 0.25  # seconds between two reports of progress
_Watch: TypeAlias = Callable[[], None]


class _SearchResult(NamedTuple):
    """A truth value, and whether it is proven."""

    holds: bool
    sure: bool


class _FirstMoves(NamedTuple):
    """The first moves to try, each with whether it represents only itself, and their number if known.

    `complete` says whether they represent all moves.
    """

    moves: Iterator[tuple[Move, bool]]
    total: int | None
    complete: bool


class Trial(NamedTuple):
    """A tried first move: whether it represents only itself, whether it mates, and whether that is proven."""

    move: Move
    alone: bool
    holds: bool
    sure: bool


class Attack(Protocol):
    """A method of searching for mates in a position."""

    by_classes: bool
    longest: int | None

    @property
    def rounds(self) -> int:
        """The part of the budget used so far."""

    def first_moves(self, length: int) -> _FirstMoves:
        """Return the moves to try for a mate in `length`."""

    def wins(self, move: Move, length: int) -> _SearchResult:
        """Return whether a move mates within `length` moves, itself included."""


class Trials(Protocol):
    """Tries the first moves for a mate of a given length, in order."""

    @property
    def rounds(self) -> int:
        """The number of rounds used."""

    def tried(self, length: int) -> Iterator[Trial]:
        """Yield the results; raise `BudgetExhausted` or `KeyboardInterrupt` to end early."""


def attack_on(
    position: Position, mate_in: int, budget: Budget, margin: int, watch: _Watch | None = None
) -> Attack:
    """Return the search for mates of up to `mate_in` moves. `watch` is called periodically and may raise."""
    if is_hunt(position, mate_in):
        hunt = position.rules.hunt(position, budget)
        if hunt is not None:
            return _HuntAttack(position, hunt, watch)
    return _WindowAttack(position, budget, margin, watch)


def search_infinite(
    position: Position,
    mate_in: int,
    budget: Budget,
    *,
    margin: int,
    all_first_actions: bool = True,
    progress: OnProgress | None = None,
    trials: Trials | None = None,
) -> Solution[Position, Move]:
    """Search for the player's shortest mate. Ctrl-C ends the search with the results so far.

    `winning` are the first moves that were found; a slide that mates at once may represent others of its
    class, which mate as well. Without `trials`, first moves are tried one after the other in this process.
    """
    attack = attack_on(position, mate_in, budget, margin)
    trials = _TrialsInTurn(attack) if trials is None else trials
    report = _Reporter(progress)
    proven: list[Move] = []
    likely: list[Move] = []
    longest = mate_in if attack.longest is None else min(mate_in, attack.longest)
    refuted, length, stop = 0, 0, None
    all_examined = False
    try:
        for length in range(1, longest + 1):
            first = attack.first_moves(length)
            report(Progress(length, trials.rounds, 0.0, 0, first.total, None, refuted))
            sure, alone = first.complete, attack.by_classes
            for done, trial in enumerate(trials.tried(length), start=1):
                sure = sure and trial.sure
                if trial.holds:
                    (proven if trial.sure else likely).append(trial.move)
                    alone = alone and trial.alone
                if proven and not all_first_actions:
                    break
                best = proven[0] if proven else None
                report(Progress(length, trials.rounds, 0.0, done, first.total, best, refuted))
            else:
                # A slide of the window represents others, and those beyond it were not tried.
                all_examined = bool(proven) and alone and first.complete
            if proven or likely:
                break
            if sure and refuted == length - 1:
                refuted = length
        else:
            stop = Stop.LENGTH if longest < mate_in else None
    except BudgetExhausted:
        stop = stop_reason(budget, trials.rounds)
    except KeyboardInterrupt:
        stop = Stop.INTERRUPTED
    if stop is not None:
        likely = []
    undecided = Outcome.NONE if refuted == mate_in else Outcome.UNKNOWN
    return Solution(
        position=position,
        asked=mate_in,
        outcome=Outcome.MATE if proven else undecided,
        mate_in=length if proven or likely else None,
        refuted=refuted,
        winning=tuple(sorted(proven or likely)),
        all_examined=all_examined,
        rounds=trials.rounds,
        nodes=trials.rounds,
        margin=margin,
        by_classes=attack.by_classes,
        stop=stop,
    )


class _TrialsInTurn:
    """Tries the moves sequentially."""

    def __init__(self, attack: Attack) -> None:
        self._attack = attack

    @property
    def rounds(self) -> int:
        return self._attack.rounds

    def tried(self, length: int) -> Iterator[Trial]:
        for move, alone in self._attack.first_moves(length).moves:
            yield Trial(move, alone, *self._attack.wins(move, length))


class _Reporter:
    """Reports the progress of a search: for the first move of each length, then a few times per second."""

    def __init__(self, progress: OnProgress | None) -> None:
        self._progress = progress
        self._started = self._reported = monotonic()

    def __call__(self, progress: Progress) -> None:
        now = monotonic()
        if self._progress is None or (progress.first_actions_done and now - self._reported < _TICK):
            return
        self._reported = now
        self._progress(replace(progress, seconds=now - self._started))


class _HuntAttack:
    """Native search for mates of a bare royal piece."""

    by_classes = True

    def __init__(self, position: Position, hunt: Hunt, watch: _Watch | None) -> None:
        self._position = position
        self._hunt = hunt
        self._watch = watch
        self.longest: int | None = hunt.longest

    @property
    def rounds(self) -> int:
        return self._hunt.rounds

    def first_moves(self, length: int) -> _FirstMoves:
        moves = self._hunt.first_moves(length)
        return _FirstMoves(iter(moves), len(moves), is_decided(self._position, length))

    def wins(self, move: Move, length: int) -> _SearchResult:
        return _SearchResult(self._hunt.wins(move, length, self._watch), sure=True)


class _WindowAttack:
    """Search among moves near the pieces, or of each class of squares if that is decisive."""

    by_classes = False
    longest: int | None = None

    def __init__(self, position: Position, budget: Budget, margin: int, watch: _Watch | None) -> None:
        self._position = position
        self._margin = margin
        self._meter = budget.start()
        self._watch = watch

    @property
    def rounds(self) -> int:
        return self._meter.rounds

    def first_moves(self, length: int) -> _FirstMoves:
        moves, complete = self._attacks(self._position, length)
        return _FirstMoves(((move, True) for move in moves), None, complete)

    def wins(self, move: Move, length: int) -> _SearchResult:
        return self._wins(self._position, move, length)

    def _spend(self) -> None:
        self._meter.spend()
        if self._watch is not None:
            self._watch()

    def _attacks(self, position: Position, length: int) -> tuple[Iterator[Move], bool]:
        """Return the moves to try for a mate within `length` moves, and whether they represent all."""
        if length == 1 and has_classes(position):
            return class_moves(position), True
        if length > 1 and is_hunt(position, length) and is_decided(position, length):
            return (move for move, _ in hunting_moves(position, length)), True
        return self._moves(position)

    def _moves(self, position: Position) -> tuple[Iterator[Move], bool]:
        """Return the moves within the window, and whether these are all."""
        moves = position.moves()
        return moves.near(self._margin), moves.is_finite and all(
            self._is_near(position, ray.target(ray.last or 0)) for ray in moves.rays
        )

    def _is_near(self, position: Position, square: tuple[int, int]) -> bool:
        return all(
            min(values) - self._margin <= value <= max(values) + self._margin
            for value, values in zip(square, zip(*position.pieces(), strict=True), strict=True)
        )

    def _wins(self, position: Position, move: Move, length: int) -> _SearchResult:
        """Return whether a move mates within `length` moves, itself included."""
        self._spend()
        after = position.play(move)
        if length == 1 and not after.checks():
            return _SearchResult(False, True)
        status = after.status
        if status.is_over or length == 1:
            return _SearchResult(status.verdict is Verdict.CHECKMATE, status.verdict is not Verdict.UNKNOWN)
        replies, complete = self._moves(after)
        sure = complete
        holds = True
        for reply in replies:
            answer = self._mates(after.play(reply), length - 1)
            if not answer.holds:
                if answer.sure:
                    return answer
                holds = False
            sure = sure and answer.sure
        return _SearchResult(holds, sure)

    def _mates(self, position: Position, length: int) -> _SearchResult:
        """Return whether the player to move mates within `length` moves."""
        self._spend()
        if position.status.is_over:
            return _SearchResult(False, True)
        moves, sure = self._attacks(position, length)
        holds = False
        for move in moves:
            answer = self._wins(position, move, length)
            if answer.holds:
                if answer.sure:
                    return answer
                holds = True
            sure = sure and answer.sure
        return _SearchResult(holds, sure and not holds)
