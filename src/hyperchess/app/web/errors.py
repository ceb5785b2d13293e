"""What the server answers when something is wrong: one envelope, whatever went wrong.

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

from hyperchess.app.web.answers import json_answer, problem_data
from hyperchess.errors import AmbiguousMove, HyperchessError, IllegalAction, ParseError, UnknownName

__all__ = ["ApiError", "error_answer", "install", "not_found"]

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


def not_found(what: str) -> ApiError:
    """Nothing is here."""
    return ApiError(404, "not-found", what)


def error_answer(error: ApiError) -> Response:
    """The envelope of an error."""
    told: dict[str, Any] = {"code": error.code, "message": str(error)[:_LONGEST]}
    if error.hint:
        told["hint"] = error.hint
    if error.details is not None:
        told["details"] = error.details
    return json_answer({"error": told, **error.extra}, error.status, error.headers)


def install(app: FastAPI) -> None:
    """Let every error of the app take the envelope."""
    app.add_exception_handler(HyperchessError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_request)
    app.add_exception_handler(HTTPException, _refuse_http)
    app.add_exception_handler(sqlite3.Error, _refuse_storage)
    app.add_exception_handler(Exception, _admit)


def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, HyperchessError)
    return error_answer(error if isinstance(error, ApiError) else translate(error))


def translate(error: HyperchessError) -> ApiError:
    """An error of the library as an answer: what was asked for cannot be done."""
    code = _WORD.sub("-", type(error).__name__).lower()
    if isinstance(error, ParseError):
        problem = error.problem
        return ApiError(422, problem.code, problem.message, hint=problem.hint, details=problem_data(problem))
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
    """A body, a path or a query that has not the form which the schema tells."""
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    details = [{"at": _path(entry["loc"]), "message": str(entry["msg"])} for entry in found[:_MOST_DETAILS]]
    first = details[0] if details else {"at": "", "message": "the request cannot be read"}
    if found and found[0]["type"] == "json_invalid":
        return error_answer(ApiError(400, "json", "the body is not JSON", details=details))
    where = f"{first['at']}: " if first["at"] else ""
    return error_answer(ApiError(422, "request", f"{where}{first['message']}", details=details))


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
    return error_answer(ApiError(error.status_code, code, message, headers=error.headers))


def _refuse_storage(request: Request, error: Exception) -> Response:
    message = f"the studies cannot be read or written now: {error}"
    hint = "the disk may be full, or another program may hold the database"
    return error_answer(ApiError(503, "storage", message, hint=hint, headers={"Retry-After": "2"}))


def _admit(request: Request, error: Exception) -> Response:
    message = f"this is a bug in hyperchess: {type(error).__name__}"
    return error_answer(ApiError(500, "bug", message, hint="the terminal of the server says where"))
