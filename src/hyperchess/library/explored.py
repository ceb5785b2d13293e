"""Statistics of a position from the games that reached it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from hyperchess.analysis.wording import action_text
from hyperchess.ruleset import Action, BasePosition

__all__ = ["Entry", "Explored"]

MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Entry(Generic[MoveT]):
    """An action with its count, the results, and the number of games that reached the position after it.

    `reached` counts all move orders that lead to that position, so it can exceed `count`.
    """

    before: BasePosition[MoveT, Any] = field(repr=False)
    action: Action[MoveT]
    count: int
    white: int
    draws: int
    black: int
    reached: int

    @property
    def text(self) -> str:
        """The action for display; computed on demand, because it is slow."""
        return action_text(self.before, self.action)

    def as_data(self) -> dict[str, object]:
        """Return the entry as data for JSON."""
        return {
            "action": self.text,
            "raw": " ".join(map(str, self.action)),
            "count": self.count,
            "white": self.white,
            "draws": self.draws,
            "black": self.black,
            "reached": self.reached,
        }


@dataclass(frozen=True, slots=True)
class Explored(Generic[MoveT]):
    """The number of games that reached a position, and the actions played there, most frequent first."""

    games: int
    entries: tuple[Entry[MoveT], ...]
