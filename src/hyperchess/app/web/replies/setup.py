"""Response models of the position editor."""

from __future__ import annotations

from typing import Literal

from hyperchess.app.web.replies.positions import Position, Reply
from hyperchess.app.web.requests.setup import BoardRequest

__all__ = ["SetupProblem", "SetupReply"]


class SetupProblem(Reply):
    """A problem of the position; `board` is the index of its board."""

    message: str
    hint: str
    severity: Literal["error", "warning", "info"]
    board: int | None


class SetupReply(Reply):
    """The position as text, as data for the stage, and as boards for the editor."""

    fen: str = ""
    text: str
    hash: str | None = None
    problems: list[SetupProblem]
    position: Position | None
    boards: list[BoardRequest] | None = None
    promotions: list[str] | None = None
    initial: list[str] | None = None
    width: int | None = None
    height: int | None = None
