"""What studies look like: the schema that `/api/openapi.json` publishes. Answers are made elsewhere, as data.

Nothing is added to an answer without a line here: a test holds answers against these models.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from hyperchess.app.web.replies.positions import Game, Player, Reply, Square
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
    """A ray without end, from one square through another."""

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
    """A comment without its shapes, and how many moves of the action stand before it."""

    text: str
    after: int


class NodeMove(Reply):
    """A move of an action: for people, and raw (empty if it could not be understood)."""

    text: str
    raw: str
    evaluation: str


class NodeReply(Reply):
    """An action, and what follows it; `children[0]` continues the main line. The root has no moves."""

    id: int
    parent: int | None
    children: list[int]
    number: int
    player: Player | Literal[""]
    moves: list[NodeMove]
    comments: list[CommentReply]
    shapes: list[ArrowReply | RayReply | SquareReply]
    score: Annotated[ScoreReply | None, Field(description="What a program thinks of the position after it.")]
    mark: Literal["", "+", "*", "#"]
    result: Literal["", "1-0", "0-1", "1/2-1/2"]
    resolved: Annotated[bool, Field(description="Whether the position after it is known.")]
    fault: Annotated[str, Field(description="Why the game stops here, if it does.")]


class Puzzle(Reply):
    """What a game asks for."""

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
    source: Annotated[str, Field(description="The text that it was read from, if any.")]
    puzzle: Puzzle | None
    result: str
    can_undo: bool
    can_redo: bool
    start_known: bool
    games: Annotated[int, Field(description="How many games that text has.")]
    role: Annotated[
        Literal["white", "black", "view", "comment", "edit", "owner"],
        Field(description="What the link allows by which one came; missing for the owner."),
    ] = "owner"
    match: Annotated[bool, Field(description="Whether it is a game between two people.")] = False
    key: Annotated[str, Field(description="Of a new study on a public server: the key of its owner.")] = ""


class StudySummary(Reply):
    """A line of the list of studies."""

    id: str
    title: str
    game: Game
    revision: int
    updated: str
    nodes: int
    folder: str
    tags: list[str]
    volume: Annotated[str, Field(description="What the chapters of one study have in common, else empty.")]
    volume_title: Annotated[str, Field(description="The title of the study of which this is a chapter.")]
    chapter: Annotated[int, Field(description="Which chapter it is, from 1 on; 0 for a single game.")]


class ChapterReply(Reply):
    """A chapter: a study like any other."""

    id: str
    title: str
    game: Game
    nodes: int


class ChaptersReply(Reply):
    """The title of a study with chapters, and these in their order; no chapters if it is a single game."""

    title: str
    chapters: list[ChapterReply]


class Filed(Reply):
    """Where a study is filed."""

    folder: str
    tags: list[str]


class HeadChange(Reply):
    """The fields of a study, nodes apart, that an edit changed; the others are missing."""

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
    """What an edit changed.

    To apply it to a copy of the study that has the revision before it: take over `revision`, `can_undo`,
    `can_redo` and the fields of `head`, leave out the nodes that were `removed`, put in `nodes`, which are
    new or different, and read the order of all nodes off their `children`. `node` is where to stand now.
    """

    revision: int
    can_undo: bool
    can_redo: bool
    operation: Annotated[str, Field(description="The id of the edit.")]
    person: Annotated[str, Field(description="Who made it, and can undo it.")]
    head: HeadChange
    nodes: list[NodeReply]
    removed: list[int]
    node: int


class EarlierReply(Reply):
    """A version that was overwritten, or moves that were deleted."""

    what: Literal["title", "header", "comment", "shapes", "evaluation", "result", "moves"]
    text: str
    node: int | None
    key: Annotated[str, Field(description="The name of a header.")]
    person: Annotated[str, Field(description="Who has overwritten it.")]
    made: Annotated[str, Field(description="When that was.")]


class ChangesReply(Reply):
    """The answers to all edits after a revision, in order; `null` if some of them are not kept any more."""

    changes: list[Edited] | None
