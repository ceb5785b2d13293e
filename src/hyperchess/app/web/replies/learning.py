"""What lessons and practice mates look like."""

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
    start: Annotated[str, Field(description="The text to open; the step begins at the end of its moves.")]
    player: str
    arrows: list[StepArrow]
    on_move: bool


class CourseReply(Reply):
    """Steps that follow each other."""

    name: str
    title: str
    game: Game
    steps: list[StepReply]


class JudgementReply(Reply):
    """Whether the goal of a step is reached, and what to say about it."""

    done: bool
    text: str


class PracticeMateReply(Reply):
    """A practice mate; `moves` is within how many it is to be won."""

    name: str
    level: str
    text: str
    moves: int


class PracticeStartReply(Reply):
    """A start of a practice mate, as a text to open."""

    name: str
    title: str
    text: str
