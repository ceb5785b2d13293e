"""Routes of the puzzle trainer: the bundled puzzles, judgements of answers, and hints."""

from __future__ import annotations

from functools import cache
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path, Response

from hyperchess.app.web.dependencies import PoolDep
from hyperchess.app.web.guards.limits import slow
from hyperchess.app.web.replies.puzzles import Judgement, Puzzle, PuzzleHint
from hyperchess.app.web.requests.puzzles import AnswerRequest, PuzzleHintRequest
from hyperchess.app.web.responses import json_response, text_response
from hyperchess.studies.data import json_text
from hyperchess.studies.learning import training

__all__ = ["router"]

router = APIRouter(prefix="/puzzles", tags=["puzzles"])

PuzzleId: TypeAlias = Annotated[str, Path(max_length=64, description="The id of a puzzle.")]


@router.get("", response_model=list[Puzzle])
def list_puzzles() -> Response:
    """List the bundled puzzles, sorted by length and number of timelines."""
    return text_response(_puzzles())


@cache
def _puzzles() -> str:
    return json_text(training.list_puzzles())


@router.post("/{id}/answers", response_model=Judgement)
@slow
def judge_answer(pool: PoolDep, id: PuzzleId, request: AnswerRequest) -> Response:
    """Judge the last of the actions played from the position of a puzzle."""
    return json_response(pool.run("judge_puzzle", id=id, played=request.played))


@router.post("/{id}/hints", response_model=PuzzleHint)
@slow
def give_hint(pool: PoolDep, id: PuzzleId, request: PuzzleHintRequest) -> Response:
    """Return the piece to move after the actions played so far, or the whole action."""
    return json_response(pool.run("hint_puzzle", id=id, played=request.played, whole=request.whole))
