"""Routes of the position editor: boards or pieces in, the position text and its problems out."""

from __future__ import annotations

from fastapi import APIRouter, Response

from hyperchess.app.web.dependencies import LibraryDep, StudyId
from hyperchess.app.web.guards.limits import slow
from hyperchess.app.web.replies.setup import SetupReply
from hyperchess.app.web.requests.setup import SetupRequest
from hyperchess.app.web.requests.studies import PlaceRequest
from hyperchess.app.web.responses import json_response
from hyperchess.studies.requests import view_setup

__all__ = ["router"]

router = APIRouter(tags=["editor"])


@router.post("/setup", response_model=SetupReply)
@slow
def set_up(request: SetupRequest) -> Response:
    """Build a position. `problems` lists all problems; if there are errors, `position` is `null`."""
    return json_response(view_setup(request.model_dump()))


@router.post("/studies/{id}/setup", response_model=SetupReply)
@slow
def set_up_from_study(library: LibraryDep, id: StudyId, request: PlaceRequest) -> Response:
    """Return a position of a study, with pending moves, as a start for the editor."""
    return json_response(library.place(id, request.node, request.pending).setup())
