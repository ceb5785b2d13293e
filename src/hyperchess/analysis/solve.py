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

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from time import monotonic

from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Action, Budget, Position, Status
from hyperchess.multiverse.budget import Meter

__all__ = ["Outcome", "Progress", "Solution", "Solver", "solve"]

_MOST_KEPT = 200_000  # positions whose answer is kept
_MOST_KILLERS = 4
_BETWEEN_REPORTS = 0.2  # seconds


class Outcome(Enum):
    """What is known about a forced mate."""

    MATE = "mate"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solution:
    """The answer: the shortest mate, the first actions that force it, and how far the proof goes.

    `refuted` is the largest number of actions within which there is proven to be no mate. `winning` holds
    all first actions that force the shortest mate if `all_examined`, else only those found in time.
    `softmates` says whether a softmate counted as a mate, `interrupted` that somebody pressed Ctrl-C.
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
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """Look for a mate within `mate_in` actions of the player to move, the shortest first.

    With `softmates`, a softmate counts as a mate. `all_first_actions` goes on after the first winning action
    to find duals. `progress` is called a few times per second. Ctrl-C ends the search with what is known.
    """
    return Solver(budget or Budget(), softmates=softmates, progress=progress).solve(
        position, mate_in, all_first_actions=all_first_actions
    )


class Solver:
    """One search, with what it has learned so far."""

    def __init__(
        self,
        budget: Budget,
        *,
        softmates: bool = False,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.meter: Meter = budget.start()
        self.softmates = softmates
        self._progress = progress
        self._started = self._reported = monotonic()
        self._won: dict[tuple[Position, int], Action | None] = {}
        self._killers: list[Action] = []

    def solve(self, position: Position, mate_in: int, *, all_first_actions: bool = True) -> Solution:
        """The shortest mate within a number of actions."""
        refuted = 0
        winning: list[Action] = []
        all_examined = interrupted = False
        try:
            for length in range(1, mate_in + 1):
                for done, action in enumerate(position.actions()):
                    self._report(length, done, winning)
                    self.meter.spend()
                    if self.is_lost(position.play_legal(action), length - 1):
                        winning.append(action)
                        if not all_first_actions:
                            break
                if winning:
                    all_examined = all_first_actions
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
            tuple(winning),
            all_examined,
            self.meter.rounds,
            self.softmates,
            interrupted,
        )

    def _report(self, length: int, done: int, winning: list[Action]) -> None:
        now = monotonic()
        if self._progress is None or now - self._reported < _BETWEEN_REPORTS:
            return
        self._reported = now
        best = winning[0] if winning else None
        self._progress(Progress(length, self.meter.rounds, now - self._started, done, None, best))

    def winning_actions(self, position: Position, length: int) -> Iterator[Action]:
        """The actions after which the defender is mated within `length` actions, this one included."""
        for action in position.actions():
            self.meter.spend()
            after = position.play_legal(action)
            if self.is_lost(after, length - 1):
                yield action

    def best_action(self, position: Position, length: int) -> Action | None:
        """An action that mates within `length`, or `None` if there is none."""
        key = (position, length)
        if key not in self._won:
            if len(self._won) >= _MOST_KEPT:
                self._won.clear()
            self._won[key] = next(self.winning_actions(position, length), None)
        return self._won[key]

    def is_lost(self, position: Position, length: int) -> bool:
        """Whether the defender to move is mated within `length` more actions of the attacker."""
        if length == 0:
            return self._is_mate(position)
        self.meter.spend()
        # One defence that holds is enough; what held in a position nearby is tried first.
        for defence in self._killers:
            if position.is_legal(defence) and self._holds(position, defence, length):
                return False
        any_defence = False
        for defence in position.actions():
            self.meter.spend()
            any_defence = True
            if self._holds(position, defence, length):
                self._killers = [defence, *self._killers][:_MOST_KILLERS]
                return False
        return any_defence or bool(position.checks())  # without a defence: mated if in check

    def _holds(self, position: Position, defence: Action, length: int) -> bool:
        return self.best_action(position.play_legal(defence), length) is None

    def _is_mate(self, position: Position) -> bool:
        """Whether the defender is mated now. Most positions are not even in check."""
        if not position.checks():
            return False
        if self.softmates:
            return self._status(position) in (Status.CHECKMATE, Status.SOFTMATE)
        return position.find_action(Budget(rounds=None)) is None

    def _status(self, position: Position) -> Status:
        return position.find_status(Budget())
