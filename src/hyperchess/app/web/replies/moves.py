"""Response models of moves, captures after a pass, and hints."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from hyperchess.app.web.replies.positions import Reply, Square

__all__ = ["Hint", "MovesReply", "Passing"]


class MoveReply(Reply):
    """A move that a piece can make. `text` is its id; only 5D chess has a `kind`."""

    text: str
    name: str
    from_: Annotated[Square, Field(alias="from")]
    to: Square
    promotion: str
    kind: Literal["physical", "hop", "branch"] = "physical"
    capture: bool
    castling: bool


class Sieve(Reply):
    """Only prime (or only non-prime) distances from `origin` can be reached."""

    origin: str
    primes: bool


class RayReply(Reply):
    """Slides along a line: `first` to `last` steps, unbounded if `last` is null."""

    from_: Annotated[Square, Field(alias="from")]
    step: tuple[str, str]
    first: str
    last: str | None
    capture_at_end: bool
    sieves: list[Sieve]


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
