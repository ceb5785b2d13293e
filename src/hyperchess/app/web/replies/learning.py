"""Response models of lessons and practice mates."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hyperchess.app.web.replies.positions import Game, Reply, Square

__all__ = ["CourseReply", "JudgementReply", "PracticeMateReply", "PracticeStartReply"]


class StepArrow(Reply):
    """A move of the solution of a step."""

    from_: Annotated[Square, Field(alias="from")]
    to: Square


class StepReply(Reply):
    """A step of a course."""

    name: str
    title: str
    text: str
    task: str
    hint: str
    success: str
    start: Annotated[str, Field(description="Text to open; the step starts at the end of its moves.")]
    player: str
    arrows: list[StepArrow]
    on_move: bool


class CourseReply(Reply):
    """A course with its steps in order."""

    name: str
    title: str
    game: Game
    steps: list[StepReply]


class JudgementReply(Reply):
    """Whether the goal of a step is reached, and a comment on it."""

    done: bool
    text: str


class PracticeMateReply(Reply):
    """A practice mate; `moves` is the number of moves in which to win."""

    name: str
    level: str
    text: str
    moves: int


class PracticeStartReply(Reply):
    """A starting position of a practice mate, as a text to open."""

    name: str
    title: str
    text: str
