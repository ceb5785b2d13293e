"""Searches and engines: tasks that run in another process or worker, analysis, play, and reviews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from hyperchess.api.context import Accepted, Context, SearchView
from hyperchess.api.operation import Cost, StudyId, Table
from hyperchess.api.roles import Role
from hyperchess.api.tasks import review_task
from hyperchess.engine.games import find_adapter
from hyperchess.engine.levels import LEVELS
from hyperchess.engine.weights import values_by_kind
from hyperchess.ruleset import GameKind
from hyperchess.studies.analysis.reviewing import ReviewView, view_review
from hyperchess.studies.analysis.searching import SearchKind, SearchTask
from hyperchess.studies.fields import Field, Moves, Name, Number

__all__ = ["TABLE"]

TABLE = Table("engines")

_Seconds: TypeAlias = Annotated[float, Field(gt=0, le=60.0)]
_EngineName: TypeAlias = Annotated[
    Name, Field("Name of an engine of `/api/engines`; empty for the built-in one.")
]


@dataclass(frozen=True, slots=True)
class LevelView:
    """A playing strength of the computer."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Engines:
    """The available engines, the built-in one first, their levels, and the built-in one's piece values."""

    engines: tuple[str, ...]
    levels: tuple[LevelView, ...]
    values: Annotated[
        Mapping[GameKind, Mapping[str, int]], Field("Centipawns by game and by name of a piece's drawing.")
    ]


@TABLE.get("/engines")
def list_engines(context: Context) -> Engines:
    """List the available engines, their levels, and the piece values of the built-in one."""
    levels = tuple(LevelView(level.number, level.name) for level in LEVELS)
    return Engines(context.engines, levels, {kind: _piece_values(kind) for kind in GameKind})


def _piece_values(kind: GameKind) -> dict[str, int]:
    values = values_by_kind(find_adapter(kind).load_weights())
    return {name.replace(" ", "-"): value for name, value in values.items()}


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """The kind of a search, and its position."""

    study: StudyId
    node: Number
    kind: Annotated[
        SearchKind,
        Field("A forced mate, the number of legal actions, or the status with a longer search."),
    ]
    pending: Moves = ()
    mate_in: Annotated[int, Field(ge=1, le=20)] = 3
    seconds: _Seconds = 10.0


@TABLE.post("/searches", status=202, role=Role.VIEW, cost=Cost.TASK)
def search(context: Context, request: SearchRequest) -> Accepted:
    """Start a search. Only a few can run and wait at the same time.

    A watched search ends a few seconds after its last watcher has left.
    """
    context.expect_analysable(request.study)
    place = context.library.place(request.study, request.node, request.pending)
    return context.start(SearchTask(request.kind, place.state, request.seconds, request.mate_in))


@dataclass(frozen=True, slots=True)
class AnalyseRequest:
    """A position to analyse: a node, and actions that are not in the tree."""

    study: StudyId
    node: Number
    actions: Annotated[tuple[Moves, ...], Field(max_length=20)] = ()
    lines: Annotated[int, Field(ge=1, le=5)] = 1
    seconds: _Seconds = 10.0
    engine: _EngineName = ""


@TABLE.post("/thoughts", status=202, role=Role.VIEW, cost=Cost.TASK)
def analyse(context: Context, request: AnalyseRequest) -> Accepted:
    """Start the analysis of a position. It ends when no client watches it any more."""
    context.expect_analysable(request.study)
    place = context.library.place(request.study, request.node)
    engine = context.engine(request.engine)
    return context.start(engine.analyse(place, request.actions, request.seconds, request.lines))


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """A node after which an engine plays, at a level from 1 to 8."""

    study: StudyId
    node: Number
    level: Annotated[int, Field(ge=1, le=8)] = 8
    seconds: _Seconds = 2.0
    engine: _EngineName = ""


@TABLE.post("/replies", status=202, role=Role.VIEW, cost=Cost.TASK)
def play(context: Context, request: PlayRequest) -> Accepted:
    """Let an engine choose an action, which is not added to the study."""
    context.expect_analysable(request.study)
    place = context.library.place(request.study, request.node)
    return context.start(context.engine(request.engine).play(place, request.seconds, request.level))


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """The time per action in seconds."""

    seconds: Annotated[float, Field(gt=0, le=10.0)] = 0.5


@TABLE.post("/studies/{id}/review", status=202, role=Role.VIEW, cost=Cost.TASK)
def review(context: Context, id: StudyId, request: ReviewRequest) -> Accepted:
    """Review the main line. The result is written to the study, whether or not a client watches.

    Needs the role `edit`; both players of a finished game between two people can have it reviewed.
    """
    context.expect_reviewable(id)
    running = context.running_review(id)
    if running is not None:
        return Accepted(running.id)
    opened = context.library.find(id)
    with opened.lock:
        task = review_task(id, opened.study.content, request.seconds)
    return context.start_review(task)


@dataclass(frozen=True, slots=True)
class Review:
    """The review stored in a study, and the one in progress."""

    review: ReviewView | None
    running: SearchView | None


@TABLE.get("/studies/{id}/review", role=Role.VIEW)
def read_review(context: Context, id: StudyId) -> Review:
    """Return the review stored in the comments of a study, and the one in progress."""
    opened = context.library.find(id)
    running = context.running_review(id)
    with opened.lock:
        return Review(view_review(opened.study), running)
