"""The position editor: setting up positions of both games, reading text, undo, and opening as a study."""

import re
from time import sleep

import pytest
from playwright.sync_api import Locator, expect

from tests.page.board import Board, HeldRequest


def _start(board: Board, panel: Locator, source: str) -> None:
    panel.locator("#edit-source").select_option(source)
    panel.locator("#edit-start").click()
    board.rest()


@pytest.fixture
def panel(board: Board) -> Locator:
    """The editor with an empty board of 5D chess."""
    board.open("example=four-timelines")
    panel = board.tab("edit")
    expect(panel.locator("#edit-text-5d")).to_have_value(re.compile(r"^\["))
    _start(board, panel, "empty")
    return panel


def _put(panel: Locator, tool: str, *cells: int) -> None:
    panel.locator(f'#editor-5d [role="radio"][data-value="{tool}"]').click()
    for cell in cells:
        panel.locator(f'[data-cell="{cell}"]').click()


def test_pieces_become_5dfen_and_a_study(board: Board, panel: Locator) -> None:
    text = panel.locator("#edit-text-5d")
    tools = panel.locator("#editor-5d .tool").evaluate_all(
        "tools => tools.map(tool => [tool.dataset.value, tool.getBoundingClientRect().y])"
    )
    rows = {y: "".join(value for value, other in tools if other == y and len(value) == 1) for _, y in tools}
    assert list(rows.values())[:2] == ["KQRBNPYSUDCW", "kqrbnpysudcw"]
    _put(panel, "K", 60)
    _put(panel, "k", 4)
    expect(text).to_have_value("[4k3/8/8/8/8/8/8/4K3:0:1:w]")
    expect(board.status).to_have_text(re.compile("^Editing a position *White to move *valid$"))
    panel.locator("#edit-fresh").check()
    _put(panel, "R", 63)
    expect(text).to_have_value("[4k3/8/8/8/8/8/8/4K2R*:0:1:w]")
    panel.locator("#edit-open-5d").click()
    board.wait("window.hyperchess.session.study.nodes.length === 1")
    board.rest()
    assert board.ask("s.position.timelines[0].boards[0]").endswith("K..R")
    expect(board.status).not_to_contain_text("Editing")


def test_the_same_piece_again_is_taken_away_and_a_drag_moves_it(board: Board, panel: Locator) -> None:
    text = panel.locator("#edit-text-5d")
    _put(panel, "Q", 0, 0, 1)
    expect(text).to_have_value(re.compile(r"^\[1Q6/"))
    panel.locator('[data-cell="1"]').drag_to(panel.locator('[data-cell="8"]'))
    expect(text).to_have_value(re.compile(r"^\[8/Q7/"))


def test_pieces_are_set_moved_and_erased_on_the_main_board(board: Board, panel: Locator) -> None:
    text = panel.locator("#edit-text-5d")
    panel.locator('#editor-5d [role="radio"][data-value="Q"]').click()
    board.click([0, 2, 0, 7])
    expect(text).to_have_value(re.compile(r"^\[Q7/"))
    board.drag([0, 2, 0, 7], [0, 2, 1, 6])
    expect(text).to_have_value(re.compile(r"^\[8/1Q6/"))
    board.click([0, 2, 3, 0])
    board.click([0, 2, 3, 0], button="right")
    expect(text).to_have_value("[8/1Q6/8/8/8/8/8/8:0:1:w]")
    panel.get_by_text("+ Timeline below").click()
    expect(text).to_have_value(re.compile(r":\+1:1:w"))
    wanted = "[7Q/1Q6/8/8/8/8/8/8:0:1:w][8/8/8/8/8/8/8/8:+1:1:w]"
    for _ in range(50):  # until the new board is drawn there is nothing to drag
        board.drag([1, 2, 1, 6], [0, 2, 7, 7])
        if text.input_value() == wanted:
            break
        sleep(0.1)
    expect(text).to_have_value(wanted)
    # another tab gives the board back
    board.tab("moves")
    board.rest()
    assert board.ask("s.draft") is None


def test_timelines_and_half_turns_are_added(board: Board, panel: Locator) -> None:
    _put(panel, "K", 60)
    _put(panel, "k", 4)
    panel.get_by_text("Copy forward →").click()
    panel.get_by_text("+ Timeline below").click()
    text = panel.locator("#edit-text-5d")
    expect(text).to_have_value(re.compile(r":0:1:w\].*:0:1:b\].*:\+1:1:b\]$"))
    panel.locator("#edit-even").check()
    expect(panel.locator("#edit-problems-5d")).to_contain_text("timeline -0 is missing")
    expect(panel.locator("#edit-open-5d")).to_be_disabled()


def test_the_grid_works_with_keys_alone(board: Board, panel: Locator) -> None:
    panel.locator('[data-cell="0"]').focus()
    board.press("Shift+R", "*", "ArrowRight", "n", "ArrowDown", "q", "Delete")
    expect(panel.locator("#edit-text-5d")).to_have_value(re.compile(r"^\[R\*n6/8/"))
    board.press("Control+z", "Control+z")
    expect(panel.locator("#edit-text-5d")).to_have_value(re.compile(r"^\[R\*n6/8/"))
    board.press("Control+z")
    expect(panel.locator("#edit-text-5d")).to_have_value(re.compile(r"^\[R\*7/"))


def test_5dfen_is_pasted_and_edited(board: Board, panel: Locator) -> None:
    text = panel.locator("#edit-text-5d")
    text.fill("[k*2/3/K*1R:-0:1:w][k*2/3/K*1R:+0:1:w]")
    panel.locator("#editor-5d").get_by_text("Edit this text").click()
    expect(panel.locator(".map-row")).to_have_count(2)
    expect(panel.locator("#edit-even")).to_be_checked()
    text.fill("[k2/oops:0:1:w]")
    panel.locator("#editor-5d").get_by_text("Edit this text").click()
    expect(panel.locator("#edit-problems-5d")).to_contain_text("unknown piece")


def test_a_late_answer_about_the_board_keeps_text_that_was_typed(board: Board, panel: Locator) -> None:
    text = panel.locator("#edit-text-5d")
    _put(panel, "K", 60)
    expect(text).to_have_value("[8/8/8/8/8/8/8/4K3:0:1:w]")
    late = HeldRequest(board.page, "**/api/setup", "POST")
    _put(panel, "k", 4)
    late.wait()
    text.fill("[k2/3/K1R:0:1:w]")
    text.blur()
    late.send()
    expect(panel.locator("#edit-problems-5d")).to_contain_text("Valid position")
    expect(text).to_have_value("[k2/3/K1R:0:1:w]")
    panel.locator("#editor-5d").get_by_text("Edit this text").click()
    expect(board.page.locator('[data-cell="9"]')).to_have_count(0)  # the board has nine squares
    _put(panel, "Q", 4)
    expect(text).to_have_value("[k2/1Q1/K1R:0:1:w]")


def test_a_variant_and_the_position_on_the_board_are_starts(board: Board, panel: Locator) -> None:
    _start(board, panel, "variant:Standard - Turn Zero")
    expect(panel.locator(".map-board")).to_have_count(2)
    _start(board, panel, "current")
    expect(panel.locator("#edit-text-5d")).to_have_value(re.compile(r":\+2:"))


def test_an_infinite_position_is_put_together(board: Board) -> None:
    board.open("variant=Classical")
    panel = board.tab("edit")
    text = panel.locator("#edit-text-infinite")
    expect(text).to_have_value(re.compile("K5,1"))
    panel.locator("#edit-source").select_option("empty")
    panel.locator("#edit-start").click()
    for tool, square in (("king", "0,0"), ("amazon", "10^30,-7")):
        panel.locator(f'#editor-infinite [data-value="{tool}"]').click()
        panel.locator("#edit-square").fill(square)
        panel.locator("#edit-square").press("Enter")
    expect(text).to_have_value(f"0/100 (8|1) K0,0|AM{10**30},-7")
    panel.locator("#edit-turn-of").select_option("black")
    expect(text).to_have_value(re.compile("^b 0/100"))
    panel.locator("#edit-rules").fill("(8|1) nonsense")
    panel.locator("#edit-rules").press("Tab")
    expect(panel.locator("#edit-problems-infinite .error").first).to_be_visible()
    expect(panel.locator("#edit-open-infinite")).to_be_disabled()
    panel.locator("#edit-rules").fill("0/50 (9|-9)")
    panel.locator("#edit-rules").press("Tab")
    expect(panel.locator("#edit-open-infinite")).to_be_enabled()
    panel.locator("#edit-open-infinite").click()
    board.wait("window.hyperchess.session.position.player === 'black'")
    assert ["amazon", "white", str(10**30), "-7", 0] in board.ask("s.position.pieces")
