"""Export of a study: as text in any notation, as a picture, or as a file with a viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

from hyperchess.api.context import Context
from hyperchess.api.decoding import Invalid
from hyperchess.api.documents import Document, read_document, write_document
from hyperchess.api.library import OpenStudy
from hyperchess.api.operation import Cost, File, StudyId, Table
from hyperchess.api.requests import Options, PlaceRequest
from hyperchess.api.roles import Role
from hyperchess.picture.to_gif import gif
from hyperchess.studies import chapters, texts
from hyperchess.studies.fields import Coordinate, Field, Name, Number
from hyperchess.studies.pictures import Picture, draw, paint
from hyperchess.studies.texts import Exported, line_to

__all__ = ["TABLE", "PictureRequest", "draw_position"]

TABLE = Table("export")

_TYPES = {"svg": "image/svg+xml", "png": "image/png"}


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """A study to write; with `node`, only the line to that node; with `chapters`, all chapters."""

    to: Name
    options: Options = field(default_factory=dict)
    node: Number | None = None
    chapters: bool = False

    def __post_init__(self) -> None:
        """Refuse `node` together with `chapters`."""
        if self.chapters and self.node is not None:
            raise Invalid("give one of node and chapters: a node is in one chapter")


@TABLE.post("/studies/{id}/export", role=Role.VIEW, cost=Cost.SLOW)
def export_study(context: Context, id: StudyId, request: ExportRequest) -> Exported:
    """Write the study in a notation; also list the information that it cannot express."""
    to, options, node = request.to, request.options, request.node
    if request.chapters:
        documents = [_document(opened) for opened in context.library.chapters(id)]
        title = context.library.volume(id).title
        return context.call(export_chapters, title, documents, to, options)
    document = _document(context.library.find(id), node)
    return context.call(export_document, document, node, to, options)


def _document(opened: OpenStudy, node: int | None = None) -> Document:
    """Return the document of a study; refuse a node that it does not have."""
    with opened.lock:
        if node is not None:
            opened.study.node(node)
        return write_document(opened.study.content)


def export_document(document: Document, node: int | None, to: str, options: Mapping[str, object]) -> Exported:
    """Write a study in a notation."""
    content = read_document(document)
    game = content.game if node is None else line_to(content.nodes[node])
    return texts.export([game], to, options)


def export_chapters(
    title: str, documents: Sequence[Document], to: str, options: Mapping[str, object]
) -> Exported:
    """Write studies as one text in a notation."""
    return chapters.export_chapters(title, list(map(read_document, documents)), to, options)


@dataclass(frozen=True, slots=True)
class PictureRequest(PlaceRequest):
    """A picture of a position.

    In 5D chess `window` is a number of half-turns around the present, or the first and last half-turn and the
    lowest and highest row; in infinite chess left, right, bottom and top.
    """

    format: Literal["svg", "png"] = "svg"
    theme: Name = "light"
    flip: bool = False
    window: (
        Annotated[int, Field(ge=1, le=10_000)]
        | Annotated[tuple[Coordinate, ...], Field(min_length=4, max_length=4)]
        | None
    ) = None
    width: Annotated[int, Field(ge=16, le=4_000)] | None = None
    shapes: bool = True


@TABLE.post("/studies/{id}/picture", role=Role.VIEW, cost=Cost.SLOW, files=tuple(_TYPES.values()))
def draw_position(context: Context, id: StudyId, request: PictureRequest) -> File:
    """Draw a position."""
    picture = Picture(
        request.format, request.theme, request.flip, request.window, request.width, request.shapes
    )
    opened = context.library.find(id)
    with opened.lock:
        scene = draw(opened.place(request.node, request.pending), picture)
    return File(_TYPES[picture.format], paint(scene, picture))


@dataclass(frozen=True, slots=True)
class AnimationRequest:
    """The line that leads to a node, as an animation."""

    node: Number
    theme: Name = "light"
    flip: bool = False
    width: Annotated[int, Field(ge=16, le=1_200)] = 800
    seconds: Annotated[float, Field(ge=0.05, le=10.0)] = 1.0


@TABLE.post("/studies/{id}/animation", role=Role.VIEW, cost=Cost.SLOW, files=("image/gif",))
def animate_line(context: Context, id: StudyId, request: AnimationRequest) -> File:
    """Draw the line that leads to a node as an animated GIF."""
    document = _document(context.library.find(id), request.node)
    return File("image/gif", context.call(animate_document, document, request))


def animate_document(document: Document, request: AnimationRequest) -> bytes:
    """Draw the line that leads to a node of a study as an animated GIF."""
    node = read_document(document).nodes[request.node].last_resolved
    return gif(node, theme=request.theme, flip=request.flip, width=request.width, seconds=request.seconds)


@dataclass(frozen=True, slots=True)
class HtmlRequest:
    """No options yet."""


@TABLE.post("/studies/{id}/html", role=Role.VIEW, cost=Cost.SLOW, files=("text/html",))
def export_html(context: Context, id: StudyId, request: HtmlRequest) -> File:
    """Return the study as one HTML file with a viewer, for a blog or an e-mail."""
    return File("text/html", context.html(_document(context.library.find(id))).encode())
