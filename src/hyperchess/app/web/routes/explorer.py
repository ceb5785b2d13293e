"""Routes of the explorer: statistics of a position, games by query, and opening a game as a study."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from hyperchess.app.web.dependencies import LibraryDep
from hyperchess.app.web.guards.limits import slow
from hyperchess.app.web.library_games import LibraryGames
from hyperchess.app.web.replies.explorer import ExplorerReply, FoundReply
from hyperchess.app.web.replies.studies import Study
from hyperchess.app.web.requests.explorer import ExploreRequest, FindRequest, OpenGameRequest
from hyperchess.app.web.responses import json_response
from hyperchess.studies.analysis.exploring import CollectionGames, Games
from hyperchess.studies.opening import open_game

__all__ = ["router"]

_SECONDS = 10.0  # for a query

router = APIRouter(prefix="/explorer", tags=["explorer"])


@router.post("/position", response_model=ExplorerReply)
@slow
def explore(request: Request, library: LibraryDep, asked: ExploreRequest) -> Response:
    """Return the actions played after a node, with their games and results."""
    return json_response(_games(request).explore(library.place(asked.study, asked.node).base))


@router.post("/games", response_model=FoundReply)
@slow
def find(request: Request, library: LibraryDep, asked: FindRequest) -> Response:
    """Find games by a library query; with a study, only those that reached its position."""
    position = None if asked.study is None else library.place(asked.study, asked.node).base
    return json_response(_games(request).search(asked.query, position, limit=asked.limit, seconds=_SECONDS))


@router.post("/study", status_code=201, response_model=Study)
@slow
def open_as_study(request: Request, library: LibraryDep, asked: OpenGameRequest) -> Response:
    """Open a game as a new study."""
    return json_response(library.create([open_game(_games(request).game(asked.id))]), 201)


def _games(request: Request) -> Games:
    folder = request.app.state.settings.library
    return CollectionGames() if folder is None else LibraryGames(folder)
