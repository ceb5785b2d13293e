"""Request models of edits; `studies.requests` converts them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictBool, StrictStr

from hyperchess.app.service.library import Author
from hyperchess.app.web.requests.fields import (
    Coordinate,
    Moves,
    Name,
    Number,
    Person,
    Request,
    Square,
    Text,
)

__all__ = [
    "Add",
    "ArrowShape",
    "Delete",
    "Demote",
    "EditComment",
    "EditRequest",
    "EditShapes",
    "Evaluate",
    "Header",
    "Promote",
    "QuickEdit",
    "RayShape",
    "Redo",
    "Rename",
    "Reread",
    "Result",
    "SquareShape",
    "Undo",
]

Color: TypeAlias = Literal["green", "blue", "yellow", "red"]


class Add(Request):
    """Play a legal action after a node."""

    type: Literal["add"]
    parent: Number
    moves: Annotated[Moves, Field(min_length=1)]


class Delete(Request):
    """Delete a node with its subtree."""

    type: Literal["delete"]
    node: Number


class Promote(Request):
    """Move a variation up, or make it the main line."""

    type: Literal["promote"]
    node: Number
    to_main: StrictBool = False


class Demote(Request):
    """Move a variation down."""

    type: Literal["demote"]
    node: Number


class EditComment(Request):
    """Change a comment, add one (`index` null), or delete one (`text` empty)."""

    type: Literal["comment"]
    node: Number
    index: Number | None = None
    text: Annotated[StrictStr, Field(max_length=100_000)] = ""
    after: Number | None = None
    was: Annotated[
        StrictStr | None,
        Field(
            max_length=100_000,
            description="The comment as the client last saw it; it is identified by its text.",
        ),
    ] = None


class Evaluate(Request):
    """Set the evaluation of an action; an empty one removes it."""

    type: Literal["evaluate"]
    node: Number
    evaluation: Literal["", "!", "?", "!!", "??", "!?", "?!"]


class ArrowShape(Request):
    """An arrow from one square to another."""

    type: Literal["arrow"]
    from_: Square = Field(alias="from")
    to: Square
    color: Color = "green"


class RayShape(Request):
    """An unbounded ray from one square through another (infinite chess)."""

    type: Literal["ray"]
    from_: Annotated[list[Coordinate], Field(min_length=2, max_length=2, alias="from")]
    to: Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
    color: Color = "green"


class SquareShape(Request):
    """A coloured square."""

    type: Literal["square"]
    at: Square
    color: Color = "green"


class EditShapes(Request):
    """Replace the arrows and squares of a node."""

    type: Literal["shapes"]
    node: Number
    shapes: Annotated[
        list[Annotated[ArrowShape | RayShape | SquareShape, Field(discriminator="type")]],
        Field(max_length=500),
    ]


class Header(Request):
    """Set a header; an empty value deletes it."""

    type: Literal["header"]
    key: Annotated[StrictStr, Field(min_length=1, max_length=100, pattern=r"^[^\s\"\[\]:\\]+$")]
    value: Annotated[StrictStr, Field(max_length=10_000)] = ""


class Result(Request):
    """Set the result at the end of a branch."""

    type: Literal["result"]
    node: Number
    result: Literal["", "1-0", "0-1", "1/2-1/2"]


class Rename(Request):
    """Set the title of the study; without a title, it is derived from the headers."""

    type: Literal["rename"]
    title: Name


class Reread(Request):
    """Replace the game by one read from a text."""

    type: Literal["text"]
    text: Text
    notation: Name | None = None


class Undo(Request):
    """Undo the person's last edit."""

    type: Literal["undo"]


class Redo(Request):
    """Redo the edit that was undone last."""

    type: Literal["redo"]


QuickEdit: TypeAlias = (
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
    | Undo
    | Redo
)
"""All edits except `Reread`."""


class EditRequest(Request):
    """An edit of the current study.

    An `operation` is an idempotency key: an edit that is sent again is made only once. With a `revision`, the
    response is 409 if that is not the current revision. With `view`, the response contains the position and
    the moves after the node to select.
    """

    edit: Annotated[QuickEdit | Reread, Field(discriminator="type")]
    revision: Number | None = None
    operation: Annotated[
        StrictStr | None,
        Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="Client-chosen id (idempotency key)."),
    ] = None
    person: Person = ""
    view: StrictBool = False

    def author(self) -> Author:
        """Return the author of the edit."""
        return Author(self.person) if self.operation is None else Author(self.person, self.operation)
