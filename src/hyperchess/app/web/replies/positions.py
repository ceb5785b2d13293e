"""Response models of positions."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Game",
    "MoveReply",
    "Player",
    "Position",
    "Position5D",
    "PositionInfinite",
    "RayReply",
    "Reply",
    "Square",
]

Game: TypeAlias = Literal["5d", "infinite"]
Player: TypeAlias = Literal["white", "black", "red", "blue", "yellow", "green"]
Place: TypeAlias = Annotated[
    tuple[int, int], Field(description="A board: the row of its timeline, and its half-turn.")
]
Square5D: TypeAlias = Annotated[
    tuple[int, int, int, int], Field(description="Row, half-turn, file and rank, the last two from 0.")
]
SquareInfinite: TypeAlias = Annotated[
    tuple[str, str], Field(description="Two decimal numbers as texts: coordinates have no limit.")
]
Square: TypeAlias = Square5D | SquareInfinite
Result: TypeAlias = Literal["", "1-0", "0-1", "1/2-1/2"]


class Reply(BaseModel):
    """Base of all responses; has exactly the declared fields."""

    model_config = ConfigDict(extra="forbid")


class Attack5D(Reply):
    """An attack: attacker and target."""

    from_: Annotated[Square5D, Field(alias="from")]
    to: Square5D


class TimelineReply(Reply):
    """A timeline. `boards` are texts of a character for each square, the last rank first, `.` if empty."""

    row: int
    name: str
    active: bool
    maker: Literal["white", "black"] | None
    first: Annotated[int, Field(description="The half-turn of the first board.")]
    parent: Place | None
    boards: list[str]


class LastMove5D(Reply):
    """The last move, and the squares that it touched on the boards after it."""

    from_: Annotated[Square5D, Field(alias="from")]
    to: Square5D
    kind: Literal["physical", "hop", "branch"]
    player: Literal["white", "black"]
    new_row: int | None
    touched: list[Square5D]


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


class AllMoves(Reply):
    """The pieces that can move, and all their moves; the latter are left out if there are too many."""

    movable: list[Square]
    moves: list[MoveReply] = []
    points: list[MoveReply] = []
    rays: list[RayReply] = []


class SubmitFault(Reply):
    """Why the pending moves may not be submitted: boards that need a move, or royals in check."""

    message: str
    rule: str
    boards: list[Place]
    attacks: list[Attack5D]


class Status5D(Reply):
    """Status of the position for the player to move."""

    verdict: Literal["ongoing", "check", "softmate", "checkmate", "stalemate", "unknown"]
    over: bool
    text: str
    result: Result


class Position5D(Reply):
    """A position of 5D chess."""

    game: Literal["5d"]
    width: int
    height: int
    player: Literal["white", "black"]
    present: Annotated[int, Field(description="A half-turn: White's turn T is 2T, Black's 2T+1.")]
    even: bool
    timelines: list[TimelineReply]
    mandatory: list[Place]
    playable: list[Place]
    checks: list[Attack5D]
    last: list[LastMove5D]
    pending: list[str]
    may_submit: bool
    fault: SubmitFault | None
    status: Status5D
    moves: AllMoves | None = None


class BorderReply(Reply):
    """The outermost squares; `null` where the board is unbounded."""

    left: str | None
    right: str | None
    bottom: str | None
    top: str | None


class LastMoveInfinite(Reply):
    """The last move."""

    from_: Annotated[SquareInfinite, Field(alias="from")]
    to: SquareInfinite
    player: Player


class AttackInfinite(Reply):
    """An attack on a royal."""

    from_: Annotated[SquareInfinite | None, Field(alias="from")]
    to: SquareInfinite


class StatusInfinite(Reply):
    """Status of the position, and the draws that can be claimed."""

    verdict: str
    over: bool
    text: str
    result: Result
    claims: list[str]


class PositionInfinite(Reply):
    """A position of infinite chess. A piece is its symbol, owner, x, y, and special right (0 or 1)."""

    game: Literal["infinite"]
    player: Player
    players: list[Player]
    pieces: list[tuple[str, Player | Literal["neutral"], str, str, Literal[0, 1]]]
    border: BorderReply | None
    last: list[LastMoveInfinite]
    checks: list[AttackInfinite]
    promotion_ranks: dict[str, list[str]]
    en_passant: SquareInfinite | None
    pending: Annotated[list[str], Field(max_length=0)]
    may_submit: Literal[False]
    fault: None
    status: StatusInfinite
    variant: str
    moves: AllMoves | None = None


Position: TypeAlias = Annotated[Position5D | PositionInfinite, Field(discriminator="game")]
