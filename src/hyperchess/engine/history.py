"""Position with its history, which external engines require."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hyperchess import infinite

__all__ = ["History"]


@dataclass(frozen=True)
class History:
    """A starting position of either game and the actions played from it."""

    start: Any
    actions: tuple[Any, ...] = ()

    @classmethod
    def reached(cls, start: Any, actions: tuple[Any, ...], position: Any) -> History:
        """Return a history whose last position is already known."""
        history = cls(start, actions)
        history.__dict__["position"] = position  # the cache of the property below
        return history

    @cached_property
    def position(self) -> Any:
        """The position after all actions; raises `MoveError` at an illegal one."""
        position = self.start
        for action in self.actions:
            position = _played(position, action)
        return position

    def after(self, action: Any) -> History:
        """Return the history with one more action, which is checked."""
        return History.reached(self.start, (*self.actions, action), _played(self.position, action))


def _played(position: Any, action: Any) -> Any:
    """Play an action with checks and return the position; in infinite chess it is a tuple of one move."""
    return position.play_legal(action) if isinstance(position, infinite.Position) else position.play(action)
