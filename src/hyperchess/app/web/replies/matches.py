"""Response models of games between two people."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hyperchess.app.web.replies.positions import Reply

__all__ = ["MatchReply", "NewMatch"]


class NewMatch(Reply):
    """A new game: the keys of both players."""

    study: str
    side: Literal["white", "black"]
    key: Annotated[str, Field(description="Key of the player who started the game.")]
    friend: Annotated[str, Field(description="Key of the opponent.")]


class ClockReply(Reply):
    """The milliseconds left, and whose clock is running."""

    white: int
    black: int
    running: Literal["white", "black", ""]


class MatchReply(Reply):
    """State of a game. `node` is its last action."""

    to_move: Literal["white", "black"]
    node: int
    clock: ClockReply | None
    offer: Annotated[Literal["white", "black", ""], Field(description="Player who offered a draw.")]
    active: bool
    result: Literal["", "1-0", "0-1", "1/2-1/2"]
    why: str
