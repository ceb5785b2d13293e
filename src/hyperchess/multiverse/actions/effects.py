"""Effects of an action: computed once, for checking marks, for writers and for pictures.

>>> from hyperchess.multiverse.variants import start
>>> from hyperchess.multiverse.syntax.shorthand import read_action
>>> position = start("Standard").play("e3").play("f6").play("Qe2").play("Nc6")
>>> done = effects(position, read_action(position, "Qh5"))
>>> [str(check.royal) for check in done.moves[0].checks], str(done.status)
(['(0T1w)e8', '(0T4w)e8'], 'White wins: checkmate')
"""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.errors import MoveError
from hyperchess.multiverse.actions.played import MoveEffect
from hyperchess.multiverse.coordinates import HalfTurn, Timeline
from hyperchess.multiverse.moves import Action
from hyperchess.multiverse.position import Position
from hyperchess.ruleset import Status

__all__ = ["Effects", "MoveEffect", "Unfinished", "effects"]


class Effects(NamedTuple):
    """The effects of a legal action."""

    action: Action
    before: Position
    after: Position
    moves: tuple[MoveEffect, ...]
    in_check: bool  # whether the opponent is in check
    timelines: int  # number of timelines before the action

    @property
    def status(self) -> Status:
        """Status of the opponent after the action."""
        return self.after.status

    @property
    def made(self) -> tuple[Timeline, ...]:
        """The timelines created, in order of creation."""
        return tuple(effect.new_timeline for effect in self.moves if effect.new_timeline is not None)

    @property
    def reactivated(self) -> tuple[Timeline, ...]:
        """The existing timelines that became active."""
        there = set(self.before.timelines) - self.before.active
        return tuple(sorted(there & self.after.active))

    @property
    def present_shift(self) -> tuple[HalfTurn, HalfTurn]:
        """The present before and after."""
        return self.before.present, self.after.present

    @property
    def rewinds(self) -> bool:
        """True if the present moved back in time."""
        return self.after.present < self.before.present


class Unfinished:
    """The states of an action, before each of its moves and after the last, computed on demand."""

    __slots__ = ("_action", "_states")

    def __init__(self, position: Position, action: Action) -> None:
        self._action = action
        self._states = [position]

    def __getitem__(self, place: int) -> Position:
        while len(self._states) <= place:
            self._states.append(self._states[-1].move(self._action[len(self._states) - 1]))
        return self._states[place]


def effects(position: Position, action: Action) -> Effects:
    """Play a legal action and return its effects; raise `MoveError` if it is not legal."""
    try:
        played = position.rules.play_action(position, action)
    except (AttributeError, TypeError):  # not moves: `play` raises the error
        played = None
    if played is None:
        position.play(action)
        raise MoveError(f"{action}: `play` allows what `play_action` does not")
    return Effects(action, position, played.after, played.moves, bool(played.checks), played.timelines)
