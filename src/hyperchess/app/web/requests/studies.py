"""Request models of studies: new studies, and places in them."""

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
    """A starting position from the position editor."""

    game: Literal["5d", "infinite"]
    text: Text


class CreateRequest(Request):
    """A new study: exactly one of `text`, `variant`, `example`, `setup`, `puzzle` and `solution`.

    `puzzle` is the id of a bundled puzzle whose position is opened; `solution` opens its proof tree. With
    `chapters`, all games of the text are opened as chapters of one study; otherwise only game `number`.
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
        """Refuse requests without exactly one source."""
        given = [self.text, self.variant, self.example, self.setup, self.puzzle, self.solution]
        if sum(value is not None for value in given) != 1:
            raise ValueError("give exactly one of text, variant, example, setup, puzzle and solution")
        if self.chapters and self.text is None:
            raise ValueError("chapters are the games of a text: give one")
        return self


class ArrangeRequest(Request):
    """The title of a study with chapters, and the ids of all its chapters in order."""

    title: Name
    order: Annotated[
        list[Annotated[StrictStr, Field(max_length=64)]], Field(min_length=1, max_length=MOST_CHAPTERS)
    ]


class FilingRequest(Request):
    """Folder (empty: none) and tags of a study."""

    folder: Annotated[StrictStr, Field(max_length=80)] = ""
    tags: Annotated[list[Annotated[StrictStr, Field(max_length=40)]], Field(max_length=20)] = Field(
        default=[]
    )

    def filing(self) -> Filing:
        """Return folder and tags on one line each, stripped, without duplicate tags."""
        tags = (printable(tag).strip() for tag in self.tags)
        return Filing(printable(self.folder).strip(), tuple(dict.fromkeys(tag for tag in tags if tag)))


class PlaceRequest(Request):
    """A node, and the moves of an unfinished action."""

    node: Number
    pending: Moves = Field(default=[])


class PositionRequest(PlaceRequest):
    """Request for a position; with `moves`, also for the moves of its pieces."""

    moves: StrictBool = False


class MovesRequest(PlaceRequest):
    """Request for the moves of a piece; without `from`, for the pieces that can move."""

    from_: Square | None = Field(default=None, alias="from")


class ExportRequest(Request):
    """A study to write; with `node`, only the line to that node; with `chapters`, all chapters."""

    to: Name
    options: Options = Field(default={})
    node: Number | None = None
    chapters: StrictBool = False

    @model_validator(mode="after")
    def one_part(self) -> ExportRequest:
        """Refuse `node` together with `chapters`."""
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
        """Return the options of the picture."""
        return Picture(self.format, self.theme, self.flip, self.window, self.width, self.shapes)
