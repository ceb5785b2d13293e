"""What answers look like: the schema that `/api/openapi.json` publishes. Answers are made elsewhere, as data.

Nothing is added to an answer without a line here: a test holds answers against these models.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from hyperchess.app.web.reply_positions import Game, Player, Position, Reply, Square

__all__ = [
    "About",
    "Art",
    "Checked",
    "Converted",
    "Edited",
    "ErrorReply",
    "Example",
    "Exported",
    "Hint",
    "MovesReply",
    "Notation",
    "Passing",
    "Position",
    "Study",
    "StudySummary",
    "Variant",
]

Severity: TypeAlias = Literal["error", "warning", "info"]
ShapeColor: TypeAlias = Literal["green", "blue", "yellow", "red"]


class ErrorBody(Reply):
    """Why something was refused."""

    code: Annotated[str, Field(description="A short name for programs, such as `illegal-action`.")]
    message: str
    hint: str = ""
    details: Any = None


class ErrorReply(BaseModel):
    """The envelope of every refusal. A conflict of revisions also brings the `study` as it is now."""

    error: ErrorBody


class Fix(Reply):
    """Replace a stretch of the text; offsets count code points."""

    start: int
    end: int
    text: str


class Problem(Reply):
    """Something wrong with a text, at its place."""

    code: str
    severity: Severity
    message: str
    hint: str
    line: int
    column: int
    start: int
    end: int
    fix: Fix | None


class ArrowReply(Reply):
    """An arrow between two squares."""

    type: Literal["arrow"]
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
    shapes: list[ArrowReply | SquareReply]
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


class StudySummary(Reply):
    """A line of the list of studies."""

    id: str
    title: str
    game: Game
    revision: int
    updated: str
    nodes: int


class Edited(Reply):
    """A study after an edit, and the node where to stand now."""

    study: Study
    node: int


class MoveReply(Reply):
    """A move that a piece can make. `text` is its id; `kind` is told in 5D chess only."""

    text: str
    name: str
    from_: Annotated[Square, Field(alias="from")]
    to: Square
    promotion: str
    kind: Literal["physical", "hop", "branch"] = "physical"
    capture: bool
    castling: bool


class Sieve(Reply):
    """Only distances from `origin` that are prime (or are not) can be reached."""

    origin: str
    primes: bool


class RayReply(Reply):
    """Slides along a line: `first` steps to `last`, or without an end."""

    from_: Annotated[Square, Field(alias="from")]
    step: tuple[str, str]
    first: str
    last: str | None
    capture_at_end: bool
    sieves: list[Sieve]


class Moves5D(Reply):
    """The moves of a piece in 5D chess."""

    moves: list[MoveReply]


class MovesInfinite(Reply):
    """The moves of a piece in infinite chess."""

    points: list[MoveReply]
    rays: list[RayReply]


class Movable(Reply):
    """The squares of the pieces that can move."""

    movable: list[Square]


MovesReply: TypeAlias = Moves5D | MovesInfinite | Movable


class PassingAttack(Reply):
    """A capture that the opponent could make; `royal` if it is a check."""

    from_: Annotated[Square, Field(alias="from")]
    to: Square
    royal: bool


class Passing(Reply):
    """What could be taken after a pass."""

    attacks: list[PassingAttack]


class Hint(Reply):
    """A legal action; `known` is false if none was found in time."""

    moves: list[str] | None
    text: str
    known: bool


class Loss(Reply):
    """Something that a notation cannot hold."""

    message: str
    kind: str
    place: str


class Exported(Reply):
    """A text, and what it does not hold."""

    text: str
    losses: list[Loss]
    suffix: str


class Converted(Exported):
    """A text in another notation, and the problems of the one that was given."""

    problems: list[Problem]


class Checked(Reply):
    """What is wrong with a text; `fixed` is the text with all fixes, where there are some."""

    notation: str
    game: Game | Literal[""]
    games: int
    problems: list[Problem]
    fixed: str = ""


class Bounds(Reply):
    """How much the server takes."""

    body: int
    requests: int


class About(Reply):
    """What this server is."""

    name: str
    version: str
    rules: str
    api: int
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
    """A way to write games."""

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
    group: str


class Example(Reply):
    """A bundled text."""

    name: str
    title: str
    game: Game
    games: int


class DrawingReply(Reply):
    """The paths of a piece, as SVG writes them."""

    body: list[str]
    line: list[str]
    dot: list[str]


class Art(Reply):
    """The drawings by name, which letter has which, and the colours of the themes."""

    model_config = ConfigDict(extra="forbid")

    box: int
    drawings: dict[str, DrawingReply]
    letters: dict[str, str]
    themes: dict[str, dict[str, Any]]
