"""Routes that need no study: check and convert texts, and ask about positions in them."""

from __future__ import annotations

from fastapi import APIRouter, Response

from hyperchess.app.places import find_node
from hyperchess.app.web import exporting, models
from hyperchess.app.web.answers import json_answer
from hyperchess.app.web.limits import slow
from hyperchess.app.web.moves import movable, moves_from
from hyperchess.app.web.opening import content_of_text
from hyperchess.app.web.positions import position_data
from hyperchess.app.web.studies import Here, Study

__all__ = ["router"]

router = APIRouter(tags=["texts"])


@router.post("/check")
@slow
def check_text(request: models.CheckRequest) -> Response:
    """The problems of a text, each with its place and perhaps a fix."""
    return json_answer(exporting.check(request.text, request.notation))


@router.post("/convert")
@slow
def convert_text(request: models.ConvertRequest) -> Response:
    """A text in another notation, and what that one cannot hold."""
    return json_answer(exporting.convert(request.text, request.notation, request.to, request.options))


@router.post("/positions")
@slow
def read_position(request: models.TextPlaceRequest) -> Response:
    """The position at a place of a game."""
    return json_answer(position_data(_here(request)))


@router.post("/positions/moves")
@slow
def read_moves(request: models.TextMovesRequest) -> Response:
    """Where a piece can go; without `from`, the pieces that can move."""
    state = _here(request).state
    return json_answer(movable(state) if request.from_ is None else moves_from(state, request.from_))


def _here(request: models.TextPlaceRequest) -> Here:
    content = content_of_text(request.text, request.notation, number=request.number)
    study = Study("", 0, content)
    return study.here(content.ids[find_node(content.game, request.node)], request.pending)
