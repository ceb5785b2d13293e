"""JSON responses."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from hyperchess.studies.data import json_text

__all__ = ["json_response", "text_response"]


def json_response(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a value as a JSON response."""
    return text_response(json_text(data), status, headers)


def text_response(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON text as a response."""
    return Response(
        text.encode("ascii"), status, None if headers is None else dict(headers), "application/json"
    )
