"""Lessons and practice mates: every step done as a person does it, progress kept, a mate won and not won."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from hyperchess.studies.lessons.courses import CourseView, StepView, list_courses
from tests.page.board import Board

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MATE_IN_ONE = "w 0/100 (8|1) R-14,9|R-12,11|R-10,2|k6,10"


def _learn(board: Board) -> None:
    """Go from the start page to the Learn page."""
    board.open()
    board.page.locator('[data-begin="lesson"]').click()
    expect(board.page.locator("[data-course]")).to_have_count(2)


def _begin(board: Board, course: str) -> None:
    _learn(board)
    board.page.locator(f'[data-course="{course}"]').click()
    expect(board.page.locator("#lesson")).to_be_visible()
    board.rest()


def _lesson(board: Board) -> Locator:
    return board.page.locator("#lesson")


def _play(board: Board, step: StepView) -> None:
    """Make the moves of the solution with clicks."""
    for arrow in step.arrows:
        board.click(arrow.from_)
        board.click(arrow.to)
        if board.page.locator(".chooser").count():
            board.page.locator(".chooser button").first.click()
            board.rest()


def _done(board: Board, step: StepView) -> None:
    expect(_lesson(board).locator("#lesson-message")).to_have_text(step.success)


@pytest.mark.parametrize("course", list_courses(), ids=[course.name for course in list_courses()])
def test_a_whole_course(board: Board, course: CourseView) -> None:
    _begin(board, course.name)
    for number, step in enumerate(course.steps, start=1):
        expect(_lesson(board).locator("h2")).to_have_text(step.title)
        expect(_lesson(board)).to_contain_text(f"step {number} of {len(course.steps)}")
        board.rest()
        _play(board, step)
        if course.game == "5d" and not step.on_move:
            board.act("submit")
        _done(board, step)
        onward = _lesson(board).get_by_role(
            "button", name="Next" if number < len(course.steps) else "All lessons"
        )
        expect(onward).to_be_focused()
        onward.press("Enter")
    expect(board.page.locator("#panel-learn")).to_contain_text(
        f"{len(course.steps)} of {len(course.steps)} steps done"
    )


WHEN_IT_BEGINS_AND_LATER = """
([square, count]) => new Promise(found => {
  const places = [];
  const look = () => places.push(window.hyperchess.stage().locate(square));
  const skip = left => (left > 0 ? requestAnimationFrame(() => skip(left - 1)) : (look(), found(places)));
  new MutationObserver((_, observer) => {
    observer.disconnect();
    look();
    skip(count);
  }).observe(document.querySelector("#lesson h2"), {childList: true});
  document.querySelector("#lesson-next").click();
})
"""
"""Where a square is on the screen when the next step begins, and some frames later."""


@pytest.mark.parametrize("course", list_courses(), ids=[course.name for course in list_courses()])
def test_the_board_rests_once_a_step_has_begun(board: Board, course: CourseView) -> None:
    _begin(board, course.name)
    for step in course.steps[1:]:
        first, later = board.page.evaluate(WHEN_IT_BEGINS_AND_LATER, [step.arrows[0].from_, 5])
        assert first == later, step.name
        board.rest()


def test_a_step_by_keys_alone(board: Board) -> None:
    _begin(board, "5d")
    board.press("b", "ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter")
    _done(board, list_courses()[0].steps[0])
    expect(_lesson(board).get_by_role("button", name="Next")).to_be_focused()


@pytest.mark.parametrize("looks", [PHONE])
def test_a_step_by_touch(board: Board, looks: dict[str, Any]) -> None:
    page = board.page
    board.open()
    page.locator('[data-begin="lesson"]').tap()
    page.locator('[data-course="5d"]').tap()
    expect(_lesson(board)).to_be_visible()
    board.rest()
    for square in ([0, 2, 4, 1], [0, 2, 4, 3]):
        page.touchscreen.tap(*board.locate(square))
        board.rest()
    _done(board, list_courses()[0].steps[0])
    _lesson(board).get_by_role("button", name="Next").tap()
    expect(_lesson(board).locator("h2")).to_have_text("Submit")


@pytest.mark.parametrize("looks", [PHONE])
@pytest.mark.parametrize("course", ["5d", "infinite"])
def test_a_lesson_begins_with_a_board_that_fills_the_space_of_a_phone(
    board: Board, looks: dict[str, Any], course: str
) -> None:
    _begin(board, course)
    stage = "window.hyperchess.stage()"
    camera = f"({stage}.view ?? {stage}.cameraControl).camera"
    seen = board.ask(f"[{camera}.scale, {camera}.width, {camera}.height]")
    board.ask(f"{stage}.toPresent()")
    board.rest()
    assert board.ask(f"[{camera}.scale, {camera}.width, {camera}.height]") == seen


def test_a_legal_action_that_misses_the_goal_can_be_tried_again(board: Board) -> None:
    _begin(board, "infinite")
    board.click(["0", "0"])
    board.click(["5", "0"])
    expect(_lesson(board).locator("#lesson-message")).to_contain_text("not what the step asks for")
    assert board.line == []
    _lesson(board).get_by_role("button", name="Hint").click()
    expect(_lesson(board).locator("#lesson-message")).to_contain_text("zoom out")
    _lesson(board).get_by_role("button", name="Hint").click()
    board.wait("window.hyperchess.session.current.shapes[0]?.type === 'arrow'")
    _lesson(board).get_by_role("button", name="Try again").click()
    board.wait("window.hyperchess.session.current.shapes[0]?.type === 'square'")


def _step(board: Board, name: str) -> StepView:
    """Open a step of the course of 5D chess."""
    steps = next(course.steps for course in list_courses() if course.name == "5d")
    number = next(place for place, step in enumerate(steps) if step.name == name)
    _begin(board, "5d")
    for before in range(number):
        expect(_lesson(board).locator("h2")).to_have_text(steps[before].title)
        _lesson(board).get_by_role("button", name="Next").click()
    expect(_lesson(board).locator("h2")).to_have_text(steps[number].title)
    board.rest()
    return steps[number]


def test_a_wrong_action_is_taken_back_and_the_right_one_then_counts(board: Board) -> None:
    step = _step(board, "mate")
    board.click([0, 6, 0, 1])
    board.click([0, 6, 0, 2])  # a3 does not mate
    board.act("submit")
    expect(_lesson(board).locator("#lesson-message")).to_have_class("bad")
    expect(_lesson(board).locator("#lesson-message")).not_to_have_text("")
    board.wait("window.hyperchess.session.pending.length === 0")
    board.rest()
    _play(board, step)
    board.act("submit")
    _done(board, step)


def test_next_after_another_move_raises_no_alarm(board: Board) -> None:
    step = _step(board, "submit")
    _play(board, step)
    board.act("submit")
    _done(board, step)
    board.click([0, 3, 4, 6])
    board.click([0, 3, 4, 4])
    assert board.ask("s.pending.length") == 1
    _lesson(board).get_by_role("button", name="Next").click()
    expect(_lesson(board).locator("h2")).to_have_text("The present")
    board.rest()
    expect(board.page.locator(".lost-edit")).to_have_count(0)


def test_progress_is_kept_and_the_lesson_goes_on(board: Board) -> None:
    course = list_courses()[0]
    _begin(board, "5d")
    _play(board, course.steps[0])
    _done(board, course.steps[0])
    _lesson(board).get_by_role("button", name="Next").click()
    expect(_lesson(board).locator("h2")).to_have_text("Submit")
    board.page.reload()
    board.wait("window.hyperchess?.session.position")
    expect(_lesson(board).locator("h2")).to_have_text("Submit")
    board.page.locator("#head-keys").click()
    board.page.locator("#help-learn").click()
    panel = board.page.locator("#panel-learn")
    expect(panel.locator('[data-course="5d"]')).to_have_text("Continue")
    expect(panel).to_contain_text("1 of 13 steps done")
    panel.locator('[data-step="present"]').click()
    expect(_lesson(board).locator("h2")).to_have_text("The present")
    _lesson(board).get_by_role("button", name="Back").click()
    expect(_lesson(board).locator("h2")).to_have_text("Submit")
    panel.get_by_role("button", name="Reset progress").click()
    expect(panel).to_contain_text("0 of 13 steps done")
    _lesson(board).get_by_role("button", name="Leave the lesson").click()
    expect(_lesson(board)).to_be_hidden()


def test_another_study_ends_the_lesson(board: Board) -> None:
    _begin(board, "5d")
    board.page.evaluate("window.hyperchess.session.create({variant: 'Standard'})")
    expect(_lesson(board)).to_be_hidden()
    board.wait("window.hyperchess.session.judge === null")


def _practise(board: Board, moves: int) -> Locator:
    """Start a practice mate that is a mate in one, to be won within `moves` moves."""

    def answer(route: Route) -> None:
        if route.request.method == "GET":
            found = route.fetch().json()
            body: Any = [{**mate, "moves": moves} for mate in found]
        else:
            body = {"name": "3R-1k", "title": "Practice: 3 rooks", "text": MATE_IN_ONE}
        route.fulfill(body=json.dumps(body), content_type="application/json")

    board.page.route("**/api/practice", answer)
    _learn(board)
    board.page.locator('[data-mate="3R-1k"]').click()
    strip = board.page.locator("#strip-bottom")
    expect(strip.locator(".strip-state")).to_have_text(f"to move, 1 of {moves}")
    board.rest()
    return strip


def test_a_practice_mate_is_won(board: Board) -> None:
    strip = _practise(board, 50)
    board.click(["-10", "2"])
    board.click(["-10", "10"])
    expect(strip.locator(".strip-state")).to_contain_text("won")
    mate = board.page.locator('[data-mate="3R-1k"]')
    expect(mate).to_contain_text("won 1 of 1, best: 1 move")


def test_a_practice_mate_is_not_won_in_time(board: Board) -> None:
    strip = _practise(board, 1)
    board.click(["-10", "2"])
    board.click(["-10", "3"])
    expect(strip.locator(".strip-state")).to_contain_text("Not won within 1 move")
    expect(board.page.locator('[data-mate="3R-1k"]')).to_contain_text("1 tried")


def test_a_practice_mate_begins_somewhere_else_each_time(board: Board) -> None:
    _learn(board)
    starts = set()
    for _ in range(3):
        board.page.locator('[data-mate="2Q-1k"]').click()
        expect(board.page.locator("#strip-bottom .strip-state")).to_have_text("to move, 1 of 50")
        board.rest()
        starts.add(json.dumps(board.ask("s.position.pieces")))
        board.page.locator("#strip-bottom").get_by_role("button", name="Resign").click()
        board.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(board.page.locator("#strip-bottom .strip-state")).to_have_text("lost")
    assert len(starts) > 1
