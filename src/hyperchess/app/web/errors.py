"""Errors as HTTP responses, in the envelope of `api.errors`."""

from __future__ import annotations

import sqlite3
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from hyperchess.api.errors import ApiError, error_data, not_found, translate
from hyperchess.app.web.responses import json_response
from hyperchess.errors import HyperchessError

__all__ = ["ApiError", "error_response", "install", "not_found", "translate"]


def error_response(error: ApiError) -> Response:
    """Return an error as a response."""
    return json_response(error_data(error), error.status, error.headers)


def install(app: Starlette) -> None:
    """Make all errors of the app use the envelope."""
    app.add_exception_handler(HyperchessError, _refuse)
    app.add_exception_handler(HTTPException, _refuse_http)
    app.add_exception_handler(sqlite3.Error, _refuse_storage)
    app.add_exception_handler(Exception, _report_bug)


def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, HyperchessError)
    return error_response(translate(error))


def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    code = status.phrase.lower().replace(" ", "-")
    if status is HTTPStatus.NOT_FOUND:
        message = f"there is nothing at {request.url.path[:200]}"
    elif status is HTTPStatus.METHOD_NOT_ALLOWED:
        message = f"{request.method[:20]} is not allowed at {request.url.path[:200]}"
    else:
        message = str(error.detail)
    return error_response(ApiError(error.status_code, code, message, headers=error.headers))


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
