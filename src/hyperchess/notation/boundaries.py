"""Boundaries between the games of a text, found without reading the games, so that large files are streamed.

A notation that allows several games in one text has a function that lists the boundaries between them. It
receives the beginning of a text that may continue, and lists only boundaries that no further text can change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

__all__ = ["NO_MORE", "Boundaries", "Boundary"]


class Boundary(NamedTuple):
    """Offset at which another game starts, and offset up to which the text proves it.

    A reader that receives the text up to `shown` finds the start of that game.
    """

    start: int
    shown: int


NO_MORE = Boundary(-1, -1)
"""Listed last if no further text can add a boundary: the rest is read as a whole."""

Boundaries: TypeAlias = Callable[[str, bool], Iterator[Boundary]]
"""Function from the beginning of a text, and whether it is complete, to its boundaries."""
