"""What games between two people look like."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hyperchess.app.web.replies.positions import Reply

__all__ = ["MatchReply", "NewMatch"]


class NewMatch(Reply):
    """A game that was begun: the keys of both players."""

    study: str
    side: Literal["white", "black"]
    key: Annotated[str, Field(description="Of who has begun it.")]
    friend: Annotated[str, Field(description="The key of the other side.")]


class ClockReply(Reply):
    """The milliseconds that are left, and whose clock runs."""

    white: int
    black: int
    running: Literal["white", "black", ""]


class MatchReply(Reply):
    """How a game stands. `node` is its last action."""

    to_move: Literal["white", "black"]
    node: int
    clock: ClockReply | None
    offer: Annotated[Literal["white", "black", ""], Field(description="Who has offered a draw.")]
    active: bool
    result: Literal["", "1-0", "0-1", "1/2-1/2"]
    why: str
