"""Chapters: list, add, arrange, and delete all.

A chapter is a study: it is read, edited, renamed and deleted like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hyperchess.api.context import Context
from hyperchess.api.library import StudyView
from hyperchess.api.operation import Cost, StudyId, Table
from hyperchess.api.requests import CreateRequest
from hyperchess.api.roles import Role
from hyperchess.api.stored import Volume
from hyperchess.studies.chapters import MOST_CHAPTERS
from hyperchess.studies.content import printable
from hyperchess.studies.fields import Field, Name

__all__ = ["TABLE"]

TABLE = Table("chapters")


@TABLE.get("/studies/{id}/chapters", role=Role.VIEW)
def list_chapters(context: Context, id: StudyId) -> Volume:
    """List the chapters of the study that contains this chapter; none for a single game."""
    return context.library.volume(id)


@TABLE.post("/studies/{id}/chapters", status=201, role=Role.EDIT, cost=Cost.SLOW)
def add_chapters(context: Context, id: StudyId, request: CreateRequest) -> StudyView:
    """Add a new study as the last chapter, and return it; a single game becomes the first chapter."""
    context.expect_chapters(id)
    opened = context.library.create_all(request.open(context), next_to=id)
    return opened.view(**context.about(opened.id))


@dataclass(frozen=True, slots=True)
class ArrangeRequest:
    """The title of a study with chapters, and the ids of all its chapters in order."""

    title: Name
    order: Annotated[
        tuple[Annotated[str, Field(max_length=64)], ...], Field(min_length=1, max_length=MOST_CHAPTERS)
    ]


@TABLE.put("/studies/{id}/chapters", role=Role.EDIT)
def arrange_chapters(context: Context, id: StudyId, request: ArrangeRequest) -> Volume:
    """Set the title of the study, and the order of its chapters."""
    return context.library.arrange(id, printable(request.title).strip(), request.order)


@TABLE.delete("/studies/{id}/chapters", status=204, role=Role.OWNER)
def delete_chapters(context: Context, id: StudyId) -> None:
    """Delete a study with all its chapters permanently, and cancel their reviews."""
    with context.library.transaction():
        gone = context.library.whole(id)
        for study in gone:
            context.library.delete(study)
    for study in gone:
        context.deleted(study)
