"""Routes that give a study away: as text in every notation, and as a picture."""

from __future__ import annotations

from fastapi import APIRouter, Response

from hyperchess.app.web import models, replies
from hyperchess.app.web.access import Shelf, Staff, StudyId
from hyperchess.app.web.answers import json_answer
from hyperchess.app.web.documents import write_document
from hyperchess.app.web.limits import slow
from hyperchess.app.web.pictures import draw

__all__ = ["router"]

router = APIRouter(prefix="/studies", tags=["export"])

_TYPES = {"svg": "image/svg+xml", "png": "image/png"}


@router.post("/{id}/export", response_model=replies.Exported)
@slow
def export_study(library: Shelf, staff: Staff, id: StudyId, request: models.ExportRequest) -> Response:
    """The study as text in a notation, and what that one cannot hold."""
    study = library.find(id)
    with study.lock:
        if request.node is not None:
            study.node(request.node)
        document = write_document(study.content)
    return json_answer(staff.do("export", document=document, **request.model_dump()))


@router.post(
    "/{id}/picture",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}, "image/png": {}}}},
)
@slow
def draw_position(library: Shelf, id: StudyId, request: models.PictureRequest) -> Response:
    """A picture of a position."""
    here = library.here(id, request.node, request.pending)
    return Response(draw(here, request), media_type=_TYPES[request.format])
