"""Route that exports a study as one HTML file with a viewer."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Response

from hyperchess.app.service.documents import write_document
from hyperchess.app.web.dependencies import LibraryDep, PoolDep, StudyId
from hyperchess.app.web.guards.limits import slow
from hyperchess.app.web.requests.fields import Request

__all__ = ["router"]

router = APIRouter(prefix="/studies", tags=["export"])


class HtmlRequest(Request):
    """No options yet."""


@router.post("/{id}/html", response_class=Response, responses={200: {"content": {"text/html": {}}}})
@slow
def export_html(
    library: LibraryDep, pool: PoolDep, id: StudyId, request: Annotated[HtmlRequest | None, Body()] = None
) -> Response:
    """Return the study as one HTML file with a viewer, for a blog or an e-mail."""
    opened = library.find(id)
    with opened.lock:
        document = write_document(opened.study.content)
    text: str = pool.run("html", document=document)
    headers = {"Content-Disposition": 'attachment; filename="game.html"'}
    return Response(text.encode("utf-8"), media_type="text/html", headers=headers)
