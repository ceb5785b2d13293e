"""Routes of lessons and practice mates. The page stores the user's progress."""

from __future__ import annotations

from fastapi import APIRouter, Response

from hyperchess.app.web.guards.limits import slow
from hyperchess.app.web.replies.learning import (
    CourseReply,
    JudgementReply,
    PracticeMateReply,
    PracticeStartReply,
)
from hyperchess.app.web.requests.learning import JudgeRequest, PracticeRequest
from hyperchess.app.web.responses import json_response
from hyperchess.studies.learning.practice import list_practice, practice_start
from hyperchess.studies.lessons.courses import list_courses
from hyperchess.studies.lessons.judging import judge

__all__ = ["router"]

router = APIRouter(tags=["learning"])


@router.get("/lessons", response_model=list[CourseReply])
@slow
def read_lessons() -> Response:
    """List the courses and their steps."""
    return json_response(list_courses())


@router.post("/lessons/judge", response_model=JudgementReply)
@slow
def judge_step(request: JudgeRequest) -> Response:
    """Judge whether moves reach the goal of a step."""
    return json_response(judge(request.course, request.step, request.moves, submitted=request.submitted))


@router.get("/practice", response_model=list[PracticeMateReply])
def read_practice() -> Response:
    """List the practice mates of infinite chess."""
    return json_response(list_practice())


@router.post("/practice", response_model=PracticeStartReply)
def start_practice(request: PracticeRequest) -> Response:
    """Return a random starting position of a practice mate."""
    return json_response(practice_start(request.name, request.seed))
