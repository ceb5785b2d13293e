"""JSON as it is sent. Texts of strangers may hold halves of characters, so only ASCII leaves the server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from hyperchess.text import Problem

__all__ = ["json_answer", "json_text", "problem_data", "text_answer"]


def json_text(data: object) -> str:
    """Compact JSON in ASCII."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def json_answer(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A value as an answer."""
    return text_answer(json_text(data), status, headers)


def text_answer(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """JSON that is text already as an answer."""
    return Response(
        text.encode("ascii"), status, None if headers is None else dict(headers), "application/json"
    )


def problem_data(problem: Problem) -> dict[str, Any]:
    """A problem with its place; offsets count code points."""
    fix = problem.fix
    place = problem.source.place(problem.span.start)
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "message": problem.message,
        "hint": problem.hint,
        "line": place.line,
        "column": place.column,
        "start": problem.span.start,
        "end": problem.span.end,
        "fix": None if fix is None else {"start": fix.span.start, "end": fix.span.end, "text": fix.text},
    }
