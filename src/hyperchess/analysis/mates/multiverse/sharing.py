"""Search for a goal of 5D chess, distributed over several processes.

The first actions are distributed: each process searches parts of them, in the order of a sequential search.
Mates in one are found by one process, because their search prunes most actions together. The results are
those of a sequential search, in the same order; only the numbers of nodes differ.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic, TypeAlias, TypeVar
from uuid import uuid4

from hyperchess.analysis.mates.multiverse.search import SolverOptions, build_solution, make_search
from hyperchess.analysis.mates.solution import OnProgress, Progress, Solution, Stop
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Action, Position
from hyperchess.multiverse.mates import MateSearch, Watch

__all__ = ["Latest", "Part", "PartFound", "Parts", "Share", "solve_shared"]

PartT = TypeVar("PartT")
SearchT = TypeVar("SearchT")

_LARGEST_PART = 64  # first actions: sending a part to a process takes about as long as a short search


@dataclass(frozen=True, slots=True)
class Part:
    """Some first actions of a position, by their numbers. Parts of one search have the same `token`."""

    token: str
    position: Position
    options: SolverOptions
    length: int
    numbers: range
    until: float | None  # deadline, by the clock that all processes of a machine share

    def search(self, watch: Watch) -> PartFound:
        """Search the actions, in any process.

        An interrupt, also one raised by `watch`, is part of the result.
        """

        def make(budget: Budget) -> tuple[MateSearch, Position]:
            return make_search(self.position, self.options, budget, watch), self.position

        search, position = _LATEST.search_for(self.token, self.until, make)
        nodes, rounds = search.nodes, search.rounds
        winning: list[Action] = []
        stop = None
        try:
            for action in search.first_actions(position, self.length, self.numbers):
                winning.append(action)
                if len(winning) == self.options.most_winning:
                    break
        except BudgetExhausted:
            stop = Stop.TIME
        except KeyboardInterrupt:
            stop = Stop.INTERRUPTED
        return PartFound(
            self.length,
            self.numbers,
            tuple(winning),
            search.ended and stop is None,
            search.nodes - nodes,
            search.rounds - rounds,
            stop,
        )


@dataclass(frozen=True, slots=True)
class PartFound:
    """The actions of a part that lead to the goal, and whether there are no further parts."""

    length: int
    numbers: range
    winning: tuple[Action, ...]
    ended: bool
    nodes: int
    rounds: int
    stop: Stop | None = None


Share: TypeAlias = Callable[[Iterator[Any]], Generator[Any, None, None]]
"""Calls `search` of parts in several processes; results arrive in the order of the parts."""


class Latest(Generic[SearchT]):
    """The current search of this process, with what it has proven so far."""

    def __init__(self) -> None:
        self._token = ""
        self._search: SearchT | None = None

    def search_for(self, token: str, until: float | None, make: Callable[[Budget], SearchT]) -> SearchT:
        """Return the search to which a part belongs, created for its first part with the remaining time."""
        if self._token != token or self._search is None:
            self._search = make(Budget() if until is None else Budget(max(0.0, until - monotonic())))
            self._token = token
        return self._search


_LATEST: Latest[tuple[MateSearch, Position]] = Latest()


def solve_shared(
    position: Position,
    options: SolverOptions,
    mate_in: int,
    budget: Budget,
    share: Share,
    progress: OnProgress | None = None,
) -> Solution[Position, Action]:
    """Search in parts for the shortest mate (or other goal) within `mate_in` actions."""
    began = monotonic()
    until = None if budget.seconds is None else began + budget.seconds

    def part(token: str, length: int, numbers: range) -> Part:
        return Part(token, position, options, length, numbers, until)

    parts = Parts(part)
    winning: list[Action] = []
    nodes = rounds = refuted = 0
    all_examined = False
    stop: Stop | None = None
    found_parts: Generator[PartFound, None, None] = share(iter(parts))
    try:
        for found in found_parts:
            nodes, rounds = nodes + found.nodes, rounds + found.rounds
            if found.length <= refuted:
                continue  # beyond the last first action
            winning.extend(found.winning)
            if progress is not None:
                best = winning[0] if winning else None
                seconds, done = monotonic() - began, found.numbers.stop
                goal = options.goal
                progress(Progress(found.length, nodes, seconds, done, None, best, refuted, goal))
            if found.stop is not None:
                stop = found.stop
                parts.end()  # parts in progress may still report results
            elif len(winning) >= options.most_winning:
                break
            elif found.ended and stop is None:
                all_examined = bool(winning)
                refuted = refuted if winning else found.length
                if winning or refuted == mate_in:
                    break
                parts.begin(refuted + 1)
    except KeyboardInterrupt:
        stop = Stop.INTERRUPTED
    finally:
        found_parts.close()
    del winning[options.most_winning :]
    return build_solution(
        position,
        options,
        mate_in,
        refuted,
        winning,
        all_examined=all_examined,
        nodes=nodes,
        rounds=rounds,
        stop=stop,
    )


class Parts(Generic[PartT]):
    """Parts of the first actions, generated on demand; their end is found by searching them."""

    def __init__(self, make: Callable[[str, int, range], PartT]) -> None:
        self._token = uuid4().hex
        self._make = make
        self._ended = False
        self.begin(1)

    def begin(self, length: int) -> None:
        """Continue with mates of this length."""
        self._length, self._at, self._size = length, 0, 1

    def end(self) -> None:
        """Generate no further parts."""
        self._ended = True

    def __iter__(self) -> Iterator[PartT]:
        while not self._ended:
            numbers = range(self._at, self._at + self._size)
            self._at += self._size
            self._size = min(2 * self._size, _LARGEST_PART)
            yield self._make(self._token, self._length, numbers)
