"""Search for mates of infinite chess, distributed over several processes.

The first moves are distributed: each process tries parts of them, in the order of a sequential search. The
results are those of a sequential search, in the same order; only the numbers of nodes differ.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import monotonic

from hyperchess.analysis.mates.infinite.search import Attack, Trial, attack_on, search_infinite
from hyperchess.analysis.mates.multiverse.sharing import Latest, Parts, Share
from hyperchess.analysis.mates.solution import OnProgress, Solution, Stop
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite import Move, Position
from hyperchess.multiverse.mates import Watch

__all__ = ["MovePart", "MovePartTried", "solve_infinite_shared"]


@dataclass(frozen=True, slots=True)
class MovePart:
    """Some first moves of a position, by their numbers. Parts of one search have the same `token`."""

    token: str
    position: Position
    mate_in: int
    margin: int
    all_first_actions: bool
    length: int
    numbers: range
    until: float | None  # deadline, by the clock that all processes of a machine share

    def search(self, watch: Watch) -> MovePartTried:
        """Try the moves, in any process. An interrupt, also one raised by `watch`, is part of the result."""

        def make(budget: Budget) -> _PartSearch:
            watched = partial(watch, 0, 0)
            return _PartSearch(attack_on(self.position, self.mate_in, budget, self.margin, watched))

        search = _LATEST.search_for(self.token, self.until, make)
        rounds = search.attack.rounds
        trials: list[Trial] = []
        ended, stop = False, None
        try:
            for move, alone in search.moves(self.length, self.numbers):
                trials.append(Trial(move, alone, *search.attack.wins(move, self.length)))
                if trials[-1].holds and trials[-1].sure and not self.all_first_actions:
                    break
            else:
                ended = len(trials) < len(self.numbers)
        except BudgetExhausted:
            stop = Stop.TIME
        except KeyboardInterrupt:
            stop = Stop.INTERRUPTED
        return MovePartTried(self.length, tuple(trials), ended, search.attack.rounds - rounds, stop)


@dataclass(frozen=True, slots=True)
class MovePartTried:
    """The results for the moves of a part, and whether there are no further parts."""

    length: int
    trials: tuple[Trial, ...]
    ended: bool
    rounds: int
    stop: Stop | None = None


class _PartSearch:
    """The search of one process."""

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self._length = self._at = 0
        self._left: Iterator[tuple[Move, bool]] = iter(())

    def moves(self, length: int, numbers: range) -> Iterator[tuple[Move, bool]]:
        """Yield the first moves with these numbers.

        Parts arrive in order, so few moves are generated again.
        """
        if length != self._length or numbers.start < self._at:
            self._left, self._length, self._at = self.attack.first_moves(length).moves, length, 0
        skipped = numbers.start - self._at
        self._at = numbers.stop
        return islice(self._left, skipped, skipped + len(numbers))


_LATEST: Latest[_PartSearch] = Latest()


def solve_infinite_shared(
    position: Position,
    mate_in: int,
    budget: Budget,
    share: Share,
    *,
    margin: int,
    all_first_actions: bool = True,
    progress: OnProgress | None = None,
) -> Solution[Position, Move]:
    """Search in parts for the shortest mate within `mate_in` moves."""
    until = None if budget.seconds is None else monotonic() + budget.seconds

    def part(token: str, length: int, numbers: range) -> MovePart:
        return MovePart(token, position, mate_in, margin, all_first_actions, length, numbers, until)

    trials = _SharedTrials(Parts(part), share)
    try:
        return search_infinite(
            position,
            mate_in,
            budget,
            margin=margin,
            all_first_actions=all_first_actions,
            progress=progress,
            trials=trials,
        )
    finally:
        trials.close()


class _SharedTrials:
    """Combines the results of the processes."""

    def __init__(self, parts: Parts[MovePart], share: Share) -> None:
        self.rounds = 0
        self._parts = parts
        self._found: Generator[MovePartTried, None, None] = share(iter(parts))

    def tried(self, length: int) -> Iterator[Trial]:
        """Yield the results in order; parts in progress when the search stops may still report results."""
        self._parts.begin(length)
        stop = None
        for found in self._found:
            self.rounds += found.rounds
            if found.length != length:
                continue  # beyond the last first move of shorter mates
            yield from found.trials
            if found.stop is not None:
                stop = found.stop
                self._parts.end()
            elif found.ended and stop is None:
                return
        if stop is Stop.INTERRUPTED:
            raise KeyboardInterrupt
        raise BudgetExhausted("the search was stopped without an answer")

    def close(self) -> None:
        """Cancel the parts in progress."""
        self._found.close()
