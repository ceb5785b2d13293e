"""Opening variety: any of the best few actions may be played if it is almost as good as the best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hyperchess.engine.lines import Line

__all__ = ["COMPARED", "choose_near_best"]

COMPARED = 5  # actions compared


def choose_near_best(lines: Sequence[Line], within: int, random: Random) -> Line:
    """Return one of the lines that are at most `within` centipawns worse than the first."""
    best = lines[0].score.as_centipawns()
    return random.choice([line for line in lines if best - line.score.as_centipawns() <= within])
