"""What there is to choose from: notations, variants, examples, and the art of the board."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request, Response

from hyperchess import __version__, infinite, multiverse
from hyperchess.app.inputs import EXAMPLE, example_names, read_text
from hyperchess.app.web import replies
from hyperchess.app.web.answers import json_answer, json_text, text_answer
from hyperchess.app.web.documents import Content
from hyperchess.app.web.settings import Settings
from hyperchess.multiverse import PIECES
from hyperchess.multiverse.rules import default_rules
from hyperchess.notation.reading import parse_all
from hyperchess.notation.registry import notations
from hyperchess.notation.writer_options import writer_options
from hyperchess.picture.pieces import BOX, drawings, symbol_of
from hyperchess.picture.theme import THEMES

__all__ = ["API_VERSION", "art", "router"]

API_VERSION = 1

router = APIRouter(tags=["catalogue"])


@router.get("/about", response_model=replies.About)
def about(request: Request) -> Response:
    """What this server is, and how much it takes."""
    settings: Settings = request.app.state.settings
    return json_answer(
        {
            "name": "hyperchess",
            "version": __version__,
            "rules": default_rules().name,
            "api": API_VERSION,
            "limits": {
                "body": settings.max_body,
                "requests": settings.max_requests,
            },
        }
    )


@router.get("/notations", response_model=list[replies.Notation])
def list_notations() -> Response:
    """What is read and written, with the options of the writers."""
    return json_answer(
        [
            {
                "name": notation.name,
                "title": notation.title,
                "game": notation.scope,
                "suffix": notation.suffix,
                "options": [
                    {
                        "name": option.name,
                        "values": option.values,
                        "choices": list(option.choices),
                        "type": "choice" if option.choices else option.type.__name__,
                        "optional": option.optional,
                        "default": option.default,
                    }
                    for option in writer_options(notation).values()
                ],
            }
            for notation in notations().values()
        ]
    )


@router.get("/variants", response_model=list[replies.Variant])
def list_variants() -> Response:
    """The named starting positions of both games."""
    return text_answer(_variants())


@cache
def _variants() -> str:
    listed: list[dict[str, Any]] = [
        {
            "name": variant.name,
            "game": "5d",
            "short": variant.name.rpartition(" - ")[2],
            "width": variant.position.width,
            "height": variant.position.height,
            "group": "Community" if variant.community else _group(variant.name),
        }
        for variant in multiverse.variants()
    ]
    listed += [
        {
            "name": variant.name,
            "game": "infinite",
            "short": variant.name,
            "group": "Retired" if variant.retired else "Infinite chess",
        }
        for variant in infinite.variants()
    ]
    return json_text(listed)


def _group(name: str) -> str:
    group, dash, _ = name.rpartition(" - ")
    return group if dash else name


@router.get("/examples", response_model=list[replies.Example])
def list_examples() -> Response:
    """The bundled games."""
    return text_answer(_examples())


@cache
def _examples() -> str:
    listed = []
    for name in example_names():
        games = parse_all(read_text(EXAMPLE + name).text)
        content = Content.of(games[0])
        title = name.replace("-", " ").capitalize()
        listed.append({"name": name, "title": title, "game": content.kind, "games": len(games)})
    return json_text(listed)


@router.get("/art", response_model=replies.Art)
def read_art(request: Request) -> Response:
    """The drawings of the pieces and the colours of the themes."""
    text = art()
    tag = f'"{sha256(text.encode("ascii")).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return text_answer(text, headers=headers)


@cache
def art() -> str:
    """The art as JSON."""
    letters = {letter: symbol_of(kind) for letter, kind in PIECES.items()}
    return json_text(
        {
            "box": BOX,
            "drawings": {name: asdict(drawing) for name, drawing in drawings().items()},
            "letters": letters,
            "themes": {name: _theme(name) for name in THEMES},
        }
    )


def _theme(name: str) -> dict[str, Any]:
    theme = THEMES[name]
    plain = {
        field: getattr(theme, field)
        for field in theme.__dataclass_fields__
        if field not in ("owners", "marks")
    }
    owners = {owner: look._asdict() for owner, look in theme.owners.items()}
    marks = {mark: colours._asdict() for mark, colours in theme.marks.items()}
    return {**plain, "owners": owners, "marks": marks}
