"""Keyboard operation, and announcements for screen readers."""

import pytest
from playwright.sync_api import expect

from tests.page.board import Board
from tests.page.positions import JUMP

INFINITE = "w (8|1) K5,1+|k5,8+|R1,1+|P4,2+|p3,7+ 4,2>4,4|3,7>3,5"


def test_a_move_is_played_by_keys_alone(board: Board) -> None:
    board.open("variant=Standard")
    board.press("b")
    walk_to(board, "e2")
    board.press("Enter")
    assert board.ask("s.selected !== null") is True
    board.press("ArrowUp", "ArrowUp", "Enter")
    assert board.ask("s.pending") == ["(0T1)e2>(0T1)e4"]
    board.press("s")
    assert board.line == ["e4"]


def walk_to(board: Board, square: str) -> None:
    """Move the cursor to a square; the live region announces it."""
    live = board.page.locator("#live")
    for key in ("ArrowDown",) * 8 + ("ArrowLeft",) * 8 + ("ArrowUp",) + ("ArrowRight",) * 4:
        board.page.keyboard.press(key)
    expect(live).to_contain_text(square)


def test_every_control_is_reached_by_tab_and_has_a_name(board: Board) -> None:
    board.open("example=four-timelines")
    names = set()
    for _ in range(80):
        board.page.keyboard.press("Tab")
        name = board.page.evaluate(
            "(document.activeElement.getAttribute('aria-label') || document.activeElement.title || "
            "document.activeElement.labels?.[0]?.textContent || "
            "document.activeElement.textContent || '').trim()"
        )
        tag = board.page.evaluate("document.activeElement.tagName")
        if tag != "BODY":
            assert name, board.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
            names.add(name)
    assert len(names) >= 15


def test_escape_lets_go_of_a_piece(board: Board) -> None:
    board.open("variant=Standard")
    board.press("b")
    walk_to(board, "e2")
    board.press("Enter", "Escape")
    assert board.ask("s.selected") is None


@pytest.mark.parametrize("focus", ["#board canvas", "#tab-text", "#bar [data-action=flip]", "#head-open"])
@pytest.mark.parametrize("text", [JUMP, INFINITE])
def test_arrows_step_through_the_game_wherever_the_focus_is(board: Board, text: str, focus: str) -> None:
    board.open_text(text)
    board.page.locator(focus).first.focus()
    count = len(board.line)
    board.press("ArrowLeft")
    assert len(board.line) == count - 1
    board.press("ArrowLeft", "ArrowRight")
    assert len(board.line) == count - 1


def test_the_cursor_is_left_by_escape(board: Board) -> None:
    board.open_text(JUMP)
    board.press("b", "ArrowLeft")
    assert len(board.line) == 8
    board.press("Escape", "ArrowLeft")
    assert len(board.line) == 7


def test_no_key_acts_while_one_types(board: Board) -> None:
    board.open("variant=Standard")
    board.page.locator("#study-title").click()
    board.page.keyboard.type("sushi")
    assert board.ask("s.pending") == []


def test_the_keys_are_listed(board: Board) -> None:
    board.open("variant=Standard")
    board.press("?")
    expect(board.page.locator("#panel-help")).to_contain_text("submit", ignore_case=True)
