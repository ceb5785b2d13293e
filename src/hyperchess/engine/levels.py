"""Levels 1 to 8: the same engine with fewer nodes and random errors.

A level limits the nodes of the search and adds a random error to the scores of the actions it compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

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


def levels(*strengths: tuple[int, int, int]) -> tuple[Level, ...]:
    """Return levels 1 to 8: nodes, error and lines of each but the last, which plays at full strength."""
    rows = zip(_NAMES, (*strengths, _UNLIMITED), strict=True)
    return tuple(Level(number, name, *strength) for number, (name, strength) in enumerate(rows, 1))


LEVELS = levels(
    (60, 5_000, 60), (60, 800, 25), (60, 200, 12), (160, 20, 4), (320, 30, 4), (900, 30, 4), (1_600, 30, 3)
)


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


def choose_weakly(lines: Sequence[Line], level: Level, random: Random) -> Line:
    """Return the line that a level plays: the best after adding a random error to each score."""
    return max(lines, key=lambda line: line.score.as_centipawns() + random.gauss(0, level.error))
