"""A position with the way it came about: engines of other people want the whole history."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hyperchess.multiverse import Action, Position

__all__ = ["History"]


@dataclass(frozen=True)
class History:
    """A starting position and the actions played from it."""

    start: Position
    actions: tuple[Action, ...] = ()

    @cached_property
    def position(self) -> Position:
        """The position after all actions; raises `MoveError` at an illegal one."""
        position = self.start
        for action in self.actions:
            position = position.play(action)
        return position

    def after(self, action: Action) -> History:
        """The history with one more action, which is checked."""
        longer = History(self.start, (*self.actions, action))
        longer.__dict__["position"] = self.position.play(action)
        return longer
