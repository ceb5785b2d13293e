"""Requests about studies: new ones, and places in them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from hyperchess.app.service.stored import Filing
from hyperchess.app.web.requests.fields import FAR, Coordinate, Moves, Name, Number, Request, Square, Text
from hyperchess.app.web.requests.texts import Options
from hyperchess.studies.chapters import MOST_CHAPTERS
from hyperchess.studies.content import printable
from hyperchess.studies.pictures import Picture

__all__ = [
    "ArrangeRequest",
    "CreateRequest",
    "ExportRequest",
    "FilingRequest",
    "MovesRequest",
    "PictureRequest",
    "PlaceRequest",
    "SetupText",
]


class SetupText(Request):
    """A start from the position editor."""

    game: Literal["5d", "infinite"]
    text: Text


class CreateRequest(Request):
    """A new study: exactly one of `text`, `variant`, `example`, `setup`, `puzzle` and `solution`.

    `puzzle` is the id of a bundled puzzle, whose position is opened; `solution` opens its proof tree. With
    `chapters`, all games of the text are opened, as chapters of one study; else the one of that `number`.
    """

    text: Text | None = None
    notation: Name | None = None
    number: Annotated[StrictInt, Field(ge=1, lt=FAR)] = 1
    title: Name = ""
    variant: Name | None = None
    example: Name | None = None
    setup: SetupText | None = None
    puzzle: Name | None = None
    solution: Name | None = None
    chapters: StrictBool = False

    @model_validator(mode="after")
    def one_source(self) -> CreateRequest:
        """Refuse several sources, and none."""
        given = [self.text, self.variant, self.example, self.setup, self.puzzle, self.solution]
        if sum(value is not None for value in given) != 1:
            raise ValueError("give exactly one of text, variant, example, setup, puzzle and solution")
        if self.chapters and self.text is None:
            raise ValueError("chapters are the games of a text: give one")
        return self


class ArrangeRequest(Request):
    """The title of a study with chapters, and the ids of all its chapters in their order."""

    title: Name
    order: Annotated[
        list[Annotated[StrictStr, Field(max_length=64)]], Field(min_length=1, max_length=MOST_CHAPTERS)
    ]


class FilingRequest(Request):
    """Where a study is filed: a folder (empty: none), and tags."""

    folder: Annotated[StrictStr, Field(max_length=80)] = ""
    tags: Annotated[list[Annotated[StrictStr, Field(max_length=40)]], Field(max_length=20)] = Field(
        default=[]
    )

    def filing(self) -> Filing:
        """In one line each, without blanks around them, no tag twice."""
        tags = (printable(tag).strip() for tag in self.tags)
        return Filing(printable(self.folder).strip(), tuple(dict.fromkeys(tag for tag in tags if tag)))


class PlaceRequest(Request):
    """A node, and moves of an action that is not finished."""

    node: Number
    pending: Moves = Field(default=[])


class MovesRequest(PlaceRequest):
    """Where a piece can go; without `from`, which pieces can move."""

    from_: Square | None = Field(default=None, alias="from")


class ExportRequest(Request):
    """A study to write; with `node`, only the line that leads there, with `chapters`, all of them."""

    to: Name
    options: Options = Field(default={})
    node: Number | None = None
    chapters: StrictBool = False

    @model_validator(mode="after")
    def one_part(self) -> ExportRequest:
        """Refuse a line of all chapters."""
        if self.chapters and self.node is not None:
            raise ValueError("give one of node and chapters: a node is in one chapter")
        return self


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

    def picture(self) -> Picture:
        """What is shown, and how."""
        return Picture(self.format, self.theme, self.flip, self.window, self.width, self.shapes)
