"""Field types of requests and responses, with their limits and descriptions.

`Annotated[str, Field(max_length=200)]` is a `str` for the type checker. `hyperchess.api` validates requests
by these limits, and writes them into the schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from hyperchess.infinite.coordinates import MAX_DIGITS

__all__ = [
    "FAR",
    "Coordinate",
    "Evaluation",
    "Field",
    "Moves",
    "Name",
    "Number",
    "Partial",
    "Player",
    "Result",
    "Severity",
    "Side",
    "Small",
    "SquareValue",
    "Text",
    "Word",
    "tag",
]

FAR = 1 << 31


@dataclass(frozen=True, slots=True)
class Field:
    """Limits of a value, and its description for the schema.

    `ge`, `gt`, `le` and `lt` limit numbers, and the lengths strings and lists. `enum` lists the possible
    values of a string.
    """

    description: str = ""
    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    lt: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    enum: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Partial:
    """Marks a mapping that has some of the fields of a dataclass."""

    of: type[Any]


def tag(name: str) -> Any:
    """Return a field that names the class of an object in a union, such as `type` of an edit."""
    return field(default=name, repr=False)


Text: TypeAlias = Annotated[str, Field(max_length=4_000_000)]
Name: TypeAlias = Annotated[str, Field(max_length=200)]
Word: TypeAlias = Annotated[str, Field(max_length=20)]
Number: TypeAlias = Annotated[int, Field(ge=0, lt=FAR)]
Small: TypeAlias = Annotated[int, Field(gt=-FAR, lt=FAR)]
Coordinate: TypeAlias = Annotated[
    str, Field(pattern=rf"^-?[0-9]{{1,{MAX_DIGITS}}}$", max_length=MAX_DIGITS + 1)
]
MoveText: TypeAlias = Annotated[
    str, Field("The raw text of a move: `(0T1)e2>(0T1)e4`, `4,2>4,4`.", max_length=5_000)
]
Moves: TypeAlias = Annotated[tuple[MoveText, ...], Field(max_length=1_000)]
SquareValue: TypeAlias = Annotated[
    Sequence[Small] | Sequence[Coordinate],
    Field(
        '`[row, time, file, rank]` in 5D chess, `["x", "y"]` in infinite chess.', min_length=2, max_length=4
    ),
]
"""A square as the page represents it."""

Player: TypeAlias = Annotated[str, Field(enum=("white", "black", "red", "blue", "yellow", "green"))]
Side: TypeAlias = Annotated[str, Field(enum=("white", "black"))]
Result: TypeAlias = Annotated[str, Field(enum=("", "1-0", "0-1", "1/2-1/2"))]
Severity: TypeAlias = Annotated[str, Field(enum=("error", "warning", "info"))]
Evaluation: TypeAlias = Annotated[str, Field(enum=("", "!", "?", "!!", "??", "!?", "?!"))]
