"""Routes of the catalogue: notations, variants, examples, and the art of the board."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from fastapi import APIRouter, Request, Response

from hyperchess import __version__
from hyperchess.app.web.replies.catalogue import About, Art, Example, Notation, Variant
from hyperchess.app.web.responses import json_response, text_response
from hyperchess.app.web.settings import Settings
from hyperchess.multiverse.defaults import default_rules
from hyperchess.studies import catalogue
from hyperchess.studies.data import json_text

__all__ = ["API_VERSION", "router"]

API_VERSION = 1

router = APIRouter(tags=["catalogue"])


@router.get("/about", response_model=About)
def about(request: Request) -> Response:
    """Return information about this server and its limits."""
    settings: Settings = request.app.state.settings
    return json_response(
        {
            "name": "hyperchess",
            "version": __version__,
            "rules": default_rules().name,
            "api": API_VERSION,
            "site": settings.site,
            "limits": {
                "body": settings.max_body,
                "requests": settings.max_requests,
            },
        }
    )


@router.get("/notations", response_model=list[Notation])
def list_notations() -> Response:
    """List the notations, with the options of their writers."""
    return json_response(catalogue.list_notations())


@router.get("/variants", response_model=list[Variant])
def list_variants() -> Response:
    """List the named starting positions of both games."""
    return text_response(_variants())


@cache
def _variants() -> str:
    return json_text(catalogue.list_variants())


@router.get("/examples", response_model=list[Example])
def list_examples() -> Response:
    """List the bundled games."""
    return text_response(_examples())


@cache
def _examples() -> str:
    return json_text(catalogue.list_examples())


@router.get("/art", response_model=Art)
def read_art(request: Request) -> Response:
    """Return the drawings of the pieces and the colours of the themes."""
    text = catalogue.piece_art()
    tag = f'"{sha256(text.encode("ascii")).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return text_response(text, headers=headers)
