"""Response models of moves, captures after a pass, and hints."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from hyperchess.app.web.replies.positions import MoveReply, RayReply, Reply, Square

__all__ = ["Hint", "MovesReply", "Passing"]


class Moves5D(Reply):
    """The moves of a piece in 5D chess."""

    moves: list[MoveReply]


class MovesInfinite(Reply):
    """The moves of a piece in infinite chess."""

    points: list[MoveReply]
    rays: list[RayReply]


class Movable(Reply):
    """The squares of the pieces that can move."""

    movable: list[Square]


MovesReply: TypeAlias = Moves5D | MovesInfinite | Movable


class PassingAttack(Reply):
    """A capture that the opponent could make; `royal` if it is a check."""

    from_: Annotated[Square, Field(alias="from")]
    to: Square
    royal: bool


class Passing(Reply):
    """Captures that are possible after a pass."""

    attacks: list[PassingAttack]


class Hint(Reply):
    """A legal action; `known` is false if none was found in time."""

    moves: list[str] | None
    text: str
    known: bool
