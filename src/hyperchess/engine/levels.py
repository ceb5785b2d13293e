"""Levels 1 to 8: the same engine with fewer nodes, oversights and random errors.

A level limits the nodes of the search, overlooks moves to distant squares as people do, and adds a random
error to the scores of the actions it compares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import Line
from hyperchess.errors import InvalidArgument
from hyperchess.validation import check_integer

__all__ = ["FIRST_LEVELS", "LEVELS", "Level", "choose_weakly", "find_level", "levels"]


@dataclass(frozen=True, slots=True)
class Level:
    """The strength and name of a level."""

    number: int
    name: str
    nodes: int
    error: int  # centipawns: the standard deviation of the random error
    lines: int  # number of actions compared
    oversight: int = 0  # percent: the chance to overlook a move over the largest distance

    def limit(self, asked: Limit) -> Limit:
        """Return the level's limit combined with another one."""
        nodes = self.nodes if asked.nodes is None else min(self.nodes, asked.nodes)
        return Limit(asked.seconds, nodes, asked.depth)


_NAMES = (
    "first steps",
    "beginner",
    "learner",
    "club player",
    "strong club player",
    "expert",
    "master",
    "full strength",
)
_UNLIMITED = (1_000_000_000, 0, 1)


def levels(*strengths: tuple[int, ...]) -> tuple[Level, ...]:
    """Return levels 1 to 8: the numbers of each but the last, which plays at full strength."""
    rows = zip(_NAMES, (*strengths, _UNLIMITED), strict=True)
    return tuple(Level(number, name, *strength) for number, (name, strength) in enumerate(rows, 1))


LEVELS = levels(
    (60, 2_500, 60, 95),
    (60, 500, 25, 85),
    (60, 220, 12, 70),
    (100, 90, 6, 50),
    (250, 50, 4, 30),
    (650, 30, 4, 15),
    (1_300, 30, 3),
)
"""Measured in matches of neighbours: docs/engine-measurements.md."""


FIRST_LEVELS = levels(
    (60, 5_000, 60), (60, 800, 25), (60, 200, 12), (100, 20, 4), (250, 40, 4), (500, 40, 4), (1_000, 35, 3)
)
"""The levels with which the bundled games and puzzles were generated; unchanged for reproducibility."""


def find_level(number: int, levels: Sequence[Level] = LEVELS) -> Level:
    """Return the level with a number."""
    check_integer("level", number)
    if not 1 <= number <= len(levels):
        raise InvalidArgument(f"level: expected a number from 1 to {len(levels)}, found {number}")
    return levels[number - 1]


def choose_weakly(
    lines: Sequence[Line],
    level: Level,
    random: Random,
    distance: Callable[[Sequence[Any]], float] = lambda action: 0.0,
) -> Line:
    """Return the line that a level plays: the best one as the level sees it.

    `distance` is how far the moves of an action go, from 0 to 1. Own actions that go far may be overlooked.
    If the reply is overlooked, the action seems to be as good as the best one. Then a random error is added
    to each score.
    """
    best = max(line.score.as_centipawns() for line in lines)

    def overlooks(action: Sequence[Any]) -> bool:
        return level.oversight > 0 and random.random() * 100 < level.oversight * distance(action)

    def apparent(line: Line) -> float:
        score = line.score.as_centipawns()
        if len(line.actions) > 1 and overlooks(line.actions[1]):
            score = best
        return score + random.gauss(0, level.error)

    seen = [line for line in lines if not overlooks(line.actions[0])]
    return max(seen or lines, key=apparent)
