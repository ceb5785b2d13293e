"""Forced mates in 5D chess: proven, proven absent, or unknown. Never guessed.

The attacker has to move and mates with at most N actions of his own, whatever the defender does.

>>> from hyperchess.multiverse import custom_start
>>> position = custom_start("[4k/5/5/5/K1R2:0:1:w]")
>>> for action in ("Kb2", "Ke4", "Re1", "Kd3"):
...     position = position.play(action)
>>> solution = solve(position, mate_in=1)
>>> solution.outcome.value, solution.mate_in, [str(action) for action in solution.winning]
('mate', 1, ['(0T3)e1>(0T3)e5'])
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from time import monotonic

from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Action, Budget, Position
from hyperchess.multiverse.mates import DEFAULT_MEMORY, MateSearch

__all__ = ["Outcome", "Progress", "Solution", "Solver", "solve"]

_MOST_WINNING = 10_000  # first actions: nobody reads more
_LAST_ACTIONS = 16  # mates in one among which the simplest is chosen
_COUNTING = Budget(seconds=0.05)


class Outcome(Enum):
    """What is known about a forced mate."""

    MATE = "mate"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solution:
    """The answer: the shortest mate, the first actions that force it, and how far the proof goes.

    `refuted` is the largest number of actions within which there is proven to be no mate. `winning` holds
    all first actions that force the shortest mate if `all_examined`, else only those found in time; those
    with the fewest moves stand first.
    `softmates` says whether a softmate counted as a mate, `interrupted` that somebody pressed Ctrl-C.
    `rounds` were spent of the budget, and `nodes` positions looked into.
    """

    position: Position
    outcome: Outcome
    mate_in: int | None
    refuted: int
    winning: tuple[Action, ...]
    all_examined: bool
    rounds: int
    softmates: bool = False
    interrupted: bool = False
    nodes: int = 0

    @property
    def is_unique(self) -> bool | None:
        """Whether one first action alone forces the mate; `None` if that is not known."""
        if self.outcome is not Outcome.MATE or (len(self.winning) < 2 and not self.all_examined):
            return None
        return len(self.winning) == 1


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has got: it looks for mates in `length`, and `best` is the first one found.

    `first_actions_total` is `None` where there are too many to count in passing.
    """

    length: int
    nodes: int
    seconds: float
    first_actions_done: int
    first_actions_total: int | None
    best: Action | None


def solve(
    position: Position,
    mate_in: int,
    budget: Budget | None = None,
    *,
    all_first_actions: bool = True,
    softmates: bool = False,
    memory: int = DEFAULT_MEMORY,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """Look for a mate within `mate_in` actions of the player to move, the shortest first.

    With `softmates`, a softmate counts as a mate. `all_first_actions` goes on after the first winning action
    to find duals. At most `memory` bytes are used to remember positions. `progress` is called a few times
    per second. Ctrl-C ends the search with what is known so far. At most 10,000 winning actions are listed.

    >>> import hyperchess as hc
    >>> position = hc.multiverse.custom_start("[k3/p3/2N1/K2R:0:1:w]")
    >>> solution = hc.solve(position, mate_in=2, budget=hc.Budget(seconds=10))
    >>> solution.outcome, solution.mate_in, [str(action) for action in solution.winning]
    (<Outcome.MATE: 'mate'>, 2, ['(0T1)d1>(0T1)d4', '(0T1)d1>(0T1)b1', '(0T1)d1>(0T1)d3'])
    """
    return Solver(budget or Budget(), softmates=softmates, memory=memory, progress=progress).solve(
        position, mate_in, all_first_actions=all_first_actions
    )


class Solver:
    """One search, with what it has proven so far, for positions of one game. The budget is for all of it."""

    def __init__(
        self,
        budget: Budget,
        *,
        softmates: bool = False,
        memory: int = DEFAULT_MEMORY,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.softmates = softmates
        self._budget = budget
        self._memory = memory
        self._progress = progress
        self._search: MateSearch | None = None
        self._started = monotonic()
        self._length = 0
        self._total: int | None = None
        self._winning: list[Action] = []

    def solve(self, position: Position, mate_in: int, *, all_first_actions: bool = True) -> Solution:
        """The shortest mate within a number of actions."""
        if mate_in < 1:
            raise ValueError(f"a mate takes 1 action or more, not {mate_in}")
        search = self._search_for(position)
        if self._progress is not None:
            self._total = _count_first_actions(position)
        refuted = 0
        winning = self._winning = []
        all_examined = interrupted = False
        try:
            for length in range(1, mate_in + 1):
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
            pass
        except KeyboardInterrupt:
            interrupted = True
        if winning:
            outcome, found = Outcome.MATE, refuted + 1
        else:
            outcome, found = (Outcome.NONE if refuted == mate_in else Outcome.UNKNOWN), None
        return Solution(
            position,
            outcome,
            found,
            refuted,
            tuple(sorted(winning, key=len)),
            all_examined,
            search.rounds,
            self.softmates,
            interrupted,
            search.nodes,
        )

    def best_action(self, position: Position, length: int) -> Action | None:
        """An action that mates within `length`, or `None` if there is none; the last one has few moves."""
        found = self._search_for(position).first_actions(position, length)
        return min(islice(found, _LAST_ACTIONS if length == 1 else 1), key=len, default=None)

    def _search_for(self, position: Position) -> MateSearch:
        if self._search is None:
            watch = None if self._progress is None else self._watch
            self._search = position.rules.mates(
                position, self._budget, softmates=self.softmates, memory=self._memory, watch=watch
            )
        return self._search

    def _watch(self, nodes: int, done: int) -> None:
        assert self._progress is not None
        best = self._winning[0] if self._winning else None
        seconds = monotonic() - self._started
        self._progress(Progress(self._length, nodes, seconds, done, self._total, best))


def _count_first_actions(position: Position) -> int | None:
    try:
        return position.count_actions(budget=_COUNTING)
    except BudgetExhausted:
        return None
