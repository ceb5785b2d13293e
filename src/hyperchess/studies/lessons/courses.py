"""Courses: steps as data, and their views for the page.

>>> [(course.name, len(course.steps)) for course in courses()]
[('5d', 13), ('infinite', 7)]
>>> find_step("infinite", "mate").goal
'mate'
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hyperchess.ruleset import GameKind
from hyperchess.studies.adapter import StudyPosition
from hyperchess.studies.errors import StudyError
from hyperchess.studies.fields import Player
from hyperchess.studies.lessons.goals import PENDING
from hyperchess.studies.opening import open_text
from hyperchess.studies.study import Study
from hyperchess.studies.views import Square

__all__ = ["Course", "CourseView", "Step", "StepView", "courses", "find_step", "list_courses", "start_place"]

_FILES = ("multiverse.toml", "infinite.toml")


@dataclass(frozen=True, slots=True)
class Step:
    """A sentence or two, one task, and the name of its goal; `solution` is an action that reaches it."""

    game: GameKind
    name: str
    title: str
    text: str
    task: str
    goal: str
    hint: str
    success: str
    start: str
    solution: tuple[str, ...]
    least: int = 0


@dataclass(frozen=True, slots=True)
class Course:
    """A sequence of steps."""

    name: str
    title: str
    game: GameKind
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move of the solution."""

    from_: Square
    to: Square


@dataclass(frozen=True, slots=True)
class StepView:
    """A step for the page; the arrows show the solution, and start at the piece to touch first."""

    name: str
    title: str
    text: str
    task: str
    hint: str
    success: str
    start: str
    player: Player
    arrows: tuple[Arrow, ...]
    on_move: bool  # the goal is reached by a move before submitting


@dataclass(frozen=True, slots=True)
class CourseView:
    """A course for the page."""

    name: str
    title: str
    game: GameKind
    steps: tuple[StepView, ...]


@cache
def courses() -> tuple[Course, ...]:
    """Return all courses, in the order in which they are offered."""
    return tuple(_read(Path(__file__).with_name(file)) for file in _FILES)


def _read(path: Path) -> Course:
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    game = GameKind(data["game"])
    steps = tuple(
        Step(**{**step, "game": game, "solution": tuple(step["solution"])}) for step in data["step"]
    )
    return Course(data["name"], data["title"], game, steps)


def find_step(course: str, step: str) -> Step:
    """Return a step by the names of its course and of its own."""
    known = next((found for found in courses() if found.name == course), None)
    if known is None:
        names = ", ".join(found.name for found in courses())
        raise StudyError("not-found", f"there is no course {course[:60]!r}", hint=f"there are {names}")
    wanted = next((found for found in known.steps if found.name == step), None)
    if wanted is None:
        names = ", ".join(found.name for found in known.steps)
        message = f"the course {course!r} has no step {step[:60]!r}"
        raise StudyError("not-found", message, hint=f"there are {names}")
    return wanted


@cache
def start_place(step: Step) -> StudyPosition:
    """Return the place from which a step is played."""
    study = Study(open_text(step.start, "icn" if step.game is GameKind.INFINITE else None, kind=step.game))
    return study.place(study.end())


@cache
def list_courses() -> tuple[CourseView, ...]:
    """Return the views of all courses for the page."""
    return tuple(
        CourseView(course.name, course.title, course.game, tuple(map(_view, course.steps)))
        for course in courses()
    )


def _view(step: Step) -> StepView:
    place = start_place(step)
    moves = place.adapter.read_action(place.base, step.solution)
    ends = (place.adapter.ends(move) for move in moves)
    arrows = tuple(
        Arrow(*(place.adapter.square_value(place.start, square) for square in pair)) for pair in ends
    )
    return StepView(
        name=step.name,
        title=step.title,
        text=step.text,
        task=step.task,
        hint=step.hint,
        success=step.success,
        start=step.start,
        player=place.position().player,
        arrows=arrows,
        on_move=step.goal == PENDING,
    )
