"""Errors as HTTP responses, in the envelope of `app.service.errors`."""

from __future__ import annotations

import sqlite3
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from hyperchess.app.service.errors import ApiError, error_data, not_found, translate
from hyperchess.app.web.responses import json_response
from hyperchess.errors import HyperchessError

__all__ = ["ApiError", "error_response", "install", "not_found", "translate"]

_MOST_DETAILS = 20


def error_response(error: ApiError) -> Response:
    """Return an error as a response."""
    return json_response(error_data(error), error.status, error.headers)


def install(app: FastAPI) -> None:
    """Make all errors of the app use the envelope."""
    app.add_exception_handler(HyperchessError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_request)
    app.add_exception_handler(HTTPException, _refuse_http)
    app.add_exception_handler(sqlite3.Error, _refuse_storage)
    app.add_exception_handler(Exception, _report_bug)


def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, HyperchessError)
    return error_response(translate(error))


def _refuse_request(request: Request, error: Exception) -> Response:
    """Refuse a body, a path or a query that does not match the schema."""
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    details = [
        {
            "at": _path(entry["loc"]),
            "message": str(entry["msg"]).removeprefix("Value error, "),
        }  # message of pydantic
        for entry in found[:_MOST_DETAILS]
    ]
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
        code, message = "json", f"the body is not JSON: {_unreadable(error.__cause__)}"
    else:
        message = str(error.detail)
    return error_response(ApiError(error.status_code, code, message, headers=error.headers))


def _unreadable(cause: BaseException | None) -> str:
    """Return why the JSON of a body could not be decoded."""
    if isinstance(cause, UnicodeDecodeError):
        wrong = cause.object[cause.start : cause.end].hex(" ")
        return f"it is not valid {cause.encoding.upper()} at byte {cause.start} ({wrong}: {cause.reason})"
    if isinstance(cause, RecursionError):
        return "lists and objects are nested too deeply"
    return (
        "it contains a number with too many digits" if isinstance(cause, ValueError) else "it cannot be read"
    )


def _refuse_storage(request: Request, error: Exception) -> Response:
    if getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        message = f"this part of the database is damaged: {error}"
        hint = "`hyperchess serve --repair` writes a copy with everything that can be read"
        return error_response(ApiError(503, "damaged", message, hint=hint))
    message = f"the studies cannot be read or written now: {error}"
    hint = "the disk may be full, or another program may have locked the database"
    return error_response(ApiError(503, "storage", message, hint=hint, headers={"Retry-After": "2"}))


def _report_bug(request: Request, error: Exception) -> Response:
    message = f"this is a bug in hyperchess: {type(error).__name__}"
    return error_response(ApiError(500, "bug", message, hint="the server's log has the traceback"))
