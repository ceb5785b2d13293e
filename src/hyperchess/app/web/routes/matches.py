"""Routes of games between two people: each player has a key, and the server runs the clocks."""

from __future__ import annotations

from secrets import choice
from typing import Annotated, Literal

from fastapi import APIRouter, Response
from pydantic import Field

from hyperchess.app.web.dependencies import LibraryDep, MatchesDep, PoolDep, StudyId
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.guards.limits import slow
from hyperchess.app.web.live.links import Role
from hyperchess.app.web.live.match import SIDES
from hyperchess.app.web.live.shared_library import SharedLibrary
from hyperchess.app.web.replies.matches import MatchReply, NewMatch
from hyperchess.app.web.replies.studies import Edited
from hyperchess.app.web.requests.fields import Moves, Name, Request
from hyperchess.app.web.requests.studies import SetupText
from hyperchess.app.web.responses import json_response
from hyperchess.app.web.routes.studies import open_text
from hyperchess.studies.requests import open_requested

__all__ = ["router"]

router = APIRouter(tags=["games"])


class ClockRequest(Request):
    """The time per player and the increment per action, in seconds."""

    seconds: Annotated[float, Field(ge=1, le=86_400)]
    increment: Annotated[float, Field(ge=0, le=3_600)] = 0.0


class MatchRequest(Request):
    """A new game from a `variant` or a `setup`, and the side of the requesting player."""

    variant: Name | None = None
    setup: SetupText | None = None
    side: Literal["white", "black", "random"] = "random"
    clock: ClockRequest | None = None


class PlayRequest(Request):
    """An action; an `operation` that is sent again is made only once."""

    moves: Annotated[Moves, Field(min_length=1)]
    operation: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]


class ActRequest(Request):
    """An act other than a move, such as resigning."""

    type: Literal["resign", "offer", "accept", "decline"]


@router.post("/matches", status_code=201, response_model=NewMatch)
@slow
def create_match(matches: MatchesDep, pool: PoolDep, request: MatchRequest) -> Response:
    """Start a game between two people. Each key grants one side; the other one is for the opponent."""
    if (request.variant is None) == (request.setup is None):
        raise ApiError(422, "request", "give either a variant or a setup")
    asked = {"variant": request.variant, "setup": request.setup and request.setup.model_dump()}
    content = open_requested(asked, open_text(pool))
    clock = request.clock
    study, keys = matches.create(
        content,
        seconds=None if clock is None else clock.seconds,
        increment=0.0 if clock is None else clock.increment,
    )
    side = choice(SIDES) if request.side == "random" else request.side
    friend = SIDES[side == "white"]
    return json_response({"study": study, "side": side, "key": keys[side], "friend": keys[friend]}, 201)


@router.get("/studies/{id}/match", response_model=MatchReply)
def read_match(library: LibraryDep, matches: MatchesDep, id: StudyId) -> Response:
    """Return the state of a game, with the current clocks."""
    library.find(id)
    return json_response(matches.data(id))


@router.post("/studies/{id}/match/actions", response_model=Edited)
def play(library: LibraryDep, matches: MatchesDep, id: StudyId, request: PlayRequest) -> Response:
    """Play an action in a game, as the player whose key is given."""
    return json_response(matches.play(id, _player(library, id), request.moves, request.operation))


@router.post("/studies/{id}/match", response_model=MatchReply)
def act(library: LibraryDep, matches: MatchesDep, id: StudyId, request: ActRequest) -> Response:
    """Resign, offer a draw, accept or decline one."""
    return json_response(matches.act(id, _player(library, id), request.type))


def _player(library: SharedLibrary, id: str) -> Role:
    role = library.role(id)
    if role not in (Role.WHITE, Role.BLACK):
        raise ApiError(403, "role", "only the two players can do this")
    return role
