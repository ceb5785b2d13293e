"""Judging whether moves reach the goal of a step.

>>> judge("5d", "submit", ["(0T1)e2>(0T1)e4"], submitted=False)
Judgement(done=False, text='')
>>> judge("5d", "submit", ["(0T1)e2>(0T1)e4"], submitted=True).done
True
>>> judge("infinite", "far", ["0,0>5,0"], submitted=True).text
'Legal, but not what the step asks for. Try something else, or take the hint.'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hyperchess.studies.lessons.courses import Step, find_step, start_place
from hyperchess.studies.lessons.goals import GOALS, PENDING, Attempt

__all__ = ["Judgement", "judge"]

_NOT_YET = "Legal, but not what the step asks for. Try something else, or take the hint."


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement: goal reached or not, and a message; empty before the action is submitted."""

    done: bool
    text: str


def judge(course: str, step: str, moves: Sequence[str], *, submitted: bool) -> Judgement:
    """Judge moves from the start of a step. If `submitted`, they must be a legal action, else unfinished."""
    asked = find_step(course, step)
    if submitted:
        done = _reached(asked, moves)
        return Judgement(done, asked.success if done else _NOT_YET)
    place = start_place(asked).play(moves)
    done = asked.goal == PENDING and len(moves) > 0 and place.state is not place.base
    return Judgement(done, asked.success if done else "")


def _reached(step: Step, moves: Sequence[str]) -> bool:
    place = start_place(step)
    action = place.adapter.read_action(place.base, moves)
    attempt = Attempt(place.base, action, place.base.play_legal(action), step.least)
    return GOALS[step.game][step.goal](attempt)
