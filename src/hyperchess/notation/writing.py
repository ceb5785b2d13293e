"""Result of a writer: the text and the losses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Loss", "Written"]


@dataclass(frozen=True, slots=True)
class Loss:
    """Something of a game that a notation cannot express.

    `kind` is a short name for machines (`comments`, `variations`, `headers`, ...), `what` a description,
    `place` the location in the game: the key of a header, or the number of an action such as `12b`. For
    `count` equal losses, `place` is that of the first. `str()` gives a sentence for people.

    >>> print(Loss("comments", "a comment is left out", "3w", 2))
    a comment is left out (2 times)
    """

    kind: str
    """A short name for machines, such as `comments`."""
    what: str
    """The description."""
    place: str = ""
    """The key of a header, or the number of an action."""
    count: int = 1
    """The number of equal losses."""

    def __str__(self) -> str:
        return self.what if self.count == 1 else f"{self.what} ({self.count} times)"


class Written(NamedTuple):
    """A text, and the losses on the way to it."""

    text: str
    losses: tuple[Loss, ...] = ()
