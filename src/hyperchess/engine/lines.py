"""Results of an engine: lines of play with their scores, and the action it plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from hyperchess.engine.score import Score

__all__ = ["Line", "OnReport", "PlayResult", "SearchReport"]


@dataclass(frozen=True, slots=True)
class Line:
    """A principal variation: its score for the player to move, and the expected actions.

    An action of 5D chess is an `Action`; one of infinite chess is a tuple of one move. `depth` is the search
    depth in actions, `nodes` the number of positions searched for all lines together.
    """

    score: Score
    actions: tuple[Any, ...]
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class SearchReport:
    """Progress of a search: the best lines so far, best first. None if there is no legal action.

    If `timed_out`, no action was found in time, although there may be one.
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    evaluations: int
    seconds: float
    timed_out: bool = False


OnReport: TypeAlias = Callable[[SearchReport], None]


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The action that an engine plays, and its principal variation."""

    action: Any
    line: Line
