"""Keyboard operation, and announcements for screen readers."""

from playwright.sync_api import expect

from tests.page.board import Board


def test_a_move_is_played_by_keys_alone(board: Board) -> None:
    board.open("variant=Standard")
    board.page.evaluate("window.hyperchess.stage().canvas.focus()")
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
    board.page.evaluate("window.hyperchess.stage().canvas.focus()")
    walk_to(board, "e2")
    board.press("Enter", "Escape")
    assert board.ask("s.selected") is None


def test_no_key_acts_while_one_types(board: Board) -> None:
    board.open("variant=Standard")
    board.page.locator("#study-title").click()
    board.page.keyboard.type("sushi")
    assert board.ask("s.pending") == []


def test_the_keys_are_listed(board: Board) -> None:
    board.open("variant=Standard")
    board.press("?")
    expect(board.page.locator("#panel-help")).to_contain_text("submit", ignore_case=True)
