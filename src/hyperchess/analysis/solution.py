"""The answer of a search for mate or another goal, the same for both games, and the progress of a search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

from hyperchess.budget import Budget

__all__ = ["AnySolution", "Goal", "OnProgress", "Outcome", "Progress", "Solution", "Stop", "stop_of"]

ActionT = TypeVar("ActionT")
PositionT = TypeVar("PositionT")


class Goal(StrEnum):
    """What a search looks for; the player to move begins.

    In a `MATE` he forces the mate of the opponent, in a `STALEMATE` the stalemate of the opponent, and in a
    `SELFMATE` his own mate. In a `HELPMATE` both players help the opponent to mate him.
    """

    MATE = "mate"
    HELPMATE = "helpmate"
    SELFMATE = "selfmate"
    STALEMATE = "stalemate"


class Outcome(Enum):
    """What is proven about the goal: the mate or the stalemate is there, or it is not, or neither."""

    MATE = "mate"
    STALEMATE = "stalemate"
    NONE = "none"
    UNKNOWN = "unknown"


class Stop(Enum):
    """Why a search ended before it had tried everything."""

    TIME = "time limit"
    ROUNDS = "limit of rounds"
    LENGTH = "limit of length"
    INTERRUPTED = "interrupted"


def stop_of(budget: Budget, rounds: int) -> Stop:
    """Which limit of a budget ended a search after so many rounds."""
    return Stop.ROUNDS if budget.rounds is not None and rounds >= budget.rounds else Stop.TIME


@dataclass(frozen=True, slots=True)
class Solution(Generic[PositionT, ActionT]):
    """The shortest mate within `asked` actions, the first actions that force it, and how far the proof goes.

    `refuted` is the largest number of actions within which there is proven to be no mate. `winning` holds the
    first actions that force the shortest mate: those with the fewest moves first, then by their squares, in
    the same order whoever computed them. It holds all of them if `all_examined`, else those that were found.
    An action is an `Action` of 5D chess or a `Move` of infinite chess: what `position.play` takes.

    In infinite chess only moves up to `margin` squares beyond the pieces were tried (`None`: all moves), or
    else, if `by_classes`, moves to each class of squares that are alike. If moves that were left out could
    change the answer, it is not `exact`: the outcome is then unknown, though `mate_in` and `winning` may name
    a mate against all defences that were tried. A mate that is proven is the shortest if `refuted` says so.

    With another `goal` of 5D chess, read "helpmate", "selfmate" or "stalemate" for "mate". The number of
    actions of a helpmate are those of the player who mates, who is not the one to move.

    `softmates` says whether a softmate counted as a mate, and `stop` why the search ended early, if it did.
    `rounds` were spent of the budget, and `nodes` positions were searched.
    """

    position: PositionT
    asked: int
    outcome: Outcome
    mate_in: int | None
    refuted: int
    winning: tuple[ActionT, ...]
    all_examined: bool
    rounds: int = 0
    nodes: int = 0
    softmates: bool = False
    margin: int | None = None
    by_classes: bool = False
    stop: Stop | None = None
    goal: Goal = Goal.MATE

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the search."""
        return self.stop is Stop.INTERRUPTED

    @property
    def exact(self) -> bool:
        """Whether no move that was left out can change the answer."""
        return self.margin is None or self.outcome is not Outcome.UNKNOWN

    @property
    def is_unique(self) -> bool | None:
        """Whether one first action alone leads to the goal; `None` if that is not known."""
        proven = self.outcome in (Outcome.MATE, Outcome.STALEMATE)
        if not proven or (len(self.winning) < 2 and not self.all_examined):
            return None
        return len(self.winning) == 1


AnySolution: TypeAlias = Solution[Any, Any]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has got: it looks for mates in `length`, and `best` is the first one found.

    `first_actions_total` is `None` where there are too many to count in passing. There is proven to be no
    mate within `refuted` actions.
    """

    length: int
    nodes: int
    seconds: float
    first_actions_done: int
    first_actions_total: int | None
    best: object
    refuted: int = 0
    goal: Goal = Goal.MATE


OnProgress: TypeAlias = Callable[[Progress], None]
