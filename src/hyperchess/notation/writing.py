"""What a writer gives back: the text, and what the notation could not hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Loss", "Written"]


@dataclass(frozen=True, slots=True)
class Loss:
    """Something of a game that a notation cannot express.

    `kind` is a short name for machines (`comments`, `variations`, `headers`, ...), `what` a sentence for
    people, `place` where it stood in the game: a header's key, or the number of an action such as `12b`.
    `count` is how often it happened, first at that place; `str` is the sentence with the count.

    >>> str(Loss("comments", "comments are left out", "3w", 2))
    'comments are left out (2 times)'
    """

    kind: str
    what: str
    place: str = ""
    count: int = 1

    def __str__(self) -> str:
        return self.what if self.count == 1 else f"{self.what} ({self.count} times)"


class Written(NamedTuple):
    """A text, and the losses on the way to it."""

    text: str
    losses: tuple[Loss, ...] = ()
