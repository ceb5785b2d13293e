"""Explorer: statistics of a position, games by query, and opening a game as a study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hyperchess.api.context import Context
from hyperchess.api.library import StudyView
from hyperchess.api.operation import Cost, StudyId, Table
from hyperchess.api.operations.studies import create
from hyperchess.api.roles import Role
from hyperchess.studies.analysis.exploring import Explorer, FoundView
from hyperchess.studies.fields import Field, Number
from hyperchess.studies.opening import open_game

__all__ = ["TABLE"]

TABLE = Table("explorer")

_SECONDS = 10.0  # for a query


@dataclass(frozen=True, slots=True)
class ExploreRequest:
    """A node of a study."""

    study: StudyId
    node: Number


@TABLE.post("/explorer/position", role=Role.VIEW, cost=Cost.SLOW)
def explore(context: Context, request: ExploreRequest) -> Explorer:
    """Return the actions played after a node, with their games and results."""
    context.expect_analysable(request.study)
    return context.games.explore(context.library.place(request.study, request.node).base)


@dataclass(frozen=True, slots=True)
class FindRequest:
    """A query, and optionally a node whose position the games must have reached."""

    query: Annotated[str, Field(max_length=10_000)] = ""
    study: StudyId | None = None
    node: Number = 0
    limit: Annotated[int, Field(ge=1, le=200)] = 50


@TABLE.post("/explorer/games", role=Role.VIEW, cost=Cost.SLOW)
def find_games(context: Context, request: FindRequest) -> FoundView:
    """Find games by a library query; with a study, only those that reached its position."""
    study = request.study
    if study is not None:
        context.expect_analysable(study)
    position = None if study is None else context.library.place(study, request.node).base
    return context.games.search(request.query, position, limit=request.limit, seconds=_SECONDS)


@dataclass(frozen=True, slots=True)
class OpenGameRequest:
    """A game by its id in the library, or in the collection."""

    id: Number


@TABLE.post("/explorer/study", status=201, cost=Cost.SLOW)
def open_as_study(context: Context, request: OpenGameRequest) -> StudyView:
    """Open a game as a new study."""
    return create(context, open_game(context.games.game(request.id)))
