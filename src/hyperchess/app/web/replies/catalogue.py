"""Response models of the catalogue."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from hyperchess.app.web.replies.positions import Game, Reply

__all__ = ["About", "Art", "Bounds", "DrawingReply", "Example", "Notation", "Option", "Variant"]


class Bounds(Reply):
    """Limits of the server."""

    body: int
    requests: int


class About(Reply):
    """Information about this server."""

    name: str
    version: str
    rules: str
    api: int
    site: Annotated[str, Field(description="Address of a public board, for links; empty if none is set.")]
    limits: Bounds


class Option(Reply):
    """An option of a writer."""

    name: str
    values: str
    choices: list[str]
    type: str
    optional: bool
    default: Any


class Notation(Reply):
    """A notation for games."""

    name: str
    title: str
    game: Game | Literal["any"]
    suffix: str
    options: list[Option]


class Variant(Reply):
    """A named starting position."""

    name: str
    game: Game
    short: str
    width: int = 0
    height: int = 0
    board: Annotated[
        str, Field(description="A board of the starting position, the last rank first; `.` is empty.")
    ] = ""
    columns: int = 0
    rows: int = 0
    pieces: Annotated[
        list[tuple[str, str, int, int]],
        Field(description="The centre of an infinite board: drawing, owner, column, row from the top."),
    ] = Field(default=[])
    group: str


class Example(Reply):
    """A bundled text."""

    name: str
    title: str
    game: Game
    games: int


class DrawingReply(Reply):
    """SVG paths of a piece."""

    body: list[str]
    line: list[str]
    dot: list[str]


class Art(Reply):
    """The drawings by name, the drawing of each letter, and the colours of the themes."""

    box: int
    drawings: dict[str, DrawingReply]
    letters: dict[str, str]
    themes: dict[str, dict[str, Any]]
