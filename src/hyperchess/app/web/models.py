"""What requests look like: the schema that `/api/openapi.json` publishes and every body is held against."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, model_validator

__all__ = [
    "Add",
    "AnyEdit",
    "ArrowShape",
    "CheckRequest",
    "ConvertRequest",
    "CreateRequest",
    "Delete",
    "Demote",
    "EditComment",
    "EditRequest",
    "EditShapes",
    "Evaluate",
    "ExportRequest",
    "Header",
    "MovesRequest",
    "PictureRequest",
    "PlaceRequest",
    "Promote",
    "Redo",
    "Rename",
    "Reread",
    "Result",
    "SetupText",
    "SquareShape",
    "TextMovesRequest",
    "TextPlaceRequest",
    "Undo",
]

MAX_TEXT = 4_000_000
_FAR = 1 << 31

Text: TypeAlias = Annotated[StrictStr, Field(max_length=MAX_TEXT)]
Name: TypeAlias = Annotated[StrictStr, Field(max_length=200)]
Number: TypeAlias = Annotated[StrictInt, Field(ge=0, lt=_FAR)]
Small: TypeAlias = Annotated[StrictInt, Field(gt=-_FAR, lt=_FAR)]
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
Color: TypeAlias = Literal["green", "blue", "yellow", "red"]


class _Model(BaseModel):
    """What is not known is refused, so that a wrong name never passes for a request without it."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class SetupText(_Model):
    """A start from the position editor."""

    game: Literal["5d", "infinite"]
    text: Text


class CreateRequest(_Model):
    """A new study: exactly one of `text`, `variant`, `example` and `setup`."""

    text: Text | None = None
    notation: Name | None = None
    number: Annotated[StrictInt, Field(ge=1, lt=_FAR)] = 1
    title: Name = ""
    variant: Name | None = None
    example: Name | None = None
    setup: SetupText | None = None

    @model_validator(mode="after")
    def one_source(self) -> CreateRequest:
        """Refuse several sources, and none."""
        given = [self.text, self.variant, self.example, self.setup]
        if sum(value is not None for value in given) != 1:
            raise ValueError("give exactly one of text, variant, example and setup")
        return self


class Add(_Model):
    """Play a legal action after a node."""

    type: Literal["add"]
    parent: Number
    moves: Annotated[Moves, Field(min_length=1)]


class Delete(_Model):
    """Take a node and all below it out of the tree."""

    type: Literal["delete"]
    node: Number


class Promote(_Model):
    """Move a variation up, or make it the main line."""

    type: Literal["promote"]
    node: Number
    to_main: StrictBool = False


class Demote(_Model):
    """Move a variation down."""

    type: Literal["demote"]
    node: Number


class EditComment(_Model):
    """Change a comment, add one (`index` null), or delete one (`text` empty)."""

    type: Literal["comment"]
    node: Number
    index: Number | None = None
    text: Annotated[StrictStr, Field(max_length=100_000)] = ""
    after: Number | None = None


class Evaluate(_Model):
    """Judge an action; an empty evaluation takes the judgement back."""

    type: Literal["evaluate"]
    node: Number
    evaluation: Literal["", "!", "?", "!!", "??", "!?", "?!"]


class ArrowShape(_Model):
    """An arrow from one square to another."""

    type: Literal["arrow"]
    from_: Square = Field(alias="from")
    to: Square
    color: Color = "green"


class SquareShape(_Model):
    """A coloured square."""

    type: Literal["square"]
    at: Square
    color: Color = "green"


class EditShapes(_Model):
    """Put these arrows and squares in the place of those that a node has."""

    type: Literal["shapes"]
    node: Number
    shapes: Annotated[
        list[Annotated[ArrowShape | SquareShape, Field(discriminator="type")]], Field(max_length=500)
    ]


class Header(_Model):
    """Set a header; an empty value deletes it."""

    type: Literal["header"]
    key: Annotated[StrictStr, Field(min_length=1, max_length=100, pattern=r"^[^\s\"\[\]:\\]+$")]
    value: Annotated[StrictStr, Field(max_length=10_000)] = ""


class Result(_Model):
    """The result at the end of a branch."""

    type: Literal["result"]
    node: Number
    result: Literal["", "1-0", "0-1", "1/2-1/2"]


class Rename(_Model):
    """Give the study a title; an empty one is found from the headers."""

    type: Literal["rename"]
    title: Name


class Reread(_Model):
    """Read the whole game anew from a text."""

    type: Literal["text"]
    text: Text
    notation: Name | None = None


class Undo(_Model):
    """Take the last edit back."""

    type: Literal["undo"]


class Redo(_Model):
    """Make the edit again that was taken back last."""

    type: Literal["redo"]


AnyEdit: TypeAlias = (
    Add
    | Delete
    | Promote
    | Demote
    | EditComment
    | Evaluate
    | EditShapes
    | Header
    | Result
    | Rename
    | Reread
    | Undo
    | Redo
)


class EditRequest(_Model):
    """An edit of a revision; if the study is at another one by now, the answer is 409."""

    revision: Number
    edit: Annotated[AnyEdit, Field(discriminator="type")]


class PlaceRequest(_Model):
    """A node, and moves of an action that is not finished."""

    node: Number
    pending: Moves = []


class MovesRequest(PlaceRequest):
    """Where a piece can go; without `from`, which pieces can move."""

    from_: Square | None = Field(default=None, alias="from")


class TextPlaceRequest(_Model):
    """A place in a game that is sent along: `12b`, `5w.1/7b`, `start`; by default the end."""

    text: Text
    notation: Name | None = None
    number: Annotated[StrictInt, Field(ge=1, lt=_FAR)] = 1
    node: Annotated[StrictStr, Field(max_length=10_000)] = "end"
    pending: Moves = []


class TextMovesRequest(TextPlaceRequest):
    """Where a piece can go; without `from`, which pieces can move."""

    from_: Square | None = Field(default=None, alias="from")


class CheckRequest(_Model):
    """A text to check."""

    text: Text
    notation: Name | None = None


Options: TypeAlias = Annotated[
    dict[Name, StrictBool | StrictInt | Annotated[StrictStr, Field(max_length=1_000)] | None],
    Field(max_length=50, description="Options of the writer, as `/api/notations` lists them."),
]


class ConvertRequest(CheckRequest):
    """A text to convert."""

    to: Name
    options: Options = {}


class ExportRequest(_Model):
    """A study to write; with `node`, only the line that leads there."""

    to: Name
    options: Options = {}
    node: Number | None = None


class PictureRequest(PlaceRequest):
    """A picture of a position.

    In 5D chess `window` is a number of half-turns around the present, or the first and last half-turn and the
    lowest and highest row; in infinite chess left, right, bottom and top.
    """

    format: Literal["svg", "png"] = "svg"
    theme: Name = "light"
    flip: StrictBool = False
    window: (
        Annotated[StrictInt, Field(ge=1, le=10_000)]
        | Annotated[list[Coordinate], Field(min_length=4, max_length=4)]
        | None
    ) = None
    width: Annotated[StrictInt, Field(ge=16, le=4_000)] | None = None
    shapes: StrictBool = True
