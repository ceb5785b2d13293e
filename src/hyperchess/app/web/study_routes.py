"""The routes of studies: make, list, read, edit, and ask about positions."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query, Response

from hyperchess.app.web import edits, models, replies
from hyperchess.app.web.access import Shelf, Staff, StudyId
from hyperchess.app.web.answers import json_answer, json_text, text_answer
from hyperchess.app.web.butlers import Butlers
from hyperchess.app.web.documents import Content, read_document
from hyperchess.app.web.limits import run_slowly, slow
from hyperchess.app.web.moves import hint, movable, moves_from, passing
from hyperchess.app.web.opening import content_of_example, content_of_variant
from hyperchess.app.web.positions import position_data
from hyperchess.app.web.studies import Library, Study

__all__ = ["router"]

router = APIRouter(prefix="/studies", tags=["studies"])


@router.get("", response_model=list[replies.StudySummary])
def list_studies(library: Shelf, query: Annotated[str, Query(max_length=200)] = "") -> Response:
    """The studies whose title holds a text, those changed last first."""
    return json_answer(
        [
            {
                "id": summary.row.id,
                "title": summary.row.title,
                "game": summary.row.game,
                "revision": summary.revision,
                "updated": summary.updated,
                "nodes": summary.row.nodes,
            }
            for summary in library.list(query)
        ]
    )


@router.post("", status_code=201, response_model=replies.Study)
@slow
def create_study(library: Shelf, staff: Staff, request: models.CreateRequest) -> Response:
    """Open a text, a variant, an example or a set-up position as a new study."""
    return text_answer(library.create(_content(staff, request)).text(), 201)


def _content(staff: Butlers, request: models.CreateRequest) -> Content:
    title, number = request.title, request.number
    if request.variant is not None:
        return content_of_variant(request.variant, title=title)
    if request.example is not None:
        return content_of_example(request.example, number=number, title=title)
    if request.setup is not None:
        notation = "icn" if request.setup.game == "infinite" else None
        return open_text(staff, request.setup.text, notation, title=title, kind=request.setup.game)
    assert request.text is not None
    return open_text(staff, request.text, request.notation, number=number, title=title)


@router.get("/{id}", response_model=replies.Study)
def read_study(library: Shelf, id: StudyId) -> Response:
    """A study."""
    return text_answer(library.find(id).text())


@router.delete("/{id}", status_code=204)
def delete_study(library: Shelf, id: StudyId) -> Response:
    """Delete a study for good."""
    library.delete(id)
    return Response(status_code=204)


@router.post("/{id}/edits", response_model=replies.Edited)
async def edit_study(library: Shelf, staff: Staff, id: StudyId, request: models.EditRequest) -> Response:
    """Change a study. The answer comes when the change is on the disk."""
    revision, edit = request.revision, request.edit
    if isinstance(edit, models.Reread):
        return await run_slowly(partial(_reread, library, staff, id, revision, edit))
    return await to_thread.run_sync(_edit, library, id, revision, edit)


def _reread(library: Library, staff: Butlers, id: str, revision: int, edit: models.Reread) -> Response:
    library.expect(id, revision)
    content = open_text(staff, edit.text, edit.notation)
    return _edited(*edits.replace_game(library, id, revision, content))


def _edit(library: Library, id: str, revision: int, edit: models.AnyEdit) -> Response:
    return _edited(*edits.apply(library, id, revision, edit))


def _edited(study: Study, node: int) -> Response:
    return text_answer(f'{{"study":{study.text()},"node":{json_text(node)}}}')


@router.post("/{id}/position", response_model=replies.Position)
def read_position(library: Shelf, id: StudyId, request: models.PlaceRequest) -> Response:
    """The position after a node and some moves of an unfinished action."""
    return json_answer(position_data(library.here(id, request.node, request.pending)))


@router.post("/{id}/moves", response_model=replies.MovesReply)
def read_moves(library: Shelf, id: StudyId, request: models.MovesRequest) -> Response:
    """Where a piece can go; without `from`, the pieces that can move."""
    state = library.here(id, request.node, request.pending).state
    return json_answer(movable(state) if request.from_ is None else moves_from(state, request.from_))


@router.post("/{id}/passing", response_model=replies.Passing)
def read_passing(library: Shelf, id: StudyId, request: models.PlaceRequest) -> Response:
    """What the opponent could take if the player passed (5D chess)."""
    return json_answer(passing(library.here(id, request.node, request.pending).state))


@router.post("/{id}/hint", response_model=replies.Hint)
@slow
def read_hint(library: Shelf, id: StudyId, request: models.PlaceRequest) -> Response:
    """One legal action."""
    here = library.here(id, request.node, request.pending)
    return json_answer(hint(here.base, here.state))


def open_text(
    staff: Butlers,
    text: str,
    notation: str | None,
    *,
    number: int = 1,
    title: str = "",
    kind: str | None = None,
) -> Content:
    """A game of a text, read by a butler."""
    document = staff.do("open", text=text, notation=notation, number=number, title=title, kind=kind)
    return read_document(document)
