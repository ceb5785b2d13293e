"""The page and its files, read from the package. Nothing else is ever opened."""

from __future__ import annotations

import re
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hyperchess.app.web.errors import ApiError

__all__ = ["ROUTE"]

# Defined here because on Windows the registry may map JavaScript to plain text.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

_LONGEST = 200  # characters of a path; systems refuse longer names
_PATH = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_-]*/)*[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)+")


def _find(path: str) -> Traversable | None:
    """Return the file at a path of plain names; no path can lead out of the folder."""
    if len(path) > _LONGEST or _PATH.fullmatch(path) is None or _suffix(path) not in _TYPES:
        return None
    found = files("hyperchess.app").joinpath("page", *path.split("/"))
    return found if found.is_file() else None


def _suffix(name: str) -> str:
    return f".{name.rpartition('.')[2]}"


async def _send(request: Request) -> Response:
    """Return a file of the page. The files are small, so they are read without a thread."""
    path = request.path_params.get("path") or "index.html"
    found = _find(path)
    if found is None:
        hint = "/api/openapi.json lists the routes and their methods" if path.startswith("api") else ""
        raise ApiError(404, "not-found", f"there is nothing at /{path[:200]}", hint=hint)
    data = found.read_bytes()
    tag = f'"{sha256(data).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=_TYPES[_suffix(path)], headers=headers)


ROUTE = Route("/{path:path}", _send)
