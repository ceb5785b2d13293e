"""Layout on a phone and in dark mode; and the pictures of the documentation, made by `make screenshots`."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.board import Board

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True}
IMAGES = Path(__file__).parents[2] / "docs" / "img"


def take(board: Board, name: str, folder: Path) -> None:
    """Take a screenshot, into the documentation if `HYPERCHESS_SCREENSHOTS` is set."""
    target = IMAGES if os.environ.get("HYPERCHESS_SCREENSHOTS") else folder
    board.page.screenshot(path=target / f"{name}.png", animations="disabled")


def overflow(board: Board) -> int:
    """By how many pixels the page is wider than the window."""
    return int(board.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def test_a_multiverse(board: Board, tmp_path: Path) -> None:
    board.open("example=four-timelines")
    board.tab("moves")
    board.act("fit")
    assert overflow(board) <= 0
    take(board, "board-multiverse", tmp_path)


@pytest.mark.parametrize("looks", [{"color_scheme": "dark"}])
def test_in_the_dark(board: Board, looks: dict[str, Any], tmp_path: Path) -> None:
    board.open("example=infinite-classical")
    ground = board.page.evaluate("getComputedStyle(document.body).backgroundColor")
    red, green, blue = (int(part) for part in ground[4:-1].split(",")[:3])
    assert max(red, green, blue) < 80, looks
    take(board, "board-infinite-dark", tmp_path)


@pytest.mark.parametrize("looks", [PHONE])
def test_on_a_phone(board: Board, looks: dict[str, Any], tmp_path: Path) -> None:
    board.open("example=four-timelines")
    width = looks["viewport"]["width"]
    assert overflow(board) <= 0
    for action in ("undo", "submit", "hint", "previous", "next"):
        button = board.button(action)
        expect(button).to_be_visible()
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["height"] >= 36
    canvas = board.page.locator("#board canvas").first.bounding_box()
    assert canvas is not None
    assert canvas["height"] > 250
    take(board, "board-phone", tmp_path)


@pytest.mark.parametrize("looks", [PHONE])
def test_a_tap_plays_on_a_phone(board: Board, looks: dict[str, Any]) -> None:
    board.open("variant=Standard")
    for square in ([0, 2, 4, 1], [0, 2, 4, 3]):
        x, y = board.locate(square)
        board.page.touchscreen.tap(x, y)
        board.rest()
    assert board.ask("s.pending") == ["(0T1)e2>(0T1)e4"], looks
