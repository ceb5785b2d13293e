"""Result of a search for mate or another goal, the same for both games, and the progress of a search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

from hyperchess.budget import Budget

__all__ = [
    "AnySolution",
    "Goal",
    "OnProgress",
    "Outcome",
    "Progress",
    "Solution",
    "Stop",
    "Tried",
    "stop_reason",
]

ActionT = TypeVar("ActionT")
PositionT = TypeVar("PositionT")


class Goal(StrEnum):
    """The goal of a search; the player to move begins.

    In a `MATE` the player forces the mate of the opponent, in a `STALEMATE` the stalemate of the opponent,
    and in a `SELFMATE` the player's own mate. In a `HELPMATE` both players help the opponent to mate the
    player.
    """

    MATE = "mate"
    HELPMATE = "helpmate"
    SELFMATE = "selfmate"
    STALEMATE = "stalemate"


class Outcome(Enum):
    """The proven outcome: the goal can be reached, it cannot, or unknown."""

    MATE = "mate"
    STALEMATE = "stalemate"
    NONE = "none"
    UNKNOWN = "unknown"


class Stop(Enum):
    """The reason why a search ended before it had tried everything."""

    TIME = "time limit"
    ROUNDS = "limit of rounds"
    LENGTH = "limit of length"
    INTERRUPTED = "interrupted"


def stop_reason(budget: Budget, rounds: int) -> Stop:
    """Return the limit of a budget that ended a search after `rounds` rounds."""
    return Stop.ROUNDS if budget.rounds is not None and rounds >= budget.rounds else Stop.TIME


@dataclass(frozen=True, slots=True)
class Tried(Generic[ActionT]):
    """The proven outcome of an action: it mates (`MATE`), it does not (`NONE`), or unknown.

    `defence` is a reply after which there is no mate in time; if there is none, it is stalemate.
    """

    outcome: Outcome
    defence: ActionT | None = None


@dataclass(frozen=True, slots=True)
class Solution(Generic[PositionT, ActionT]):
    """The shortest mate within `asked` actions, the first actions that force it, and what is proven.

    `refuted` is the largest number of actions within which there is proven to be no mate. `winning` has the
    first actions that force the shortest mate: those with the fewest moves first, then by their squares, in a
    deterministic order. It has all of them if `all_examined`, else those that were found. An action is an
    `Action` of 5D chess or a `Move` of infinite chess, as accepted by `position.play`.

    In infinite chess only moves up to `margin` squares beyond the pieces were tried (`None`: all moves) or,
    if `by_classes`, moves to each class of equivalent squares. If moves that were left out could change the
    result, it is not `exact`: the outcome is then unknown, though `mate_in` and `winning` may name a mate
    against all defences that were tried. A proven mate is the shortest if all shorter lengths are `refuted`.

    With another `goal` of 5D chess, read "helpmate", "selfmate" or "stalemate" for "mate". The actions of a
    helpmate are those of the player who mates, who is not the player to move.

    `softmates` says whether a softmate counted as a mate, and `stop` why the search ended early, if it did.
    `rounds` of the budget were used, and `nodes` positions were searched.
    """

    position: PositionT
    """The position that was searched."""
    asked: int
    """The maximum number of actions."""
    outcome: Outcome
    """The result of the search."""
    mate_in: int | None
    """The length of the shortest mate found, or `None`."""
    refuted: int
    """The largest number of actions within which there is no mate."""
    winning: tuple[ActionT, ...]
    """The first actions that force the shortest mate."""
    all_examined: bool
    """True if `winning` has all of them."""
    rounds: int = 0
    """The rounds of the budget that were used."""
    nodes: int = 0
    """The number of positions searched."""
    softmates: bool = False
    """True if a softmate counted as a mate."""
    margin: int | None = None
    """The limit of the moves of infinite chess, or `None`."""
    by_classes: bool = False
    """True if moves of infinite chess were tried by classes of squares."""
    stop: Stop | None = None
    """The reason why the search ended early, if it did."""
    goal: Goal = Goal.MATE
    """The goal of the search."""

    @property
    def interrupted(self) -> bool:
        """True if Ctrl-C ended the search."""
        return self.stop is Stop.INTERRUPTED

    @property
    def exact(self) -> bool:
        """True if no move that was left out can change the result."""
        return self.margin is None or self.outcome is not Outcome.UNKNOWN

    @property
    def is_unique(self) -> bool | None:
        """True if exactly one first action leads to the goal; `None` if unknown."""
        proven = self.outcome in (Outcome.MATE, Outcome.STALEMATE)
        if not proven or (len(self.winning) < 2 and not self.all_examined):
            return None
        return len(self.winning) == 1


AnySolution: TypeAlias = Solution[Any, Any]


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search: it searches for mates in `length`, and `best` is the first one found.

    `first_actions_total` is `None` if there are too many to count. It is proven that there is no mate within
    `refuted` actions.
    """

    length: int
    """The length of the mates that are searched for."""
    nodes: int
    """The number of positions searched."""
    seconds: float
    """The time used."""
    first_actions_done: int
    """The number of first actions that are examined."""
    first_actions_total: int | None
    """The number of all first actions, if counted."""
    best: object
    """The first mate found, or `None`."""
    refuted: int = 0
    """The largest number of actions without a mate."""
    goal: Goal = Goal.MATE
    """The goal of the search."""


OnProgress: TypeAlias = Callable[[Progress], None]
