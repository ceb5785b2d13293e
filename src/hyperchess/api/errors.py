"""Errors as data, in one envelope for all errors.

{"error": {"code": "illegal-action", "message": "...", "hint": "...", "details": ...}}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hyperchess.errors import AmbiguousMove, HyperchessError, IllegalAction, ParseError, UnknownName
from hyperchess.studies.data import to_data
from hyperchess.studies.errors import GoneNode, StudyError, UnknownNode
from hyperchess.studies.problems import view_problem

__all__ = ["ApiError", "error_data", "not_found", "translate"]

_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LONGEST = 2_000


class ApiError(HyperchessError):
    """An error with its HTTP status; `extra` is added next to the envelope."""

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
    """Return the error for something that does not exist."""
    return ApiError(404, "not-found", message)


def error_data(error: ApiError) -> dict[str, Any]:
    """Return the envelope of an error."""
    body: dict[str, Any] = {"code": error.code, "message": str(error)[:_LONGEST]}
    if error.hint:
        body["hint"] = error.hint
    if error.details is not None:
        body["details"] = error.details
    return {"error": body, **error.extra}


def translate(error: HyperchessError) -> ApiError:
    """Return an error of the library or of a study as an `ApiError`."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, StudyError):
        status = 404 if isinstance(error, UnknownNode) else 410 if isinstance(error, GoneNode) else 422
        return ApiError(status, error.code, str(error), hint=error.hint)
    code = _WORD.sub("-", type(error).__name__).lower()
    if isinstance(error, ParseError):
        problem = error.problem
        return ApiError(
            422,
            problem.code or code,
            problem.message,
            hint=problem.hint,
            details=to_data(view_problem(problem)),
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
