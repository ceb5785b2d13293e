"""The end of a game: one card with result, reason and accuracy; the board demands no move."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.board import Board
from tests.page.positions import MATE, at


def _card(board: Board) -> Locator:
    return board.page.locator("#end-card")


def _begin(board: Board, start: str) -> None:
    page = board.page
    page.locator("#head-play").click()
    expect(page.locator("#play-start option")).not_to_have_count(0)
    page.locator("#play-start").select_option(start)
    page.locator("#play-level").fill("1")
    page.locator("#play-go").click()
    expect(page.locator("#strip-bottom .strip-state")).to_have_text("to move")
    board.rest()


def _mate(board: Board) -> None:
    board.open_text(MATE)
    _begin(board, "position")
    square = board.ask("s.position.playable[0]")
    board.drag([*square, 4, 1], [*square, 7, 4])
    board.act("submit")


def test_a_mate_shows_one_card(board: Board) -> None:
    _mate(board)
    card = _card(board)
    expect(card.get_by_role("heading")).to_have_text("You won")
    expect(card).to_contain_text("Black is checkmated")
    for name in ("Rematch", "Review", "New game", "Share"):
        expect(card.get_by_role("button", name=name)).to_have_count(1)
    assert board.ask("s.position.checks.length") > 0  # the arrow of the mate
    card.get_by_role("button", name="Share").click()
    expect(board.page.locator("#panel-share")).to_be_visible()


def test_the_card_has_the_accuracy_of_both_players_after_a_review(board: Board) -> None:
    board.open()
    _begin(board, "variant:Standard")
    for square, target in (("e2", "e4"), ("d2", "d4")):
        turn = board.ask("s.path(s.node).length") // 2 + 1
        board.drag(at(turn, square), at(turn, target))
        board.act("submit")
        expect(board.page.locator("#strip-bottom .strip-state")).to_have_text("to move")
        board.rest()
    board.page.get_by_role("button", name="Resign").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    card = _card(board)
    expect(card.get_by_role("heading")).to_have_text("You lost")
    expect(card).to_contain_text("White resigns")
    card.get_by_role("button", name="Review").click()
    expect(card.locator("dd")).to_have_text([re.compile(r"\d+ % accuracy")] * 2)
    expect(board.page.locator(".review-accuracy")).to_have_text([re.compile(r"\d+ % accuracy")] * 2)
    expect(card.get_by_role("button", name="Review")).to_be_hidden()


def test_after_a_resignation_no_board_needs_a_move(board: Board) -> None:
    board.open()
    _begin(board, "variant:Standard")
    board.drag(at(1, "e2"), at(1, "e4"))
    board.act("submit")
    expect(board.page.locator("#strip-bottom .strip-state")).to_have_text("to move")
    board.rest()
    expect(board.status).to_contain_text("still needs a move")
    board.page.get_by_role("button", name="Resign").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(board.status).to_contain_text("Black won")
    board.wait("window.hyperchess.session.position.mandatory.length === 0")
    board.press(",", ".")
    board.wait("window.hyperchess.session.position.mandatory.length === 0")
    expect(board.status).not_to_contain_text("needs a move")


def test_a_rematch_changes_sides(board: Board) -> None:
    _mate(board)
    before = board.ask("s.study.id")
    _card(board).get_by_role("button", name="Rematch").click()
    board.wait(f"window.hyperchess.session.study.id !== '{before}'")
    expect(_card(board)).to_be_hidden()
    expect(board.page.locator("#strip-top")).to_contain_text("Computer, level 1")
    board.wait("window.hyperchess.settings.get('flip') === true")


@pytest.mark.parametrize("looks", [{"viewport": {"width": 390, "height": 844}, "has_touch": True}])
def test_the_card_is_seen_on_a_phone(board: Board, looks: dict[str, Any]) -> None:
    _mate(board)
    expect(_card(board).get_by_role("button", name="Rematch")).to_be_in_viewport()
    assert board.page.evaluate("document.documentElement.scrollWidth") <= looks["viewport"]["width"]
