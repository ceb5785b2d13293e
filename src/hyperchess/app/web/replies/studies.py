"""Response models of studies for the schema at `/api/openapi.json`. Responses are created elsewhere, as data.

A test checks the responses against these models, so every new field must be added here.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from hyperchess.app.web.replies.positions import Game, Player, Position, Reply, Square
from hyperchess.app.web.replies.searches import ScoreReply
from hyperchess.app.web.replies.texts import Problem

__all__ = [
    "ChangesReply",
    "ChaptersReply",
    "EarlierReply",
    "Edited",
    "Filed",
    "HeadChange",
    "NodeReply",
    "Study",
    "StudySummary",
]

ShapeColor: TypeAlias = Literal["green", "blue", "yellow", "red"]


class ArrowReply(Reply):
    """An arrow between two squares."""

    type: Literal["arrow"]
    from_: Annotated[Square, Field(alias="from")]
    to: Square
    color: ShapeColor


class RayReply(Reply):
    """An unbounded ray from one square through another."""

    type: Literal["ray"]
    from_: Annotated[Square, Field(alias="from")]
    to: Square
    color: ShapeColor


class SquareReply(Reply):
    """A coloured square."""

    type: Literal["square"]
    at: Square
    color: ShapeColor


class CommentReply(Reply):
    """A comment without its shapes, and the number of moves of the action before it."""

    text: str
    after: int


class NodeMove(Reply):
    """A move of an action: its displayed text, and its raw form (empty if it could not be parsed)."""

    text: str
    raw: str
    evaluation: str


class NodeReply(Reply):
    """An action and its continuations; `children[0]` continues the main line. The root has no moves."""

    id: int
    parent: int | None
    children: list[int]
    number: int
    player: Player | Literal[""]
    moves: list[NodeMove]
    comments: list[CommentReply]
    shapes: list[ArrowReply | RayReply | SquareReply]
    score: Annotated[ScoreReply | None, Field(description="Engine score of the position after it.")]
    mark: Literal["", "+", "*", "#"]
    result: Literal["", "1-0", "0-1", "1/2-1/2"]
    resolved: Annotated[bool, Field(description="Whether its moves could be played.")]
    fault: Annotated[str, Field(description="Why the game stops here; empty if it continues.")]


class Puzzle(Reply):
    """The task of a puzzle."""

    kind: str
    mate_in: int | None


class Study(Reply):
    """A game with its tree. Parents come before their children in `nodes`."""

    id: str
    revision: int
    title: str
    game: Game
    notation: str
    headers: list[tuple[str, str]]
    nodes: list[NodeReply]
    problems: list[Problem]
    source: Annotated[str, Field(description="Text from which it was read; empty if none.")]
    puzzle: Puzzle | None
    result: str
    can_undo: bool
    can_redo: bool
    start_known: bool
    games: Annotated[int, Field(description="Number of games in that text.")]
    role: Annotated[
        Literal["white", "black", "view", "comment", "edit", "owner"],
        Field(description="Role of the client's link; missing for the owner."),
    ] = "owner"
    match: Annotated[bool, Field(description="Whether it is a game between two people.")] = False
    key: Annotated[str, Field(description="Owner's key of a new study on a public server.")] = ""


class StudySummary(Reply):
    """An entry of the list of studies."""

    id: str
    title: str
    game: Game
    revision: int
    updated: str
    nodes: int
    folder: str
    tags: list[str]
    volume: Annotated[
        str, Field(description="Id shared by the chapters of one study; empty for a single game.")
    ]
    volume_title: Annotated[str, Field(description="Title of the study that contains this chapter.")]
    chapter: Annotated[int, Field(description="Chapter number from 1; 0 for a single game.")]


class ChapterReply(Reply):
    """A chapter: a study like any other."""

    id: str
    title: str
    game: Game
    nodes: int


class ChaptersReply(Reply):
    """The title of a study with chapters, and the chapters in order; no chapters for a single game."""

    title: str
    chapters: list[ChapterReply]


class Filed(Reply):
    """Folder and tags of a study."""

    folder: str
    tags: list[str]


class HeadChange(Reply):
    """The fields of a study, except nodes, that an edit changed; the others are missing."""

    title: str = ""
    game: Game = "5d"
    notation: str = ""
    headers: list[tuple[str, str]] = Field(default=[])
    problems: list[Problem] = Field(default=[])
    source: str = ""
    puzzle: Puzzle | None = None
    result: str = ""
    start_known: bool = True
    games: int = 1


class Edited(Reply):
    """The changes made by an edit.

    To apply it to a copy of the study at the previous revision: copy `revision`, `can_undo`, `can_redo` and
    the fields of `head`, delete the `removed` nodes, insert or replace `nodes`, and derive the order of all
    nodes from their `children`. `node` is the node to select.
    """

    revision: int
    can_undo: bool
    can_redo: bool
    operation: Annotated[str, Field(description="Operation id of the edit.")]
    person: Annotated[str, Field(description="Author, who can undo it.")]
    head: HeadChange
    nodes: list[NodeReply]
    removed: list[int]
    node: int
    position: Position | None = None


class EarlierReply(Reply):
    """An overwritten version, or deleted moves."""

    what: Literal["title", "header", "comment", "shapes", "evaluation", "result", "moves"]
    text: str
    node: int | None
    key: Annotated[str, Field(description="The name of a header.")]
    person: Annotated[str, Field(description="Author of the edit that overwrote it.")]
    made: Annotated[str, Field(description="Time of that edit.")]


class ChangesReply(Reply):
    """The responses to all edits after a revision, in order; `null` if some are no longer stored."""

    changes: list[Edited] | None
