"""Helpmates, selfmates and forced stalemates in 5D chess, by exhaustive search.

For every goal, the player to move begins, and a length is the number of that player's actions, each with its
reply.

* Helpmate: both players help, and the opponent of the player who begins gives mate with the last action.
* Selfmate: the player who begins forces the opponent to give mate, with every possible last reply.
* Stalemate: the player who begins forces a position in which the opponent has no action and is not in check.

>>> from hyperchess.multiverse import custom_start
>>> position = custom_start("[k3/4/1K2/3Q:0:1:b]")
>>> search = GoalSearch(Goal.HELPMATE, Budget())
>>> [str(action) for action in search.first_actions(position, 1)]
['(0T1)a4>(0T1)b4']
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from hyperchess.analysis.mates.solution import AnySolution, Goal, Solution
from hyperchess.budget import Budget, check_budget
from hyperchess.errors import BudgetExhausted, InvalidArgument
from hyperchess.multiverse import Action, Position
from hyperchess.multiverse.mates import DEFAULT_MEMORY, Watch
from hyperchess.multiverse.state import State
from hyperchess.ruleset import Verdict
from hyperchess.validation import check_instance

__all__ = ["LONGEST_GOAL", "GoalSearch", "helpmate_line"]

LONGEST_GOAL = 64
"""The maximum number of one player's actions; each adds a few levels of recursion."""

_BYTES_PER_POSITION = 256  # a key of 128 bits, a length and a result in a dictionary
_BETWEEN_CALLS = 0.2  # seconds
_Key = tuple[int, int]


class GoalSearch:
    """`MateSearch` for a goal other than a forced mate.

    Positions are remembered by their 128-bit keys, which cover everything that the rules depend on.
    """

    def __init__(
        self, goal: Goal, budget: Budget, *, memory: int = DEFAULT_MEMORY, watch: Watch | None = None
    ) -> None:
        self._reached = {
            Goal.HELPMATE: self._is_helped,
            Goal.SELFMATE: self._must_mate,
            Goal.STALEMATE: self._is_stalemated,
        }[goal]
        self._budget = budget
        self._meter = budget.start()
        self._rounds_of_mates = 0
        self._nodes = 0
        self._most_kept = memory // _BYTES_PER_POSITION
        self._known: dict[_Key, bool] = {}
        self._watch = watch
        self._watched = monotonic()
        self._done = 0
        self._ended = False

    @property
    def ended(self) -> bool:
        """True if `first_actions` has reached the end of all actions."""
        return self._ended

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return self._nodes

    @property
    def rounds(self) -> int:
        """The part of the budget used so far."""
        return self._meter.rounds + self._rounds_of_mates

    @property
    def memory(self) -> int:
        """The estimated size of the table of positions in bytes."""
        return _BYTES_PER_POSITION * len(self._known)

    def first_actions(self, position: State, length: int, part: range | None = None) -> Iterator[Action]:
        """Yield all actions after which the goal is reached within `length` pairs of actions."""
        position = check_instance("position", position, Position, "a position")
        self._ended = False
        for done, action in enumerate(self._actions(position)):
            if part is not None and length > 1 and done not in part:
                if done >= part.stop:
                    return
                continue
            self._done = done
            if self._reached(self._after(position, action), length):
                yield action
        self._ended = True

    def reply(self, position: Position, length: int) -> Action | None:
        """Return a helpmate reply that mates or after which mate can be reached, or `None`."""
        if length == 1:
            return self._mate_in_one(position)
        for action in self._actions(position):
            after = self._after(position, action)
            if self._is_mate(after) or self._can_reach(after, length - 1):
                return action
        return None

    def _can_reach(self, position: Position, length: int) -> bool:
        """Return whether the player who began, to move here, reaches the goal."""
        key = position.keys().full, length
        known = self._known.get(key)
        if known is not None:
            return known
        actions = self._actions(position)
        found = any(self._reached(self._after(position, action), length) for action in actions)
        if len(self._known) >= self._most_kept:
            self._known.clear()
        if self._most_kept > 0:
            self._known[key] = found
        return found

    def _is_helped(self, position: Position, length: int) -> bool:
        """Return whether the other player, to move here, can be helped to mate."""
        return self.reply(position, length) is not None

    def _must_mate(self, position: Position, length: int) -> bool:
        """Return whether the opponent, to move here, has an action, and all of them eventually mate."""
        replied = False
        for reply in self._actions(position):
            replied = True
            after = self._after(position, reply)
            if not self._is_mate(after) and (length == 1 or not self._can_reach(after, length - 1)):
                return False
        return replied

    def _is_stalemated(self, position: Position, length: int) -> bool:
        """Return whether the opponent, to move here, is stalemated, or will be after every action."""
        replied = False
        for reply in self._actions(position):
            replied = True
            if length == 1 or not self._can_reach(self._after(position, reply), length - 1):
                return False
        return replied or not position.in_check

    def _is_mate(self, position: Position) -> bool:
        if not position.in_check:
            return False
        status = position.find_status(self._meter.left())
        if status.verdict is Verdict.UNKNOWN:
            raise BudgetExhausted("the search ended without an answer")
        return status.verdict is Verdict.CHECKMATE

    def _mate_in_one(self, position: Position) -> Action | None:
        """Return a mate in one found by the rules' own search with the rest of the budget."""
        rounds = None if self._budget.rounds is None else max(0, self._budget.rounds - self.rounds)
        left = Budget(self._meter.left().seconds, rounds)
        search = position.rules.mates(position, left, softmates=False, memory=0, watch=self._watch_mates)
        try:
            return next(search.first_actions(position, 1), None)
        finally:
            self._rounds_of_mates += search.rounds
            self._nodes += search.nodes

    def _watch_mates(self, nodes: int, _: int) -> None:
        if self._watch is not None:
            self._watch(self.nodes + nodes, self._done)

    def _actions(self, position: Position) -> Iterator[Action]:
        for action in position.actions(budget=self._meter.left()):
            self._spend()
            yield action

    def _after(self, position: Position, action: Action) -> Position:
        self._nodes += 1
        return position.play_legal(action)

    def _spend(self) -> None:
        if self._budget.rounds is not None and self.rounds >= self._budget.rounds:
            raise BudgetExhausted("the search ended without an answer")
        self._meter.spend()
        now = monotonic()
        if self._watch is not None and now - self._watched >= _BETWEEN_CALLS:
            self._watched = now
            self._watch(self.nodes, self._done)


def helpmate_line(solution: AnySolution, budget: Budget | None = None) -> tuple[Action, ...]:
    """Return a full solution of a helpmate, with both players' actions, starting with the first of `winning`.

    Raise `BudgetExhausted` if the budget is exhausted first.

    >>> from hyperchess.analysis.mates.solve import solve
    >>> from hyperchess.multiverse import custom_start
    >>> solution = solve(custom_start("[k3/4/1K2/3Q:0:1:b]"), 1, goal="helpmate")
    >>> [str(action) for action in helpmate_line(solution)]
    ['(0T1)a4>(0T1)b4', '(0T2)d1>(0T2)b3']
    """
    check_instance("solution", solution, Solution, "a solution")
    if solution.goal is not Goal.HELPMATE or solution.mate_in is None:
        raise InvalidArgument("there is no helpmate to show")
    search = GoalSearch(Goal.HELPMATE, check_budget(budget))
    position: Position = solution.position
    action: Action | None = solution.winning[0]
    line: list[Action] = []
    for length in range(solution.mate_in, 0, -1):
        if line:
            action = next(search.first_actions(position, length), None)
        assert action is not None
        position = position.play_legal(action)
        reply = search.reply(position, length)
        assert reply is not None
        position = position.play_legal(reply)
        line += [action, reply]
    return tuple(line)
