"""Opening variety: any of the best few actions may be played if it is almost as good as the best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hyperchess import infinite
from hyperchess.engine.arguments import AnyPosition
from hyperchess.engine.lines import Line

__all__ = ["COMPARED", "choose_near_best", "is_opening"]

COMPARED = 5  # actions compared
_OPENING = 10  # boards of 5D chess
_FIRST_TURNS = 5  # of infinite chess


def is_opening(position: AnyPosition) -> bool:
    """Return whether the position is still in the opening.

    >>> from hyperchess import multiverse
    >>> is_opening(multiverse.start("Standard"))
    True
    """
    if isinstance(position, infinite.Position):
        return position.full_move <= _FIRST_TURNS
    return sum(len(line.boards) for line in position.lines) <= _OPENING


def choose_near_best(lines: Sequence[Line], within: int, random: Random) -> Line:
    """Return one of the lines that are at most `within` centipawns worse than the first."""
    best = lines[0].score.as_centipawns()
    return random.choice([line for line in lines if best - line.score.as_centipawns() <= within])
