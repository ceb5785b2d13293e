"""What an engine answers: lines of play with their scores, and the action it plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from hyperchess.engine.score import Score

__all__ = ["Line", "OnThought", "PlayResult", "Thought"]


@dataclass(frozen=True, slots=True)
class Line:
    """One of the best lines of a position: its score for the player to move, and the actions expected.

    An action of 5D chess is an `Action`; one of infinite chess is a tuple of one move. `depth` is the
    number of actions that were looked ahead, `nodes` the number of positions searched for all lines together.
    """

    score: Score
    actions: tuple[Any, ...]
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Thought:
    """How far a search has come: the best lines so far, the best first. None if there is no legal action."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    evaluations: int
    seconds: float


OnThought: TypeAlias = Callable[[Thought], None]


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The action that an engine plays, and the line that it expects."""

    action: Any
    line: Line
