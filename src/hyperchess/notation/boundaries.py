"""Where the games of a text end, found without reading them: a large file is read one game at a time.

A notation that can hold several games in one text has a function that lists the boundaries between them.
It sees the beginning of a text, of which more may follow, and lists only what no further text can change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

__all__ = ["NO_MORE", "Boundaries", "Boundary"]


class Boundary(NamedTuple):
    """The offset at which another game starts, and how far the text shows that one does.

    A reader that gets the text up to `shown` finds that game, though not all of it.
    """

    start: int
    shown: int


NO_MORE = Boundary(-1, -1)
"""Listed last, of a text that goes on, if nothing can bring another boundary: the rest is read as a whole."""

Boundaries: TypeAlias = Callable[[str, bool], Iterator[Boundary]]
"""From the beginning of a text, and whether that is all of it, to the boundaries in it."""
