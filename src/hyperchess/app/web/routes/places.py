"""Routes of places in studies: the position and the possible moves. These are the most frequent requests."""

from __future__ import annotations

from fastapi import APIRouter, Response

from hyperchess.app.web.dependencies import LibraryDep, PoolDep, StudyId
from hyperchess.app.web.guards.limits import slow
from hyperchess.app.web.replies.moves import Hint, MovesReply, Passing
from hyperchess.app.web.replies.positions import Position
from hyperchess.app.web.requests.studies import MovesRequest, PlaceRequest, PositionRequest
from hyperchess.app.web.responses import json_response

__all__ = ["router"]

router = APIRouter(prefix="/studies", tags=["studies"])


@router.post("/{id}/position", response_model=Position)
def read_position(library: LibraryDep, id: StudyId, request: PositionRequest) -> Response:
    """Return the position after a node and the moves of an unfinished action."""
    place = library.place(id, request.node, request.pending)
    return json_response(place.position_with_moves() if request.moves else place.position())


@router.post("/{id}/moves", response_model=MovesReply)
def read_moves(library: LibraryDep, id: StudyId, request: MovesRequest) -> Response:
    """Return the moves of a piece; without `from`, the pieces that can move."""
    place = library.place(id, request.node, request.pending)
    return json_response(place.movable() if request.from_ is None else place.moves_from(request.from_))


@router.post("/{id}/passing", response_model=Passing)
def read_passing(library: LibraryDep, id: StudyId, request: PlaceRequest) -> Response:
    """Return the captures that the opponent could make if the player passed (5D chess)."""
    return json_response(library.place(id, request.node, request.pending).passing())


@router.post("/{id}/hint", response_model=Hint)
@slow
def read_hint(library: LibraryDep, pool: PoolDep, id: StudyId, request: PlaceRequest) -> Response:
    """Return a legal action."""
    place = library.place(id, request.node, request.pending)
    return json_response(pool.run("hint", kind=place.base.kind, base=place.base, state=place.state))
