"""Operations without a study: check and convert texts, and query positions in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from hyperchess.api.context import Context
from hyperchess.api.operation import Cost, Table
from hyperchess.api.operations.places import MovesView, Position
from hyperchess.api.requests import Options
from hyperchess.notation.places import find_node
from hyperchess.studies import texts
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.fields import FAR, Field, Moves, Name, SquareValue, Text
from hyperchess.studies.opening import open_text
from hyperchess.studies.study import Study
from hyperchess.studies.texts import Checked, Exported

__all__ = ["TABLE"]

TABLE = Table("texts")


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """A text to check."""

    text: Text
    notation: Name | None = None


@TABLE.post("/check", cost=Cost.SLOW)
def check_text(context: Context, request: CheckRequest) -> Checked:
    """List the problems of a text, each with its location and possibly a fix."""
    return context.call(texts.check, request.text, request.notation)


@dataclass(frozen=True, slots=True)
class ConvertRequest:
    """A text to convert."""

    text: Text
    to: Name
    notation: Name | None = None
    options: Options = field(default_factory=dict)


@TABLE.post("/convert", cost=Cost.SLOW)
def convert_text(context: Context, request: ConvertRequest) -> Exported:
    """Convert a text; also list the information that the notation cannot express."""
    return context.call(texts.convert, request.text, request.notation, request.to, request.options)


@dataclass(frozen=True, slots=True)
class TextPlaceRequest:
    """A place in the game of the request: `12b`, `5w.1/7b`, `start`; by default the end."""

    text: Text
    notation: Name | None = None
    number: Annotated[int, Field(ge=1, lt=FAR)] = 1
    node: Annotated[str, Field(max_length=10_000)] = "end"
    pending: Moves = ()

    def place(self) -> StudyPosition:
        """Return the place."""
        content = open_text(self.text, self.notation, number=self.number)
        return Study(content).place(content.ids[find_node(content.game, self.node)], self.pending)


@dataclass(frozen=True, slots=True)
class TextMovesRequest(TextPlaceRequest):
    """Request for the moves of a piece; without `from`, for the pieces that can move."""

    from_: SquareValue | None = None


@TABLE.post("/positions", cost=Cost.SLOW)
def read_text_position(context: Context, request: TextPlaceRequest) -> Position:
    """Return the position at a place of a game."""
    return context.call(position_at, request)  # type: ignore[no-any-return]


def position_at(request: TextPlaceRequest) -> Any:
    """Return the position at a place of a text."""
    return request.place().position()


@TABLE.post("/positions/moves", cost=Cost.SLOW)
def read_text_moves(context: Context, request: TextMovesRequest) -> MovesView:
    """Return the moves of a piece; without `from`, the pieces that can move."""
    return context.call(moves_at, request)  # type: ignore[no-any-return]


def moves_at(request: TextMovesRequest) -> Any:
    """Return the moves of a piece in a text, or the pieces that can move."""
    return request.place().moves(request.from_)
