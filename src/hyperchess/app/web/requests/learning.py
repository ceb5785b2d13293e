"""Request models of lessons and practice mates."""

from __future__ import annotations

from pydantic import StrictBool

from hyperchess.app.web.requests.fields import Moves, Name, Number, Request

__all__ = ["JudgeRequest", "PracticeRequest"]


class JudgeRequest(Request):
    """Moves from the start of a lesson step; `submitted` if they are a whole action."""

    course: Name
    step: Name
    moves: Moves
    submitted: StrictBool = True


class PracticeRequest(Request):
    """A starting position of a practice mate, determined by the seed."""

    name: Name
    seed: Number
