"""Modes decide which controls there are; a running game is neither edited nor analysed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from hyperchess.puzzles.collection import bundled
from tests.page.board import Board
from tests.page.positions import at

_STUDY_TOOLS = ".moves-page > .tools, #tab-text, #tab-position, #tab-edit"


def _play(board: Board) -> None:
    page = board.page
    page.locator("#head-play").click()
    expect(page.locator("#play-start option")).not_to_have_count(0)
    page.locator("#play-start").select_option("variant:Standard")
    page.locator("#play-level").fill("1")
    page.locator("#play-go").click()
    expect(page.locator("#strip-bottom .strip-state")).to_have_text("to move")
    page.get_by_role("tab", name="Moves").click()
    board.rest()


def _mode(board: Board) -> Locator:
    return board.page.locator("#mode")


def _offered(board: Board) -> list[str]:
    """The buttons of the toolbar."""
    found = board.page.locator("#bar button:visible").evaluate_all(
        "all => all.map(one => one.dataset.action)"
    )
    return [str(name) for name in found]


def _all_hidden(board: Board) -> None:
    for tool in board.page.locator(_STUDY_TOOLS).all():
        expect(tool).to_be_hidden()


def test_a_game_has_only_controls_of_a_game(board: Board) -> None:
    board.open("variant=Standard")
    expect(_mode(board)).to_have_text("Analyse")
    assert {"hint", "engine", "undo"} <= set(_offered(board))
    _play(board)
    expect(_mode(board)).to_have_text("Play")
    board.wait("location.hash.includes('mode=play')")
    assert not {"hint", "engine", "undo"} & set(_offered(board))
    expect(board.page.get_by_role("button", name="Take back")).to_have_count(1)
    _all_hidden(board)
    expect(board.page.locator("#review")).to_be_hidden()
    expect(board.page.locator("#explorer")).to_be_hidden()


def test_the_one_take_back_takes_back_moves_and_then_actions(board: Board) -> None:
    board.open()
    _play(board)
    back = board.page.get_by_role("button", name="Take back")
    expect(back).to_be_disabled()
    board.drag(at(1, "e2"), at(1, "e4"))
    back.click()
    board.rest()
    assert board.ask("s.pending.length") == 0
    board.drag(at(1, "d2"), at(1, "d4"))
    board.act("submit")
    board.wait("window.hyperchess.session.study.nodes.length === 3")
    expect(board.page.locator("#strip-bottom .strip-state")).to_have_text("to move")
    back.click()
    board.wait("window.hyperchess.session.study.nodes.length === 1")


def test_the_past_of_a_running_game_cannot_be_edited(board: Board) -> None:
    board.open()
    _play(board)
    board.drag(at(1, "e2"), at(1, "e4"))
    board.act("submit")
    board.wait("window.hyperchess.session.study.nodes.length === 3")
    expect(board.page.locator("#strip-bottom .strip-state")).to_have_text("to move")
    line = board.line
    board.press("Delete", "Control+z", "m", "e", "c", "t")
    board.press("h", "l", "g")
    expect(board.page.locator("#notice")).to_contain_text("Games is off during a game")
    assert board.ask("s.pending.length") == 0
    made = board.page.evaluate(
        """async () => { const s = window.hyperchess.session; const node = s.node;
        return [await s.edit({type: "delete", node}), await s.edit({type: "undo"}),
          await s.edit({type: "result", node, result: "1-0"}),
          await s.edit({type: "evaluate", node, glyph: "!"}),
          await s.edit({type: "add", parent: 0, moves: ["(0T1)d2>(0T1)d4"]})] }"""
    )
    assert not any(made)
    assert board.line == line
    assert board.ask("s.study.nodes.length") == 3


def test_leaving_a_running_game_asks(board: Board) -> None:
    board.open()
    _play(board)
    game = board.ask("s.study.id")
    page = board.page
    page.evaluate("() => void window.hyperchess.session.create({variant: 'Standard'})")
    page.get_by_role("button", name="Keep playing").click()
    assert board.ask("s.study.id") == game
    page.evaluate("location.hash = '#variant=Standard'")
    page.get_by_role("button", name="Keep playing").click()
    assert board.ask("s.study.id") == game
    expect(page).to_have_url(re.compile(f"study={game}"))
    page.evaluate("() => void window.hyperchess.session.create({variant: 'Standard'})")
    page.get_by_role("button", name="Leave", exact=True).click()
    board.wait(f"window.hyperchess.session.study.id !== '{game}'")
    expect(_mode(board)).to_have_text("Analyse")


def test_resigning_asks(board: Board) -> None:
    board.open()
    _play(board)
    page = board.page
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator("#strip-bottom .strip-state")).to_have_text("to move")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#strip-bottom .strip-state")).to_contain_text("lost")


def test_a_lesson_has_one_hint_back_and_next(board: Board) -> None:
    board.open()
    board.page.locator('[data-begin="lesson"]').click()
    board.page.locator('[data-course="5d"]').click()
    expect(board.page.locator("#lesson")).to_be_visible()
    expect(_mode(board)).to_have_text("Lesson")
    for name in ("Hint", "Back", "Next"):
        expect(board.page.get_by_role("button", name=name, exact=True)).to_have_count(1)
    _all_hidden(board)
    board.press("h")
    expect(board.page.locator("#lesson-message")).to_be_visible()


def test_a_puzzle_has_one_hint_and_no_engine(board: Board) -> None:
    board.open(f"puzzle={bundled()[0].id}")
    expect(_mode(board)).to_have_text("Puzzle")
    expect(board.page.get_by_role("button", name=re.compile("^Hint"))).to_have_count(1)
    assert "engine" not in _offered(board)
    _all_hidden(board)
    board.press("l")
    expect(board.page.locator("#notice")).to_contain_text("Engine is off while you solve a puzzle")


def test_the_editor_has_no_buttons_of_the_game(board: Board) -> None:
    board.open("variant=Standard")
    board.tab("edit")
    expect(_mode(board)).to_have_text("Edit")
    board.wait("location.hash.includes('mode=edit')")
    board.page.reload()
    expect(board.page.locator("#panel-edit")).to_be_visible()
    expect(_mode(board)).to_have_text("Edit")
    assert set(_offered(board)) == {"flip", "fit", "present"}


@pytest.mark.parametrize("looks", [{"viewport": {"width": 390, "height": 844}}])
def test_the_mode_is_shown_on_a_phone(board: Board, looks: dict[str, Any]) -> None:
    board.open("variant=Standard")
    expect(_mode(board)).to_be_in_viewport()
    assert board.page.evaluate("document.documentElement.scrollWidth") <= looks["viewport"]["width"]
