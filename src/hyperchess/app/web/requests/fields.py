"""Field types shared by several requests."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

__all__ = ["FAR", "Coordinate", "Moves", "Name", "Number", "Person", "Request", "Small", "Square", "Text"]

MAX_TEXT = 4_000_000
FAR = 1 << 31

Text: TypeAlias = Annotated[StrictStr, Field(max_length=MAX_TEXT)]
Name: TypeAlias = Annotated[StrictStr, Field(max_length=200)]
Number: TypeAlias = Annotated[StrictInt, Field(ge=0, lt=FAR)]
Person: TypeAlias = Annotated[
    StrictStr,
    Field(
        pattern=r"^[A-Za-z0-9_-]{0,64}$", description="Random client id; undo reverts edits with the same id."
    ),
]
Small: TypeAlias = Annotated[StrictInt, Field(gt=-FAR, lt=FAR)]
Coordinate: TypeAlias = Annotated[StrictStr, Field(pattern=r"^-?[0-9]{1,1000}$", max_length=1_001)]
MoveText: TypeAlias = Annotated[
    StrictStr, Field(max_length=5_000, description="The raw text of a move: `(0T1)e2>(0T1)e4`, `4,2>4,4`.")
]
Moves: TypeAlias = Annotated[list[MoveText], Field(max_length=1_000)]
Square: TypeAlias = Annotated[
    list[Small] | list[Coordinate],
    Field(
        min_length=2,
        max_length=4,
        description='`[row, time, file, rank]` in 5D chess, `["x", "y"]` in infinite chess.',
    ),
]


class Request(BaseModel):
    """Base of all requests. Unknown fields are refused, so that a misspelt field is not ignored."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
