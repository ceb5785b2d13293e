"""Exhaustive search for forced mates: the definition, and the oracle for any faster search.

The attacker wins within N actions if one of the attacker's actions leaves the defender lost within N - 1
more. The defender is lost if mated, or if the attacker wins after every reply. No reply and no check is
stalemate.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse.coordinates import Color
from hyperchess.multiverse.mates import Watch
from hyperchess.multiverse.moves import Action
from hyperchess.multiverse.rules import Rules, play_legal
from hyperchess.multiverse.state import State
from hyperchess.multiverse.timelines import Timelines
from hyperchess.ruleset import Verdict

__all__ = ["ReferenceMates"]

_Key = tuple[Timelines, Color, int]

_BYTES_PER_POSITION = 4096  # the boards of one action, and the objects that refer to them
_BETWEEN_CALLS = 0.2  # seconds


class ReferenceMates:
    """`MateSearch` in Python."""

    def __init__(
        self, rules: Rules, budget: Budget, *, softmates: bool, memory: int, watch: Watch | None
    ) -> None:
        self._rules = rules
        self._meter = budget.start()
        self._mates = (Verdict.CHECKMATE, Verdict.SOFTMATE) if softmates else (Verdict.CHECKMATE,)
        self._most_kept = memory // _BYTES_PER_POSITION
        self._won: dict[_Key, bool] = {}
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
        return self._meter.rounds

    @property
    def rounds(self) -> int:
        """The part of the budget used so far."""
        return self._meter.rounds

    @property
    def memory(self) -> int:
        """The estimated size of the table of positions in bytes."""
        return _BYTES_PER_POSITION * len(self._won)

    def first_actions(self, position: State, length: int, part: range | None = None) -> Iterator[Action]:
        """Yield all actions after which the opponent is mated within `length` actions, this one included."""
        self._ended = False
        for done, action in enumerate(self._actions(position)):
            if part is not None and length > 1 and done not in part:
                if done >= part.stop:
                    return
                continue
            self._done = done
            if self.is_lost(play_legal(self._rules, position, action), length - 1):
                yield action
        self._ended = True

    def wins(self, position: State, length: int) -> bool:
        """Return whether the attacker to move mates within `length` actions."""
        key = (position.timeline_boards, position.player, length)
        known = self._won.get(key)
        if known is not None:
            return known
        actions = self._actions(position)
        won = any(self.is_lost(play_legal(self._rules, position, action), length - 1) for action in actions)
        self._keep(key, won)
        return won

    def is_lost(self, position: State, length: int) -> bool:
        """Return whether the defender to move is mated within `length` further actions of the attacker."""
        self._spend()
        if self._is_mate(position):
            return True
        if length == 0:
            return False
        replied = False
        for reply in self._actions(position):
            replied = True
            if not self.wins(play_legal(self._rules, position, reply), length):
                return False
        return replied  # without a reply: stalemate

    def _keep(self, key: _Key, won: bool) -> None:
        if len(self._won) >= self._most_kept:
            self._won.clear()
        if self._most_kept > 0:
            self._won[key] = won

    def _is_mate(self, position: State) -> bool:
        if not self._rules.in_check(position):
            return False
        status = self._rules.status(position, self._meter.left())
        if status.verdict is Verdict.UNKNOWN:
            raise BudgetExhausted("the search ended without an answer")
        return status.verdict in self._mates

    def _actions(self, position: State) -> Iterator[Action]:
        for action in self._rules.actions(position, self._meter.left()):
            self._spend()
            yield action

    def _spend(self) -> None:
        self._meter.spend()
        now = monotonic()
        if self._watch is not None and now - self._watched >= _BETWEEN_CALLS:
            self._watched = now
            self._watch(self.nodes, self._done)
