"""Every step of every lesson, played through the rules: its solution reaches the goal, other moves do not."""

import pytest

from hyperchess.errors import HyperchessError
from hyperchess.ruleset import GameKind
from hyperchess.studies.errors import StudyError
from hyperchess.studies.lessons.courses import Step, courses, find_step, list_courses, start_place
from hyperchess.studies.lessons.goals import GOALS, PENDING
from hyperchess.studies.lessons.judging import judge

STEPS = [(course.name, step) for course in courses() for step in course.steps]
NAMES = [f"{course}-{step.name}" for course, step in STEPS]

# Legal actions that miss the goal of their step.
MISSED = {
    ("5d", "hop"): ["(0T1)c1>(0T1)c2", "(1T1)a2>(1T1)b3"],
    ("5d", "past"): ["(0T3)e3>(0T3)e4"],
    ("5d", "knight"): ["(0T3)c3>(0T2)c1"],
    ("5d", "hand-over"): ["(1T3)e1>(1T3)e2", "(0T4)b1>(0T4)a1"],
    ("5d", "inactive"): ["(1T3)e1>(1T3)e2"],
    ("5d", "activate"): ["(1T3)c4>(1T3)c3"],
    ("5d", "check"): ["(0T3)c3>(0T3)b1"],
    ("5d", "softmate"): ["(0T2)d8>(0T2)g5"],
    ("5d", "mate"): ["(0T3)e2>(0T3)f3"],
    ("infinite", "far"): ["0,0>29,0"],
    ("infinite", "sight"): ["0,0>999,999"],
    ("infinite", "promotion"): ["1,2>1,3"],
    ("infinite", "check"): ["0,0>5,0"],
    ("infinite", "rider"): ["0,0>38,19"],
    ("infinite", "win"): ["3,3>3,4"],
    ("infinite", "mate"): ["-10,2>-10,3"],
}


@pytest.mark.parametrize(("course", "step"), STEPS, ids=NAMES)
def test_the_solution_reaches_the_goal(course: str, step: Step) -> None:
    pending = step.goal == PENDING
    assert judge(course, step.name, step.solution, submitted=not pending).done
    assert judge(course, step.name, step.solution, submitted=not pending).text == step.success
    if step.game is GameKind.MULTIVERSE and not pending:
        assert not judge(course, step.name, step.solution, submitted=False).done


@pytest.mark.parametrize(("course", "step"), STEPS, ids=NAMES)
def test_the_start_is_a_game_without_problems(course: str, step: Step) -> None:
    place = start_place(step)
    assert not place.position().status.over
    assert not judge(course, step.name, [], submitted=False).done
    assert place.node.game.problems == ()


@pytest.mark.parametrize(("course", "step"), STEPS, ids=NAMES)
def test_the_words_are_short(course: str, step: Step) -> None:
    assert step.goal in GOALS[step.game]
    for words in (step.title, step.text, step.task, step.hint, step.success):
        assert 0 < len(words) <= 160, words
        assert words == words.strip()
    assert all(words.endswith(".") for words in (step.text, step.task, step.hint, step.success))


@pytest.mark.parametrize(("names", "moves"), MISSED.items(), ids=["-".join(names) for names in MISSED])
def test_other_actions_miss_the_goal(names: tuple[str, str], moves: list[str]) -> None:
    judgement = judge(*names, moves, submitted=True)
    assert not judgement.done
    assert "not what the step asks for" in judgement.text


def test_every_goal_that_can_be_missed_is_missed_once() -> None:
    goals = {(step.game, step.goal) for course, step in STEPS if (course, step.name) in MISSED}
    every = {(step.game, step.goal) for _, step in STEPS}
    assert every - goals == {(GameKind.MULTIVERSE, PENDING), (GameKind.MULTIVERSE, "submitted")}


def test_illegal_actions_are_refused_as_everywhere() -> None:
    with pytest.raises(HyperchessError):
        judge("5d", "present", ["(-0T1)e2>(-0T1)e4"], submitted=True)
    with pytest.raises(HyperchessError):
        judge("infinite", "far", ["0,0>3,4"], submitted=True)
    with pytest.raises(HyperchessError):
        judge("infinite", "far", [], submitted=True)


@pytest.mark.parametrize(("course", "step"), [("7d", "move"), ("5d", "nothing")])
def test_unknown_names_say_what_there_is(course: str, step: str) -> None:
    with pytest.raises(StudyError) as refused:
        find_step(course, step)
    assert refused.value.code == "not-found"
    assert refused.value.hint.startswith("there are ")


def test_the_page_gets_arrows_of_the_solution() -> None:
    [multiverse, infinite] = list_courses()
    assert [len(step.arrows) for step in multiverse.steps[:3]] == [1, 1, 2]
    assert infinite.steps[0].arrows[0].to == ("40", "0")
    assert [step.name for step in multiverse.steps if step.player == "black"] == ["activate", "softmate"]
