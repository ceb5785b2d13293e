"""Small things of every day: the start page, the map, quiet notes, links, messages, submitting by itself."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.board import Board
from tests.page.positions import JUMP, at

NOTES = '[Board "Standard"]\n1. e4 / d5 2. ed5 / Qd5\n'  # captures without `x`


def test_the_start_page_begins_with_games_to_play(board: Board) -> None:
    board.open()
    board.page.locator('[data-begin="infinite"]').click()
    expect(board.page.locator("#play-start")).to_have_value("variant:Classical")
    board.page.locator('[data-begin="5d"]').click()
    expect(board.page.locator("#play-start")).to_have_value("variant:Standard")


def test_every_example_puzzle_opens_unsolved(board: Board) -> None:
    board.open()
    for number, task in enumerate(("White", "White", "Black", "White", "White", "White"), start=1):
        request = {"example": "puzzles", "number": number}
        board.page.evaluate("async request => { await window.hyperchess.session.create(request); }", request)
        expect(board.page.locator(".puzzle h2:visible")).to_contain_text(f"mate in {1 if number < 4 else 2}")
        expect(board.page.locator("#puzzle-message")).to_contain_text(f"{task} mates in")
        board.rest()
        assert board.ask("s.current.children") == []
        assert board.ask("s.position.status.over") is False


def test_the_same_text_opens_the_same_study(board: Board) -> None:
    board.open().create(JUMP)
    first = board.ask("s.study.id")
    board.open().create(JUMP)
    assert board.ask("s.study.id") == first


def test_a_map_where_the_boards_do_not_fit(board: Board) -> None:
    board.open("example=four-timelines")
    board.act("fit")
    small = board.page.locator(".stage-minimap")
    expect(small).to_be_hidden()
    board.press(*"++")
    expect(small).to_be_visible()
    before = board.page.evaluate("window.hyperchess.stage().window()")
    box = small.bounding_box()
    assert box is not None
    board.page.mouse.click(box["x"] + box["width"] - 8, box["y"] + box["height"] - 8)
    board.rest()
    assert board.page.evaluate("window.hyperchess.stage().window()") != before


def test_the_map_covers_no_square_that_is_brought_into_view(board: Board) -> None:
    board.open("example=four-timelines")
    board.act("fit")
    board.press(*"++")
    expect(board.page.locator(".stage-minimap")).to_be_visible()
    rows = board.ask("s.position.timelines.map(t => [t.row, t.first])")
    for row, first in rows:
        for rank in (0, 7):
            board.locate([0, 2, 0, 7])
            x, y = board.locate([row, first, 7, rank])
            there = "([x, y]) => document.elementFromPoint(x, y).classList.contains('stage-canvas')"
            assert board.page.evaluate(there, [x, y]), (row, rank)


def test_notes_are_quiet(board: Board) -> None:
    board.open()
    board.page.locator(".open-paste textarea").fill(NOTES)
    board.page.get_by_role("button", name="Open", exact=True).last.click()
    board.wait("window.hyperchess.session.study")
    board.rest()
    assert board.ask("s.study.problems.every(p => p.severity !== 'error')")
    expect(board.page.locator("#panel-moves")).to_be_visible()
    expect(board.page.locator("#tab-text .badge")).to_have_class(re.compile("quiet"))


def test_a_link_says_whom_it_reaches(board: Board) -> None:
    board.open("variant=Standard")
    board.page.locator("#head-share").click()
    expect(board.page.locator("#panel-share")).to_contain_text("It works only on this machine")


def test_an_error_goes_when_something_works(board: Board) -> None:
    board.open("variant=Standard - Two Timelines")
    rows = board.ask("s.position.mandatory.map(place => place[0])")
    board.drag(at(1, "e2", row=rows[0]), at(1, "e4", row=rows[0]))
    board.act("submit")
    error = board.page.locator("#notice .message.error")
    expect(error).to_be_visible()
    board.press("u")
    expect(error).to_have_count(0)


@pytest.mark.parametrize("alone", [True, False])
def test_an_action_is_submitted_by_itself_if_that_is_set(board: Board, alone: bool) -> None:
    board.open("variant=Standard")
    if alone:
        board.page.evaluate("window.hyperchess.settings.set('autoSubmit', true)")
    board.drag(at(1, "e2"), at(1, "e4"))
    board.rest()
    assert board.line == (["e4"] if alone else [])


def test_taking_back_a_move_and_undoing_an_edit_are_two_things(board: Board) -> None:
    board.open("variant=Standard")
    board.drag(at(1, "e2"), at(1, "e4"))
    board.act("submit")
    expect(board.button("undo")).to_have_attribute("aria-disabled", "true")
    board.press("u")
    assert board.line == ["e4"]
    board.page.locator('[data-tool="undo"]').click()
    board.rest()
    assert board.line == []


def test_moves_have_one_spelling(board: Board) -> None:
    """The same game, read from two notations, looks the same: short, or in full by a setting."""
    board.open("example=four-timelines-raw")
    short = board.line
    assert short[-1] == "(0T5)Qf6>>x(0T1)f2#"
    tree = board.page.locator(".tree")
    expect(tree).to_contain_text("(0T5)Qf6>>x(0T1)f2")
    board.page.locator("#head-settings").click()
    board.page.get_by_label("Write moves with every board and square").check()
    board.page.keyboard.press("Escape")
    expect(tree).to_contain_text("(0T5)f6>(0T1)f2")
    board.open("example=four-timelines")
    assert board.line == short


def test_words_explain_themselves(board: Board) -> None:
    board.open("example=four-timelines")
    panel = board.tab("position")
    panel.locator('[data-term="present"]').first.hover()
    bubble = board.page.get_by_role("tooltip")
    expect(bubble).to_contain_text("The present is")
    panel.locator('[data-term="inactive"]').first.click()
    expect(bubble).to_contain_text("inactive if")
    board.press("Escape")
    expect(bubble).to_have_count(0)
    canvas = board.page.locator("#board canvas").first.bounding_box()
    assert canvas is not None
    board.page.mouse.move(canvas["x"] + canvas["width"] / 2, canvas["y"] + 10)
    expect(board.page.locator(".stage-tooltip")).to_contain_text("The present is")


def test_what_is_missing_is_shown(board: Board) -> None:
    board.open("variant=Standard - Two Timelines")
    board.act("submit")
    expect(board.page.locator("#notice")).to_contain_text("Boards L-0 and L+0 still need moves")
    board.status.get_by_role("button", name="Boards L-0 and L+0 still need moves").click()
    board.rest()
