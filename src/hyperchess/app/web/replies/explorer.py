"""What the explorer answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hyperchess.app.web.replies.positions import Reply, Square

__all__ = ["ExplorerReply", "FoundReply"]


class CardReply(Reply):
    """A game in a list, and the place in it that was looked for."""

    id: int
    white: str
    black: str
    result: str
    variant: str
    date: str
    actions: int
    ply: int | None
    place: str


class ArrowReply(Reply):
    """A move as an arrow."""

    from_: Annotated[Square, Field(alias="from")]
    to: Square


class ActionReply(Reply):
    """An action that was played, with its results, and the games in which the position after it came up."""

    moves: list[str]
    text: str
    arrows: list[ArrowReply]
    count: int
    white: int
    draws: int
    black: int
    reached: int


class ExplorerReply(Reply):
    """What is known about a position; `others` counts games with less frequent actions, or that end here."""

    source: str
    total: int
    games: int
    actions: list[ActionReply]
    others: int
    examples: list[CardReply]


class FoundReply(Reply):
    """Games that fit; if `complete` is false, `text` says why there may be more."""

    games: list[CardReply]
    complete: bool
    text: str
