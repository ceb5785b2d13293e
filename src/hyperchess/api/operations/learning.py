"""Lessons, practice mates and the puzzle trainer. The page stores the user's progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from hyperchess.api.context import Context
from hyperchess.api.operation import Cost, Table
from hyperchess.studies.fields import Field, Moves, Name, Number
from hyperchess.studies.learning import training
from hyperchess.studies.learning.practice import PracticeMate, PracticeStart, list_practice, practice_start
from hyperchess.studies.learning.training import PuzzleHint, PuzzleView
from hyperchess.studies.lessons import judging
from hyperchess.studies.lessons.courses import CourseView, list_courses

__all__ = ["TABLE"]

TABLE = Table("learning")

_PuzzleId: TypeAlias = Annotated[str, Field("The id of a puzzle.", max_length=64)]
_Played: TypeAlias = Annotated[
    tuple[Moves, ...],
    Field("All actions from the position of the puzzle, including the defender's.", max_length=20),
]


@TABLE.get("/lessons", cost=Cost.SLOW)
def read_lessons(context: Context) -> tuple[CourseView, ...]:
    """List the courses and their steps."""
    return list_courses()


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """Moves from the start of a lesson step; `submitted` if they are a whole action."""

    course: Name
    step: Name
    moves: Moves
    submitted: bool = True


@TABLE.post("/lessons/judge", cost=Cost.SLOW)
def judge_step(context: Context, request: JudgeRequest) -> judging.Judgement:
    """Judge whether moves reach the goal of a step."""
    return judging.judge(request.course, request.step, request.moves, submitted=request.submitted)


@TABLE.get("/practice")
def read_practice(context: Context) -> tuple[PracticeMate, ...]:
    """List the practice mates of infinite chess."""
    return list_practice()


@dataclass(frozen=True, slots=True)
class PracticeRequest:
    """A starting position of a practice mate, determined by the seed."""

    name: Name
    seed: Number


@TABLE.post("/practice")
def start_practice(context: Context, request: PracticeRequest) -> PracticeStart:
    """Return a random starting position of a practice mate."""
    return practice_start(request.name, request.seed)


@TABLE.get("/puzzles", constant=True)
def list_puzzles(context: Context) -> tuple[PuzzleView, ...]:
    """List the bundled puzzles, sorted by length and number of timelines."""
    return training.list_puzzles()


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """An answer: the last of the played actions."""

    played: Annotated[_Played, Field(min_length=1)]


@TABLE.post("/puzzles/{id}/answers", cost=Cost.SLOW)
def judge_answer(context: Context, id: _PuzzleId, request: AnswerRequest) -> training.Judgement:
    """Judge the last of the actions played from the position of a puzzle."""
    return context.call(training.judge, id, request.played)


@dataclass(frozen=True, slots=True)
class PuzzleHintRequest:
    """A hint after the played actions; with `whole` the action instead of only the piece."""

    played: _Played = ()
    whole: bool = False


@TABLE.post("/puzzles/{id}/hints", cost=Cost.SLOW)
def give_hint(context: Context, id: _PuzzleId, request: PuzzleHintRequest) -> PuzzleHint:
    """Return the piece to move after the actions played so far, or the whole action."""
    return context.call(training.give_hint, id, request.played, whole=request.whole)
