"""Routes that export a study: as text in every notation, and as a picture."""

from __future__ import annotations

from fastapi import APIRouter, Response

from hyperchess.app.service.documents import write_document
from hyperchess.app.web.dependencies import LibraryDep, PoolDep, StudyId
from hyperchess.app.web.guards.limits import slow
from hyperchess.app.web.replies.texts import Exported
from hyperchess.app.web.requests.studies import ExportRequest, PictureRequest
from hyperchess.app.web.responses import json_response
from hyperchess.studies.pictures import draw, paint

__all__ = ["router"]

router = APIRouter(prefix="/studies", tags=["export"])

_TYPES = {"svg": "image/svg+xml", "png": "image/png"}


@router.post("/{id}/export", response_model=Exported)
@slow
def export_study(library: LibraryDep, pool: PoolDep, id: StudyId, request: ExportRequest) -> Response:
    """The study as text in a notation, and what that one cannot hold."""
    opened = library.find(id)
    with opened.lock:
        if request.node is not None:
            opened.study.node(request.node)
        document = write_document(opened.study.content)
    return json_response(pool.run("export", document=document, **request.model_dump()))


@router.post(
    "/{id}/picture",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}, "image/png": {}}}},
)
@slow
def draw_position(library: LibraryDep, id: StudyId, request: PictureRequest) -> Response:
    """A picture of a position."""
    picture = request.picture()
    opened = library.find(id)
    with opened.lock:
        scene = draw(opened.place(request.node, request.pending), picture)
    return Response(paint(scene, picture), media_type=_TYPES[picture.format])
