"""Request models with a text."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field, StrictBool, StrictInt, StrictStr

from hyperchess.app.web.requests.fields import FAR, Moves, Name, Request, Square, Text

__all__ = ["CheckRequest", "ConvertRequest", "Options", "TextMovesRequest", "TextPlaceRequest"]

Options: TypeAlias = Annotated[
    dict[Name, StrictBool | StrictInt | Annotated[StrictStr, Field(max_length=1_000)] | None],
    Field(max_length=50, description="Options of the writer, as `/api/notations` lists them."),
]


class TextPlaceRequest(Request):
    """A place in the game of the request: `12b`, `5w.1/7b`, `start`; by default the end."""

    text: Text
    notation: Name | None = None
    number: Annotated[StrictInt, Field(ge=1, lt=FAR)] = 1
    node: Annotated[StrictStr, Field(max_length=10_000)] = "end"
    pending: Moves = Field(default=[])


class TextMovesRequest(TextPlaceRequest):
    """Request for the moves of a piece; without `from`, for the pieces that can move."""

    from_: Square | None = Field(default=None, alias="from")


class CheckRequest(Request):
    """A text to check."""

    text: Text
    notation: Name | None = None


class ConvertRequest(CheckRequest):
    """A text to convert."""

    to: Name
    options: Options = Field(default={})
