"""Routes that need no study: check and convert texts, and ask about positions in them."""

from __future__ import annotations

from fastapi import APIRouter, Response

from hyperchess.app.web import models, replies
from hyperchess.app.web.access import Staff
from hyperchess.app.web.answers import json_answer
from hyperchess.app.web.limits import slow

__all__ = ["router"]

router = APIRouter(tags=["texts"])


@router.post("/check", response_model=replies.Checked)
@slow
def check_text(staff: Staff, request: models.CheckRequest) -> Response:
    """The problems of a text, each with its place and perhaps a fix."""
    return json_answer(staff.do("check", text=request.text, notation=request.notation))


@router.post("/convert", response_model=replies.Converted)
@slow
def convert_text(staff: Staff, request: models.ConvertRequest) -> Response:
    """A text in another notation, and what that one cannot hold."""
    return json_answer(staff.do("convert", **request.model_dump()))


@router.post("/positions", response_model=replies.Position)
@slow
def read_position(staff: Staff, request: models.TextPlaceRequest) -> Response:
    """The position at a place of a game."""
    return json_answer(staff.do("position", place=request.model_dump()))


@router.post("/positions/moves", response_model=replies.MovesReply)
@slow
def read_moves(staff: Staff, request: models.TextMovesRequest) -> Response:
    """Where a piece can go; without `from`, the pieces that can move."""
    place = request.model_dump(exclude={"from_"})
    return json_answer(staff.do("moves", place=place, source=request.from_))
