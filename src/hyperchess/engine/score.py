"""Scores: an evaluation in centipawns, or a proven mate. The two are never mixed.

>>> score = Score(Color.WHITE, centipawns=35)
>>> str(score), str(score.seen_by(Color.BLACK)), str(Score(Color.BLACK, mate=2).white)
('+0.35', '-0.35', '-#2')
>>> str(Score(Color.WHITE, centipawns=LARGEST - 5))  # a mate that is expected, not proven
'#3?'
>>> Score(Color.WHITE, mate=1) > Score(Color.WHITE, mate=3) > score > Score(Color.WHITE, mate=-1)
True
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering

from hyperchess import infinite
from hyperchess.errors import InvalidArgument
from hyperchess.multiverse import Color
from hyperchess.ruleset import GameKind, Player

__all__ = ["LARGEST", "Score"]

"""A player of either game."""

LARGEST = 20_000
"""The largest evaluation in centipawns; a likely but unproven mate is an evaluation too."""

_MATE_BAND = 1_000  # evaluations this close to the largest are likely mates, by their distance in plies


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """Exactly one of `centipawns` and `mate`, from the side of `color`: positive if that player is better.

    `mate` is the number of the winner's actions in a proven mate, negative if `color` is mated; 0 means that
    `color` is already mated.
    """

    color: Player
    """The player from whose side the score is given."""
    centipawns: int | None = None
    """Hundredths of a pawn; `None` if a mate is proven."""
    mate: int | None = None
    """The number of the winner's actions; `None` if no mate is proven."""

    def __post_init__(self) -> None:
        if (self.centipawns is None) == (self.mate is None):
            raise InvalidArgument("a score is either centipawns or a mate")

    @property
    def white(self) -> Score:
        """The score from White's side."""
        return self.seen_by(Color.WHITE if isinstance(self.color, Color) else infinite.Color.WHITE)

    def seen_by(self, color: Player) -> Score:
        """Return the score from the side of a player; with more than two, all others see it negated."""
        if color is self.color:
            return self
        if self.mate is not None:
            return Score(color, mate=-self.mate) if self.mate else Score(color, centipawns=LARGEST)
        return Score(color, -(self.centipawns or 0))

    @property
    def kind(self) -> GameKind:
        """The game."""
        return GameKind.MULTIVERSE if isinstance(self.color, Color) else GameKind.INFINITE

    @property
    def is_proven(self) -> bool:
        """True if the score is a proven mate."""
        return self.mate is not None

    @property
    def likely_mate(self) -> int | None:
        """Actions to a mate that the engine expects but has not proven; `None` if it expects none."""
        if self.centipawns is None or abs(self.centipawns) <= LARGEST - _MATE_BAND:
            return None
        actions = max(1, (LARGEST - abs(self.centipawns) + 1) // 2)
        return actions if self.centipawns > 0 else -actions

    def as_centipawns(self) -> int:
        """Return a number for sorting and drawing: mates exceed every evaluation, shorter ones by more."""
        if self.mate is None:
            return self.centipawns or 0
        distance = 2 * LARGEST - abs(self.mate)
        return distance if self.mate > 0 else -distance

    def __lt__(self, other: Score) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self.as_centipawns() < other.seen_by(self.color).as_centipawns()

    def __str__(self) -> str:
        if self.mate is not None:
            return f"{'-' if self.mate <= 0 else ''}#{abs(self.mate)}"
        if (likely := self.likely_mate) is not None:
            return f"{'-' if likely < 0 else ''}#{abs(likely)}?"
        return f"{(self.centipawns or 0) / 100:+.2f}"
