"""What callers may give the engine."""

from __future__ import annotations

from hyperchess import infinite
from hyperchess.errors import WrongGame
from hyperchess.multiverse import Position
from hyperchess.validation import check_instance

__all__ = ["check_position"]


def check_position(position: object) -> None:
    """Refuse what is not a position of 5D chess."""
    if isinstance(position, infinite.Position):
        raise WrongGame("the engine plays 5D chess; infinite chess has no engine yet")
    check_instance("position", position, Position)
