"""Losses, collected while writing: the same loss in many places is one loss."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hyperchess.game import WrittenMove
from hyperchess.notation.writing import Loss

__all__ = ["Losses"]


class Losses:
    """Losses so far; equal losses are merged.

    >>> losses = Losses()
    >>> for place in ("3w", "7b"):
    ...     losses.add("comments", "comments are left out", place)
    >>> losses.listed()
    (Loss(kind='comments', what='comments are left out', place='3w', count=2),)
    """

    def __init__(self) -> None:
        self._first: dict[tuple[str, str], str] = {}
        self._count: dict[tuple[str, str], int] = {}

    def add(self, kind: str, what: str, place: str = "", *, count: int = 1) -> None:
        """Add a loss; equal losses keep the place of the first."""
        if count:
            self._first.setdefault((kind, what), place)
            self._count[kind, what] = self._count.get((kind, what), 0) + count

    def add_nags(self, moves: Iterable[WrittenMove[Any]], place: str) -> None:
        """Add the loss of the marks of an action, such as `$14`, that have no sign."""
        count = sum(len(written.nags) for written in moves)
        self.add("nags", "a numbered mark such as $14 is left out", place, count=count)

    def listed(self) -> tuple[Loss, ...]:
        """The losses in order of first occurrence."""
        return tuple(
            Loss(kind, what, self._first[kind, what], count) for (kind, what), count in self._count.items()
        )
