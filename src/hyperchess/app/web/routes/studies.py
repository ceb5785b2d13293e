"""Routes of studies: create, list, read and edit."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Query, Response

from hyperchess.app.service.documents import read_document
from hyperchess.app.service.stored import Chapter
from hyperchess.app.web.dependencies import HubDep, JobsDep, LibraryDep, PoolDep, StudyId
from hyperchess.app.web.guards.limits import run_slowly, slow
from hyperchess.app.web.live.shared_library import SharedLibrary
from hyperchess.app.web.processes.text_pool import TextPool
from hyperchess.app.web.replies.studies import Edited, Filed, Study, StudySummary
from hyperchess.app.web.requests import edits
from hyperchess.app.web.requests.fields import Person
from hyperchess.app.web.requests.studies import CreateRequest, FilingRequest
from hyperchess.app.web.responses import json_response
from hyperchess.errors import HyperchessError
from hyperchess.kinds import Kind
from hyperchess.studies.content import Content
from hyperchess.studies.requests import OpenText, open_requested, read_edit

__all__ = ["open_games", "open_text", "router"]

router = APIRouter(prefix="/studies", tags=["studies"])


@router.get("", response_model=list[StudySummary])
def list_studies(library: LibraryDep, query: Annotated[str, Query(max_length=200)] = "") -> Response:
    """List the studies whose title, folder or tags contain `query`, most recently changed first."""
    return json_response(
        [
            {
                "id": summary.row.id,
                "title": summary.row.title,
                "game": summary.row.game,
                "revision": summary.revision,
                "updated": summary.updated,
                "nodes": summary.row.nodes,
                "folder": summary.filing.folder,
                "tags": summary.filing.tags,
                **Chapter.data(summary.chapter),
            }
            for summary in library.list(query)
        ]
    )


@router.post("", status_code=201, response_model=Study)
@slow
def create_study(library: LibraryDep, pool: PoolDep, request: CreateRequest) -> Response:
    """Open a text, a variant, an example, a set-up position or a puzzle as a new study."""
    return json_response(library.create(open_games(pool, request)), 201)


def open_games(pool: TextPool, request: CreateRequest) -> list[Content]:
    """Return the games of a request; texts are read in another process."""
    if request.chapters:
        documents = pool.run("open_all", text=request.text, notation=request.notation)
        return list(map(read_document, documents))
    return [open_requested(request.model_dump(), open_text(pool))]


def open_text(pool: TextPool) -> OpenText:
    """Return a function that reads a game of a text in another process."""
    return partial(_open_text, pool)


def _open_text(
    pool: TextPool,
    text: str,
    notation: str | None,
    *,
    number: int = 1,
    title: str = "",
    kind: Kind | None = None,
) -> Content:
    document = pool.run("open", text=text, notation=notation, number=number, title=title, kind=kind)
    return read_document(document)


@router.get("/{id}", response_model=Study)
def read_study(library: LibraryDep, id: StudyId, person: Annotated[Person, Query()] = "") -> Response:
    """Return a study; undo and redo are those of `person`."""
    return json_response(library.view(library.find(id), person=person))


@router.delete("/{id}", status_code=204)
def delete_study(library: LibraryDep, hub: HubDep, jobs: JobsDep, id: StudyId) -> Response:
    """Delete a study permanently, and cancel its review."""
    library.delete(id)
    jobs.end_review(id)
    hub.drop_all(id, 4004, "the study was deleted")
    return Response(status_code=204)


@router.put("/{id}/filing", response_model=Filed)
def file_study(library: LibraryDep, id: StudyId, request: FilingRequest) -> Response:
    """Set the folder and tags of a study, replacing the previous ones."""
    filing = request.filing()
    library.file(id, filing)
    return json_response(filing)


@router.post("/{id}/edits", response_model=Edited)
async def edit_study(library: LibraryDep, pool: PoolDep, id: StudyId, request: edits.EditRequest) -> Response:
    """Edit a study. The response lists the changes, and is sent after they are on the disk."""
    if isinstance(request.edit, edits.Reread):
        return await run_slowly(partial(_reread, library, pool, id, request, request.edit))
    return await to_thread.run_sync(_edit, library, id, request)


def _reread(
    library: SharedLibrary, pool: TextPool, id: str, request: edits.EditRequest, edit: edits.Reread
) -> Response:
    if request.revision is not None:
        library.expect_revision(id, request.revision)
    content = _open_text(pool, edit.text, edit.notation)
    change = library.reread(id, content, request.author(), revision=request.revision)
    return _edited(library, id, request, change)


def _edit(library: SharedLibrary, id: str, request: edits.EditRequest) -> Response:
    edit, author, revision = request.edit, request.author(), request.revision
    if isinstance(edit, edits.Undo | edits.Redo):
        step = -1 if isinstance(edit, edits.Undo) else 1
        return _edited(library, id, request, library.step(id, step, author, revision=revision))
    made = read_edit(edit.model_dump(by_alias=True))
    return _edited(library, id, request, library.edit(id, made, author, revision=revision))


def _edited(library: SharedLibrary, id: str, request: edits.EditRequest, change: dict[str, Any]) -> Response:
    if request.view:
        with suppress(HyperchessError):  # a node that the rules could not resolve has no position
            change = {**change, "position": library.place(id, change["node"]).position_with_moves()}
    return json_response(change)
