"""What a writer gives back: the text, and what the notation could not hold."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Loss", "Written"]


class Loss(NamedTuple):
    """Something of a game that a notation cannot express.

    `kind` is a short name for machines (`comments`, `variations`, `headers`, ...), `what` a sentence for
    people, `place` where it stood in the game: a header's key, or the number of an action such as `12b`.
    """

    kind: str
    what: str
    place: str = ""


class Written(NamedTuple):
    """A text, and the losses on the way to it."""

    text: str
    losses: tuple[Loss, ...] = ()
