"""The number and the player of an action, counted from the start of a game."""

from __future__ import annotations

from typing import NamedTuple

from hyperchess.game import Game
from hyperchess.multiverse.coordinates import Color
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.position import Position

__all__ = ["Serial", "first_serial"]


class Serial(NamedTuple):
    """A full turn and who plays in it.

    >>> str(Serial(7, Color.BLACK)), str(Serial(7, Color.BLACK).next)
    ('7b', '8w')
    """

    number: int
    color: Color

    @property
    def next(self) -> Serial:
        """The action after this one."""
        return Serial(self.number + self.color, self.color.other)

    def __str__(self) -> str:
        return f"{self.number}{self.color.letter}"


def first_serial(game: Game[Position, Move]) -> Serial:
    """The first action of a game: White's, unless the start is known and says otherwise."""
    return Serial(1, Color.WHITE if game.start is None else game.start.player)
