"""Validation of arguments to the engine."""

from __future__ import annotations

from hyperchess import infinite
from hyperchess.multiverse import Position
from hyperchess.validation import check_instance

__all__ = ["check_position"]

"""A position of either game."""


def check_position(position: object) -> None:
    """Raise an error unless `position` is a position."""
    if not isinstance(position, infinite.Position):
        check_instance("position", position, Position)
