"""Is there an engine for a position? The one place that says so: nothing else asks which game it is."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from hyperchess.errors import HyperchessError

if TYPE_CHECKING:
    from hyperchess.engine import Engine

__all__ = ["no_engine", "shared_engine"]


def no_engine(position: Any) -> str:
    """Why no engine can think about a position; empty if one can.

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
    """One engine for a process that thinks about one position after the other: it remembers what it found."""
    from hyperchess.engine import Engine

    return Engine()
