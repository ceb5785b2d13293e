"""Routes without a study: check and convert texts, and query positions in them."""

from __future__ import annotations

from fastapi import APIRouter, Response

from hyperchess.app.web.dependencies import PoolDep
from hyperchess.app.web.guards.limits import slow
from hyperchess.app.web.replies.moves import MovesReply
from hyperchess.app.web.replies.positions import Position
from hyperchess.app.web.replies.texts import Checked, Converted
from hyperchess.app.web.requests.texts import CheckRequest, ConvertRequest, TextMovesRequest, TextPlaceRequest
from hyperchess.app.web.responses import json_response

__all__ = ["router"]

router = APIRouter(tags=["texts"])


@router.post("/check", response_model=Checked)
@slow
def check_text(pool: PoolDep, request: CheckRequest) -> Response:
    """List the problems of a text, each with its location and possibly a fix."""
    return json_response(pool.run("check", **request.model_dump()))


@router.post("/convert", response_model=Converted)
@slow
def convert_text(pool: PoolDep, request: ConvertRequest) -> Response:
    """Convert a text; also list the information that the notation cannot express."""
    return json_response(pool.run("convert", **request.model_dump()))


@router.post("/positions", response_model=Position)
@slow
def read_position(pool: PoolDep, request: TextPlaceRequest) -> Response:
    """Return the position at a place of a game."""
    return json_response(pool.run("position", place=request.model_dump()))


@router.post("/positions/moves", response_model=MovesReply)
@slow
def read_moves(pool: PoolDep, request: TextMovesRequest) -> Response:
    """Return the moves of a piece; without `from`, the pieces that can move."""
    place = request.model_dump(exclude={"from_"})
    return json_response(pool.run("moves", place=place, square=request.from_))
