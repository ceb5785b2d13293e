"""The API in a browser: the operations of the server, on studies in the memory of a tab.

>>> board = Board()
>>> response = board.answer("POST", "/studies", '{"variant": "Standard"}')
>>> response.status, response.type
(201, 'application/json')
>>> board.answer("GET", "/nowhere", "").status
404

An exception that is not a `HyperchessError` is a bug: the response has status 500, and the console of the
browser has the traceback.
"""

from __future__ import annotations

import pickle
import traceback
from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import parse_qsl, urlsplit

from hyperchess.api.context import Context, Task
from hyperchess.api.documents import Document
from hyperchess.api.errors import ApiError, error_data, not_found, translate
from hyperchess.api.library import Library, StudyView
from hyperchess.api.operation import JSON, File, Operation, Response, StudyId, Table
from hyperchess.api.operations import OPERATIONS
from hyperchess.api.operations.export import PictureRequest, draw_position
from hyperchess.api.operations.studies import EditedView, EditRequest, edit_study
from hyperchess.api.requests import CreateRequest
from hyperchess.api.roles import Role
from hyperchess.app.site.storage import BrowserStorage
from hyperchess.errors import HyperchessError
from hyperchess.studies.analysis.reviewing import WriteReview
from hyperchess.studies.data import json_text
from hyperchess.studies.fields import Field, Name

__all__ = ["Board"]

_OWN = Table("browser")

_JOB = "application/x-job"
"""Content type of a task for the engine's worker, which the page forwards."""


class Board(Context):
    """The studies of a tab, and the responses to requests about them."""

    def __init__(self) -> None:
        self.storage = BrowserStorage()
        self.library = Library(self.storage)

    def answer(self, method: str, path: str, body: str) -> Response:
        """Handle a request; an error becomes a response with its status."""
        try:
            operation, parameters, query = _find(method, path)
            return operation.run(self, operation.read(parameters, query, body))
        except HyperchessError as error:
            refusal = translate(error)
        except Exception as error:
            traceback.print_exc()
            message = f"this is a bug in hyperchess: {type(error).__name__}: {error}"
            hint = "please report it; the console of the browser has the traceback"
            refusal = ApiError(500, "bug", message, hint=hint)
        return Response(refusal.status, JSON, json_text(error_data(refusal)))

    def html(self, document: Document) -> str:
        """Return a study as one HTML file with a viewer."""
        from hyperchess.app.web.viewer import html_of_document

        return html_of_document(document)

    def start(self, task: Task) -> Any:
        """Return a task for the engine's worker."""
        return File(_JOB, pickle.dumps(task))


@dataclass(frozen=True, slots=True)
class BrowserCreateRequest(CreateRequest):
    """A new study, possibly with an id; with `keep` false, it is stored only when it is changed."""

    id: Name | None = None
    keep: bool = True


@_OWN.post("/studies", status=201)
def create(context: Board, request: BrowserCreateRequest) -> StudyView:
    """Open a new study."""
    context.storage.keeps = request.keep
    try:
        return context.library.create_all(request.open(context), id=request.id).view(kept=request.keep)
    finally:
        context.storage.keeps = True


@_OWN.post("/studies/{id}/edits", role=Role.COMMENT)
def edit(context: Board, id: StudyId, request: EditRequest) -> EditedView:
    """Edit a study, which is stored from then on."""
    changed = edit_study(context, id, request)
    changed["head"] = {**changed["head"], "kept": True}
    return changed


@_OWN.post("/studies/{id}/picture", role=Role.VIEW)
def draw(context: Board, id: StudyId, request: PictureRequest) -> File:
    """Draw a position as SVG: the page converts it to PNG."""
    return draw_position(context, id, replace(request, format="svg"))


@dataclass(frozen=True, slots=True)
class ReviewedRequest:
    """The result of a review by the engine's worker."""

    found: Annotated[str, Field("A pickled object in hexadecimal digits.")]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The number of reviewed actions."""

    actions: int


@_OWN.post("/studies/{id}/reviewed", role=Role.EDIT)
def write_review(context: Board, id: StudyId, request: ReviewedRequest) -> Reviewed:
    """Write the result of the engine's worker to the study."""
    edit = WriteReview(tuple(pickle.loads(bytes.fromhex(request.found))))
    context.library.edit(id, edit)
    return Reviewed(len(edit.found))


_OPERATIONS = (*_OWN, *OPERATIONS)


def _find(method: str, path: str) -> tuple[Operation, dict[str, str], dict[str, str]]:
    """Return the operation of a request with the parameters of its path and query."""
    address = urlsplit(path)
    for operation in _OPERATIONS:
        match = operation.pattern.fullmatch(address.path)
        if match is not None and operation.method == method:
            return operation, match.groupdict(), dict(parse_qsl(address.query))
    raise not_found(f"there is nothing at {path[:200]}: it needs a server")
