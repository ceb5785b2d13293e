"""The route that gives a study away as one file with a viewer."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Response
from pydantic import BaseModel, ConfigDict

from hyperchess.app.web.access import Shelf, Staff, StudyId
from hyperchess.app.web.documents import write_document
from hyperchess.app.web.limits import slow

__all__ = ["router"]

router = APIRouter(prefix="/studies", tags=["export"])


class HtmlRequest(BaseModel):
    """Nothing to choose yet."""

    model_config = ConfigDict(extra="forbid")


@router.post("/{id}/html", response_class=Response, responses={200: {"content": {"text/html": {}}}})
@slow
def export_html(
    library: Shelf, staff: Staff, id: StudyId, request: Annotated[HtmlRequest | None, Body()] = None
) -> Response:
    """The study as one HTML file with a viewer, for a blog or a mail."""
    study = library.find(id)
    with study.lock:
        document = write_document(study.content)
    text: str = staff.do("html", document=document)
    headers = {"Content-Disposition": 'attachment; filename="game.html"'}
    return Response(text.encode("utf-8"), media_type="text/html", headers=headers)
