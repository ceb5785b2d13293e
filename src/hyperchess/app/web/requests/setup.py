"""Request models of the position editor; `studies.requests` converts them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictStr

from hyperchess.app.web.requests.fields import Coordinate, Request, Small, Text
from hyperchess.multiverse.coordinates import MAX_FILES, MAX_RANKS
from hyperchess.studies.infinite import setup as infinite_setup
from hyperchess.studies.multiverse import setup as multiverse_setup

__all__ = ["BoardRequest", "SetupRequest", "SetupRequest5D", "SetupRequestInfinite"]

Word: TypeAlias = Annotated[StrictStr, Field(max_length=20)]
Letter: TypeAlias = Annotated[StrictStr, Field(max_length=4)]
VariantName: TypeAlias = Annotated[StrictStr, Field(max_length=200)]
_MOST_SQUARES = MAX_FILES * MAX_RANKS


class BoardRequest(Request):
    """One board of the editor."""

    name: Annotated[Word, Field(description="the timeline, such as `0`, `-1` or `+0`")]
    turn: Small
    player: Literal["white", "black"]
    cells: Annotated[
        str,
        Field(
            max_length=_MOST_SQUARES,
            description="one character per square, the last rank first; `.` is empty",
        ),
    ]
    unmoved: Annotated[
        list[tuple[Small, Small]],
        Field(max_length=_MOST_SQUARES, description="files and ranks, from 0, of pieces that have not moved"),
    ] = Field(default=[])


class SetupRequest5D(Request):
    """Boards of a multiverse, or 5DFEN, or the name of a variant."""

    game: Literal["5d"]
    variant: VariantName | None = None
    boards: Annotated[list[BoardRequest] | None, Field(max_length=multiverse_setup.MOST_BOARDS)] = None
    fen: Text | None = None
    width: Small = 8
    height: Small = 8
    promotions: Annotated[list[Letter] | None, Field(max_length=26)] = None
    initial: Annotated[
        list[Word] | None, Field(max_length=1_000, description="timelines that no player created")
    ] = None


class BorderRequest(Request):
    """The outermost squares; `null` where the board is unbounded."""

    left: Coordinate | None = None
    right: Coordinate | None = None
    bottom: Coordinate | None = None
    top: Coordinate | None = None


class SetupRequestInfinite(Request):
    """Pieces of infinite chess, or a position text, or the name of a variant."""

    game: Literal["infinite"]
    variant: VariantName | None = None
    text: Text | None = None
    pieces: Annotated[
        list[tuple[Word, Word, Coordinate, Coordinate, Literal[0, 1]]] | None,
        Field(max_length=infinite_setup.MOST_PIECES, description="symbol, owner, x, y, special right"),
    ] = None
    base: Annotated[Text, Field(description="position text; its rules apply unless overridden")] = ""
    player: Word | None = None
    players: Annotated[list[Word] | None, Field(max_length=100)] = None
    promotion_ranks: dict[Word, Annotated[list[Coordinate], Field(max_length=100)]] | None = None
    border: BorderRequest | None = None


SetupRequest: TypeAlias = Annotated[SetupRequest5D | SetupRequestInfinite, Field(discriminator="game")]
