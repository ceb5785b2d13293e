"""Routes that export a study as text in any notation, or as a picture."""

from __future__ import annotations

from fastapi import APIRouter, Response

from hyperchess.app.service.documents import Document, write_document
from hyperchess.app.service.library import OpenStudy
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
    """Write the study in a notation; also list the information that it cannot express."""
    to, options, node = request.to, request.options, request.node
    if request.chapters:
        documents = [_document(opened) for opened in library.chapters(id)]
        title = library.volume(id).title
        return json_response(
            pool.run("export_chapters", title=title, documents=documents, to=to, options=options)
        )
    document = _document(library.find(id), node)
    return json_response(pool.run("export", document=document, node=node, to=to, options=options))


def _document(opened: OpenStudy, node: int | None = None) -> Document:
    """Return the document of a study; refuse a node that it does not have."""
    with opened.lock:
        if node is not None:
            opened.study.node(node)
        return write_document(opened.study.content)


@router.post(
    "/{id}/picture",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}, "image/png": {}}}},
)
@slow
def draw_position(library: LibraryDep, id: StudyId, request: PictureRequest) -> Response:
    """Draw a position."""
    picture = request.picture()
    opened = library.find(id)
    with opened.lock:
        scene = draw(opened.place(request.node, request.pending), picture)
    return Response(paint(scene, picture), media_type=_TYPES[picture.format])
