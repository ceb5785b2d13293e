"""Iterative search for forced mates and other goals in 5D chess, length by length."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from time import monotonic

from hyperchess.analysis.mates.multiverse.goals import LONGEST_GOAL, GoalSearch
from hyperchess.analysis.mates.solution import (
    Goal,
    OnProgress,
    Outcome,
    Progress,
    Solution,
    Stop,
    stop_reason,
)
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Action, Position
from hyperchess.multiverse.mates import DEFAULT_MEMORY, MateSearch, Watch

__all__ = ["Solver", "SolverOptions", "build_solution", "make_search"]

_MOST_WINNING = 10_000  # maximum number of first actions to list
_LAST_ACTIONS = 16  # mates in one among which the simplest is chosen
_COUNTING = Budget(seconds=0.05)


@dataclass(frozen=True, slots=True)
class SolverOptions:
    """Search options: the goal, whether softmates count as mates, and whether to find all first actions."""

    goal: Goal = Goal.MATE
    softmates: bool = False
    memory: int = DEFAULT_MEMORY
    all_first_actions: bool = True

    @property
    def most_winning(self) -> int:
        """The number of winning first actions after which the search ends."""
        return _MOST_WINNING if self.all_first_actions else 1


def make_search(
    position: Position, options: SolverOptions, budget: Budget, watch: Watch | None
) -> MateSearch:
    """Create a search for positions of one game, with nothing proven yet."""
    if options.goal is not Goal.MATE:
        return GoalSearch(options.goal, budget, memory=options.memory, watch=watch)
    return position.rules.mates(
        position, budget, softmates=options.softmates, memory=options.memory, watch=watch
    )


def build_solution(
    position: Position,
    options: SolverOptions,
    mate_in: int,
    refuted: int,
    winning: list[Action],
    *,
    all_examined: bool,
    nodes: int,
    rounds: int,
    stop: Stop | None,
) -> Solution[Position, Action]:
    """Build the solution: `winning` are first actions of the length after those that are refuted."""
    if winning:
        outcome = Outcome.STALEMATE if options.goal is Goal.STALEMATE else Outcome.MATE
    else:
        outcome = Outcome.NONE if refuted == mate_in else Outcome.UNKNOWN
    return Solution(
        position=position,
        asked=mate_in,
        outcome=outcome,
        mate_in=refuted + 1 if winning else None,
        refuted=refuted,
        winning=_in_order(position, winning),
        all_examined=all_examined,
        rounds=rounds,
        nodes=nodes,
        softmates=options.softmates,
        stop=stop,
        goal=options.goal,
    )


class Solver:
    """A search for positions of one game that keeps what it has proven. All calls share the budget."""

    def __init__(
        self,
        budget: Budget,
        *,
        goal: Goal = Goal.MATE,
        softmates: bool = False,
        memory: int = DEFAULT_MEMORY,
        progress: OnProgress | None = None,
    ) -> None:
        self.goal = goal
        self.softmates = softmates
        self._budget = budget
        self._options = SolverOptions(goal, softmates, memory)
        self._progress = progress
        self._search: MateSearch | None = None
        self._started = monotonic()
        self._length = 0
        self._total: int | None = None
        self._uncounted: Position | None = None
        self._winning: list[Action] = []

    def solve(
        self, position: Position, mate_in: int, *, all_first_actions: bool = True
    ) -> Solution[Position, Action]:
        """Return the shortest mate (or other goal) within `mate_in` actions."""
        search = self._search_for(position)
        self._uncounted = position
        refuted = 0
        winning = self._winning = []
        all_examined = False
        stop: Stop | None = None
        try:
            for length in range(1, mate_in + 1):
                if self.goal is not Goal.MATE and length > LONGEST_GOAL:
                    stop = Stop.LENGTH
                    break
                self._length = length
                most = _MOST_WINNING if all_first_actions else 1
                for action in search.first_actions(position, length):
                    winning.append(action)
                    if len(winning) == most:
                        break
                else:
                    all_examined = bool(winning)
                if winning:
                    break
                refuted = length
        except BudgetExhausted:
            stop = stop_reason(self._budget, search.rounds)
        except KeyboardInterrupt:
            stop = Stop.INTERRUPTED
        return build_solution(
            position,
            self._options,
            mate_in,
            refuted,
            winning,
            all_examined=all_examined,
            nodes=search.nodes,
            rounds=search.rounds,
            stop=stop,
        )

    def best_action(self, position: Position, length: int) -> Action | None:
        """Return an action that mates within `length`, or `None`; a mate in one has few moves."""
        found = self._search_for(position).first_actions(position, length)
        return min(islice(found, _LAST_ACTIONS if length == 1 else 1), key=len, default=None)

    def _search_for(self, position: Position) -> MateSearch:
        if self._search is None:
            watch = None if self._progress is None else self._watch
            self._search = make_search(position, self._options, self._budget, watch)
        return self._search

    def _watch(self, nodes: int, done: int) -> None:
        assert self._progress is not None
        if self._uncounted is not None:  # deferred, because most searches end before the first report
            self._total = _count_first_actions(self._uncounted)
            self._uncounted = None
        best = self._winning[0] if self._winning else None
        seconds = monotonic() - self._started
        refuted = self._length - 1
        self._progress(Progress(self._length, nodes, seconds, done, self._total, best, refuted, self.goal))


def _in_order(position: Position, actions: list[Action]) -> tuple[Action, ...]:
    """Return the actions in a deterministic order: fewest moves first, then by squares."""
    return tuple(sorted(map(position.canonical, actions), key=lambda action: (len(action), action)))


def _count_first_actions(position: Position) -> int | None:
    try:
        return position.count_actions(budget=_COUNTING)
    except BudgetExhausted:
        return None
