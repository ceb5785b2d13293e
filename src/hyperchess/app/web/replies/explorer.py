"""Response models of the explorer."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hyperchess.app.web.replies.positions import Reply, Square

__all__ = ["ExplorerReply", "FoundReply"]


class CardReply(Reply):
    """A game in a list, and the place in it that was found."""

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
    """A played action with its results, and the number of games that reached the resulting position."""

    moves: list[str]
    text: str
    arrows: list[ArrowReply]
    count: int
    white: int
    draws: int
    black: int
    reached: int


class ExplorerReply(Reply):
    """Statistics of a position; `others` counts games with less frequent actions, or that end here."""

    source: str
    total: int
    games: int
    actions: list[ActionReply]
    others: int
    examples: list[CardReply]


class FoundReply(Reply):
    """Games that match; if `complete` is false, `text` says why there may be more."""

    games: list[CardReply]
    complete: bool
    text: str
