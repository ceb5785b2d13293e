"""Routes of chapters: list, add, arrange, and delete all.

A chapter is a study: it is read, edited, renamed and deleted like any other.
"""

from __future__ import annotations

from fastapi import APIRouter, Response

from hyperchess.app.web.dependencies import HubDep, JobsDep, LibraryDep, PoolDep, StudyId
from hyperchess.app.web.guards.limits import slow
from hyperchess.app.web.replies.studies import ChaptersReply, Study
from hyperchess.app.web.requests.studies import ArrangeRequest, CreateRequest
from hyperchess.app.web.responses import json_response
from hyperchess.app.web.routes.studies import open_games
from hyperchess.studies.content import printable

__all__ = ["router"]

router = APIRouter(prefix="/studies", tags=["chapters"])


@router.get("/{id}/chapters", response_model=ChaptersReply)
def list_chapters(library: LibraryDep, id: StudyId) -> Response:
    """List the chapters of the study that contains this chapter."""
    return json_response(library.volume(id))


@router.post("/{id}/chapters", status_code=201, response_model=Study)
@slow
def add_chapters(library: LibraryDep, pool: PoolDep, id: StudyId, request: CreateRequest) -> Response:
    """Add a new study as the last chapter, and return it; a single game becomes the first chapter."""
    library.expect_chapters(id)
    opened = library.add_chapters(id, open_games(pool, request))
    return json_response(library.view(opened), 201)


@router.put("/{id}/chapters", response_model=ChaptersReply)
def arrange_chapters(library: LibraryDep, id: StudyId, request: ArrangeRequest) -> Response:
    """Set the title of the study, and the order of its chapters."""
    return json_response(library.arrange(id, printable(request.title).strip(), request.order))


@router.delete("/{id}/chapters", status_code=204)
def delete_chapters(library: LibraryDep, hub: HubDep, jobs: JobsDep, id: StudyId) -> Response:
    """Delete a study with all its chapters permanently, and cancel their reviews."""
    for study in library.delete_chapters(id):
        jobs.end_review(study)
        hub.drop_all(study, 4004, "the study was deleted")
    return Response(status_code=204)
