"""Studies: create, list, read, file, edit and delete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias, cast

from hyperchess.api.context import Context
from hyperchess.api.library import Author, Edited, StudyView
from hyperchess.api.operation import Cost, StudyId, Table
from hyperchess.api.operations.places import Position
from hyperchess.api.requests import CreateRequest, OperationId, Person
from hyperchess.api.roles import Role
from hyperchess.api.stored import Chapter, Filing
from hyperchess.errors import HyperchessError
from hyperchess.ruleset import GameKind
from hyperchess.studies import edits
from hyperchess.studies.content import Content, printable
from hyperchess.studies.fields import Field, Name, Number, Text, tag
from hyperchess.studies.opening import open_text

__all__ = ["TABLE", "EditRequest", "EditedView", "create", "create_study", "edit_study", "position_after"]

TABLE = Table("studies")

_COMMENTS = (edits.EditComment, edits.EditShapes, edits.Evaluate)


@dataclass(frozen=True, slots=True)
class StudySummary:
    """An entry of the list of studies."""

    id: str
    title: str
    game: GameKind
    revision: int
    updated: str
    nodes: Annotated[int, Field("Number of nodes of the main line, including the start.")]
    folder: str
    tags: tuple[str, ...]
    volume: Annotated[str, Field("Id shared by the chapters of one study; empty for a single game.")]
    volume_title: Annotated[str, Field("Title of the study that contains this chapter.")]
    chapter: Annotated[int, Field("Chapter number from 1; 0 for a single game.")]


@TABLE.get("/studies")
def list_studies(context: Context, query: Name = "") -> list[StudySummary]:
    """List the studies whose title, folder or tags contain `query`, most recently changed first.

    The list is empty for a client with a link, and on a public server.
    """
    return [
        StudySummary(
            summary.row.id,
            summary.row.title,
            GameKind(summary.row.game),
            summary.revision,
            summary.updated,
            summary.row.nodes,
            summary.filing.folder,
            summary.filing.tags,
            *Chapter.data(summary.chapter).values(),  # type: ignore[arg-type]
        )
        for summary in (context.library.list(query) if context.lists_studies else ())
    ]


@TABLE.post("/studies", status=201, cost=Cost.SLOW)
def create_study(context: Context, request: CreateRequest) -> StudyView:
    """Open a text, a variant, an example, a set-up position or a puzzle as a new study."""
    return create(context, *request.open(context))


def create(context: Context, *contents: Content) -> StudyView:
    """Create a study; several games are chapters. Its owner gets a key if studies are opened with keys."""
    with context.library.transaction():
        opened = context.library.create_all(contents)
        key = context.owner_key(opened.id)
    return opened.view(key=key)


@TABLE.get("/studies/{id}", role=Role.VIEW)
def read_study(context: Context, id: StudyId, person: Person = "") -> StudyView:
    """Return a study; undo and redo are those of `person`."""
    return context.library.find(id).view(person, **context.about(id))


@TABLE.delete("/studies/{id}", status=204, role=Role.OWNER)
def delete_study(context: Context, id: StudyId) -> None:
    """Delete a study permanently, and cancel its review."""
    context.library.delete(id)
    context.deleted(id)


@dataclass(frozen=True, slots=True)
class FilingRequest:
    """Folder (empty: none) and tags of a study."""

    folder: Annotated[str, Field(max_length=80)] = ""
    tags: Annotated[tuple[Annotated[str, Field(max_length=40)], ...], Field(max_length=20)] = ()


@TABLE.put("/studies/{id}/filing", role=Role.OWNER)
def file_study(context: Context, id: StudyId, request: FilingRequest) -> Filing:
    """Set the folder and tags of a study, replacing the previous ones."""
    tags = (printable(tag).strip() for tag in request.tags)
    filing = Filing(printable(request.folder).strip(), tuple(dict.fromkeys(tag for tag in tags if tag)))
    context.library.file(id, filing)
    return filing


@dataclass(frozen=True, slots=True)
class Reread:
    """Replace the game by one read from a text."""

    text: Text
    notation: Name | None = None
    type: Literal["text"] = tag("text")


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the person's last edit."""

    type: Literal["undo"] = tag("undo")


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo the edit that was undone last."""

    type: Literal["redo"] = tag("redo")


_AnyEdit: TypeAlias = edits.AnyEdit | Reread | Undo | Redo


@dataclass(frozen=True, slots=True)
class EditRequest:
    """An edit of the current study.

    An `operation` is an idempotency key: an edit that is sent again is made only once. With a `revision`, the
    response is 409 if that is not the current revision. With `view`, the response contains the position at
    the node to select; with `moves`, that position contains the moves of all pieces.
    """

    edit: _AnyEdit
    revision: Number | None = None
    operation: OperationId | None = None
    person: Person = ""
    view: bool = False
    moves: bool = False

    def author(self) -> Author:
        """Return the author of the edit."""
        return Author(self.person) if self.operation is None else Author(self.person, self.operation)


class EditedView(Edited, total=False):
    """The changes made by an edit.

    To apply it to a copy of the study at the previous revision: copy `revision`, `can_undo`, `can_redo` and
    the fields of `head`, delete the `removed` nodes, insert or replace `nodes`, and derive the order of all
    nodes from their `children`. `node` is the node to select. `position` is the position there, as
    `/studies/{id}/position` returns it, if the request asks for it; `null` if the node has no position.
    """

    position: Position | None


@TABLE.post(
    "/studies/{id}/edits", role=Role.COMMENT, is_slow_if=lambda request: isinstance(request.edit, Reread)
)
def edit_study(context: Context, id: StudyId, request: EditRequest) -> EditedView:
    """Edit a study. The response lists the changes, and is sent after they are stored.

    Comments, shapes and evaluations need the role `comment`, all other edits `edit`.
    """
    edit, author, revision = request.edit, request.author(), request.revision
    library = context.library
    if not isinstance(edit, _COMMENTS):
        context.expect(id, Role.EDIT)
    if isinstance(edit, Reread):
        if revision is not None:
            library.expect(id, revision)
        content = context.call(open_text, edit.text, edit.notation)
        context.expect_editable(id)
        changed = library.reread(id, content, author, revision=revision)
    else:
        context.expect_editable(id)
        if isinstance(edit, Undo | Redo):
            step = -1 if isinstance(edit, Undo) else 1
            changed = library.step(id, step, author, revision=revision)
        else:
            changed = library.edit(id, edit, author, revision=revision)
    view = cast("EditedView", {**changed})
    if request.view or request.moves:
        view["position"] = position_after(context, id, changed["node"], moves=request.moves)
    return view


def position_after(context: Context, id: str, node: int, *, moves: bool = False) -> Any:
    """Return the position at a node; `None` if the node was deleted, or its moves could not be read."""
    try:
        return context.library.place(id, node).position(moves=moves)
    except HyperchessError:
        return None
