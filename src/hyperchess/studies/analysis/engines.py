"""Engine support for positions of either game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from hyperchess.errors import HyperchessError

if TYPE_CHECKING:
    from hyperchess.engine import Engine

__all__ = ["no_engine", "shared_engine"]


def no_engine(position: Any) -> str:
    """Return why no engine supports a position; empty if one does.

    >>> from hyperchess import multiverse
    >>> no_engine(multiverse.start("Standard"))
    ''
    """
    from hyperchess.engine.arguments import check_position

    try:
        check_position(position)
    except HyperchessError as error:
        return str(error)
    return ""


@cache
def shared_engine() -> Engine:
    """Return the engine that a process shares between positions, with its transposition table."""
    from hyperchess.engine import Engine

    return Engine()
