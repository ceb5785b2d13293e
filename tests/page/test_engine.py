"""The engine on the page: bar, lines, arrows; it follows the game, rests when hidden, blocks nothing."""

import re

from playwright.sync_api import Request, expect

from tests.kernels import native
from tests.page.board import Board
from tests.page.positions import MATE, at

INFINITE = "w (8|1) K5,1+|k5,8+|R1,1+|P4,2+|p3,7+ 4,2>4,4|3,7>3,5"


def _first_line(board: Board) -> None:
    expect(board.page.locator(".eval-move").first).to_be_visible()


def test_one_key_turns_it_on_and_off(board: Board) -> None:
    board.open("variant=Standard")
    bar, lines = board.page.locator("#eval-bar"), board.page.locator("#lines")
    expect(bar).to_be_hidden()
    board.press("l")
    expect(bar).to_be_visible()
    _first_line(board)
    expect(board.page.locator(".eval-facts")).to_contain_text(re.compile(r"depth \d+ · .* positions/s"))
    expect(bar).to_have_attribute("aria-label", re.compile("Evaluation: .*[+-]?[0-9]"))
    assert board.ask("s.suggestion.length") >= 1
    board.press("l")
    expect(bar).to_be_hidden()
    expect(lines).to_be_hidden()
    assert board.ask("s.suggestion") == []


def test_a_proven_mate_says_so(board: Board) -> None:
    board.open_text(MATE)
    board.act("engine")
    score = board.page.locator(".eval-line .score").first
    expect(score).to_have_text("#1")
    expect(score).to_have_class(re.compile("proven"))
    expect(score).to_have_attribute("title", "White mates in 1, proven")
    expect(board.page.locator("#eval-bar")).to_have_attribute("aria-label", re.compile("proven"))
    # an opinion has no sign of a proof
    expect(board.page.locator(".eval-line .score").nth(1)).not_to_have_class(re.compile("proven"))


@native  # whose lines are longer than one action
def test_the_number_of_lines_and_a_click_on_a_move(board: Board) -> None:
    board.open("variant=Standard")
    board.act("engine")
    board.page.get_by_label("Number of lines").select_option("3")
    expect(board.page.locator(".eval-line:not(.empty)")).to_have_count(3)
    expect(board.page.locator(".eval-line").first.locator(".eval-move").nth(1)).to_be_visible()
    second = board.page.locator(".eval-line").nth(1)
    moves = second.locator(".eval-move")
    second.hover()
    arrows = board.ask("s.suggestion")
    moves.nth(1).click()
    board.rest()
    assert len(board.line) == 2
    first = board.ask("s.nodeOf(s.current.parent).moves[0].raw")
    assert arrows and first.startswith("(0T1)")
    # it follows: the lines are those of the position after them
    expect(board.page.locator(".eval-line .eval-move").first).to_contain_text("2.")


def test_moves_can_be_made_while_it_thinks(board: Board) -> None:
    board.open("variant=Standard")
    board.act("engine")
    board.drag(at(1, "e2"), at(1, "e4"))
    assert board.ask("s.pending") == ["(0T1)e2>(0T1)e4"]
    board.act("submit")
    assert board.line == ["e4"]
    _first_line(board)
    expect(board.page.locator(".eval-move").first).to_contain_text("1…")


@native  # the plain search ends before the page is hidden
def test_it_rests_while_the_page_is_hidden(board: Board) -> None:
    board.open("variant=Standard")
    board.act("engine")
    _first_line(board)
    ended: list[str] = []

    def told(request: Request) -> None:
        if request.method == "DELETE":
            ended.append(request.url)

    board.page.on("request", told)
    hide = "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true}); "
    hide += "document.dispatchEvent(new Event('visibilitychange')); }"
    with board.page.expect_request(lambda request: request.method == "DELETE"):
        board.page.evaluate(hide, True)
    assert ended
    with board.page.expect_request("**/api/thoughts"):
        board.page.evaluate(hide, False)


def test_another_engine_is_chosen_in_the_settings(board: Board) -> None:
    board.open_text(MATE)
    board.act("engine")
    board.page.locator("#head-settings").click()
    board.page.locator("#settings-engine").select_option("other")
    facts = board.page.locator(".eval-facts")
    expect(facts).to_contain_text(re.compile("^other · depth"))
    # its mates are opinions
    expect(board.page.locator(".eval-line .score").first).not_to_have_class(re.compile("proven"))
    expect(board.page.locator(".eval-move").first).to_contain_text("Qh5")


def test_lines_of_infinite_chess(board: Board) -> None:
    board.open_text(INFINITE)
    board.act("engine")
    expect(board.page.locator(".eval-facts")).to_contain_text(re.compile("depth"))
    expect(board.page.locator(".eval-move").first).to_be_visible()


def test_a_hint_says_why(board: Board) -> None:
    board.open_text(MATE)
    board.act("hint")
    expect(board.page.locator("#notice")).to_contain_text("Qh5 mates at once")
    assert board.ask("s.pending") == ["(0T3)e2>(0T3)h5"]
