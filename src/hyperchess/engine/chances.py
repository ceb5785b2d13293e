"""Chances to win, draw and lose, from a score.

The two numbers of each game were fitted to games of the engine against itself: an ordered logistic model of
the result, given the score of the search (`scripts.chances`; 620 games of 5D chess, 231,158 positions of
infinite chess).

>>> from hyperchess.multiverse import Color
>>> print(find_chances(Score(Color.WHITE, centipawns=300)))
71 % win, 2 % draw, 27 % loss
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from hyperchess.engine.games import find_adapter
from hyperchess.engine.score import Score

__all__ = ["Chances", "find_chances"]


@dataclass(frozen=True, slots=True)
class Chances:
    """Chances of a player in percent."""

    win: float
    draw: float
    loss: float

    @property
    def expected(self) -> float:
        """The expected score in percent; a draw is half a win."""
        return self.win + self.draw / 2

    def __str__(self) -> str:
        return f"{self.win:.0f} % win, {self.draw:.0f} % draw, {self.loss:.0f} % loss"


def find_chances(score: Score) -> Chances:
    """Return the chances of the player from whose side a score is given. A proven mate is certain."""
    if score.mate is not None:
        return Chances(100.0, 0.0, 0.0) if score.mate > 0 else Chances(0.0, 0.0, 100.0)
    adapter = find_adapter(score.kind)
    value = score.as_centipawns()
    win, loss = (
        100 / (1 + exp((adapter.draw_margin - side) / adapter.chance_scale)) for side in (value, -value)
    )
    return Chances(win, max(0.0, 100 - win - loss), loss)
