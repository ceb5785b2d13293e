"""Errors as HTTP responses: one envelope, whatever went wrong.

{"error": {"code": "illegal-action", "message": "...", "hint": "...", "details": ...}}
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from hyperchess.app.web.responses import json_response
from hyperchess.errors import AmbiguousMove, HyperchessError, IllegalAction, ParseError, UnknownName
from hyperchess.studies.data import to_data
from hyperchess.studies.errors import StudyError, UnknownNode
from hyperchess.studies.problems import view_problem

__all__ = ["ApiError", "error_response", "install", "not_found", "translate"]

_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MOST_DETAILS = 20
_LONGEST = 2_000


class ApiError(HyperchessError):
    """A refusal with its status; `extra` stands beside the envelope."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        hint: str = "",
        details: object = None,
        extra: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.hint = hint
        self.details = details
        self.extra = extra or {}
        self.headers = headers


def not_found(message: str) -> ApiError:
    """What was asked for does not exist."""
    return ApiError(404, "not-found", message)


def error_response(error: ApiError) -> Response:
    """The envelope of an error."""
    body: dict[str, Any] = {"code": error.code, "message": str(error)[:_LONGEST]}
    if error.hint:
        body["hint"] = error.hint
    if error.details is not None:
        body["details"] = error.details
    return json_response({"error": body, **error.extra}, error.status, error.headers)


def install(app: FastAPI) -> None:
    """Let every error of the app take the envelope."""
    app.add_exception_handler(HyperchessError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_request)
    app.add_exception_handler(HTTPException, _refuse_http)
    app.add_exception_handler(sqlite3.Error, _refuse_storage)
    app.add_exception_handler(Exception, _report_bug)


def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, HyperchessError)
    return error_response(translate(error))


def translate(error: HyperchessError) -> ApiError:
    """An error of the library or of a study as an answer: what was asked for cannot be done."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, StudyError):
        status = 404 if isinstance(error, UnknownNode) else 422
        return ApiError(status, error.code, str(error), hint=error.hint)
    code = _WORD.sub("-", type(error).__name__).lower()
    if isinstance(error, ParseError):
        problem = error.problem
        return ApiError(
            422, problem.code, problem.message, hint=problem.hint, details=to_data(view_problem(problem))
        )
    if isinstance(error, UnknownName):
        near = " or ".join(error.suggestions)
        hint = f"did you mean {near}?" if near else ""
        return ApiError(422, code, str(error), hint=hint, details={"suggestions": list(error.suggestions)})
    if isinstance(error, IllegalAction):
        return ApiError(422, code, str(error), details={"rule": error.rule})
    if isinstance(error, AmbiguousMove):
        return ApiError(422, code, str(error), details={"candidates": list(map(str, error.candidates))[:20]})
    return ApiError(422, code, str(error))


def _refuse_request(request: Request, error: Exception) -> Response:
    """A body, a path or a query that does not match the schema."""
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    details = [{"at": _path(entry["loc"]), "message": str(entry["msg"])} for entry in found[:_MOST_DETAILS]]
    first = details[0] if details else {"at": "", "message": "the request cannot be read"}
    if found and found[0]["type"] == "json_invalid":
        return error_response(ApiError(400, "json", "the body is not JSON", details=details))
    where = f"{first['at']}: " if first["at"] else ""
    return error_response(ApiError(422, "request", f"{where}{first['message']}", details=details))


def _path(places: tuple[int | str, ...]) -> str:
    return ".".join(str(place)[:60] for place in places if place != "body")[:200]


def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    code = status.phrase.lower().replace(" ", "-")
    if status is HTTPStatus.NOT_FOUND:
        message = f"there is nothing at {request.url.path[:200]}"
    elif status is HTTPStatus.METHOD_NOT_ALLOWED:
        message = f"{request.method[:20]} is not allowed at {request.url.path[:200]}"
    elif status is HTTPStatus.BAD_REQUEST:
        code, message = "json", "the body cannot be read as JSON: it may be nested too deeply"
    else:
        message = str(error.detail)
    return error_response(ApiError(error.status_code, code, message, headers=error.headers))


def _refuse_storage(request: Request, error: Exception) -> Response:
    message = f"the studies cannot be read or written now: {error}"
    hint = "the disk may be full, or another program may hold the database"
    return error_response(ApiError(503, "storage", message, hint=hint, headers={"Retry-After": "2"}))


def _report_bug(request: Request, error: Exception) -> Response:
    message = f"this is a bug in hyperchess: {type(error).__name__}"
    return error_response(ApiError(500, "bug", message, hint="the terminal of the server says where"))
