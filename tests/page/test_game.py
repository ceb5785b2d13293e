"""Games against the computer and with a friend: begun, played, taken back, given up, gone on with."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.page.board import Board
from tests.page.positions import MATE, at


def _begin(board: Board, **choices: Any) -> None:
    """Fill in the Play page and begin."""
    page = board.page
    page.locator("#head-play").click()
    expect(page.locator("#play-start option")).not_to_have_count(0)
    if "opponent" in choices:
        page.get_by_label(choices["opponent"]).check(force=True)
    if "side" in choices:
        page.locator("#panel-play").get_by_label(choices["side"], exact=True).check(force=True)
    page.locator("#play-start").select_option(choices.get("start", "variant:Standard"))
    if "clock" in choices:
        page.locator("#play-clock").select_option(choices["clock"])
    if "level" in choices:
        page.locator("#play-level").fill(str(choices["level"]))
    page.locator("#play-go").click()
    expect(page.locator("#strip-bottom")).to_be_visible()
    board.rest()


def _bottom(board: Board) -> Locator:
    return board.page.locator("#strip-bottom")


def _my_turn(board: Board) -> None:
    expect(_bottom(board).locator(".strip-state")).to_have_text("to move")
    board.rest()


def test_a_game_against_the_computer(board: Board) -> None:
    board.open()
    _begin(board, level=3)
    expect(_bottom(board)).to_contain_text("You")
    expect(board.page.locator("#strip-top")).to_contain_text("Computer, level 3 (learner)")
    _my_turn(board)
    expect(board.status.locator(".turn")).to_have_text("Your turn")
    expect(board.page.locator(".strip-material:visible")).to_have_count(0)
    board.drag(at(1, "e2"), at(1, "e4"))
    board.act("submit")
    expect(board.status.locator(".turn")).to_have_text("The computer is thinking")
    _my_turn(board)
    assert len(board.line) == 2
    # take back: the reply goes too
    _bottom(board).get_by_role("button", name="Take back").click()
    board.wait("window.hyperchess.session.study.nodes.length === 1")
    _my_turn(board)
    board.drag(at(1, "d2"), at(1, "d4"))
    board.act("submit")
    _my_turn(board)
    # the page is loaded anew: the game goes on
    board.page.reload()
    board.wait("window.hyperchess?.session.position")
    _my_turn(board)
    assert len(board.line) == 2
    _bottom(board).get_by_role("button", name="Resign").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(_bottom(board).locator(".strip-state")).to_have_text("lost")
    expect(board.page.locator("#strip-top .strip-state")).to_have_text("won · White resigns")
    assert board.ask("s.study.result") == "0-1"


def test_black_sees_the_board_turned_and_the_computer_begins(board: Board) -> None:
    board.open()
    _begin(board, start="variant:Simple - Knights vs. Bishop", side="Black", level=1)
    expect(_bottom(board)).to_contain_text("You")
    _my_turn(board)
    expect(_bottom(board).get_by_label("More than the opponent: 2 bishops (+1)")).to_be_visible()
    expect(board.page.locator("#strip-top").get_by_label("More than the opponent: 2 knights")).to_be_visible()
    assert len(board.line) == 1
    assert board.ask("s.position.player") == "black"


def test_a_mate_ends_the_game_and_leaves_a_study(board: Board) -> None:
    board.open_text(MATE)
    _begin(board, start="position", level=1)
    _my_turn(board)
    assert board.ask("s.position.timelines[0].boards.length") >= 1
    square = board.ask("s.position.playable[0]")
    board.drag([*square, 4, 1], [*square, 7, 4])
    board.act("submit")
    expect(_bottom(board).locator(".strip-state")).to_contain_text("won · Black is checkmated")
    assert board.ask("s.study.result") == "1-0"
    board.page.locator("#head-open").click()
    expect(board.page.locator(".open-recent")).to_contain_text("You - Computer, level 1 (first steps)")


def test_nobody_moves_for_the_computer(board: Board) -> None:
    board.open()
    _begin(board, level=1)
    board.drag(at(1, "e2"), at(1, "e4"))
    board.act("submit")
    _my_turn(board)
    board.press(",")
    board.click(at(1, "e7", black=True))
    assert board.ask("s.selected") is None
    expect(board.page.locator("#notice")).to_contain_text("Go to the last position to move")


def test_a_friend_on_the_same_screen(board: Board) -> None:
    board.open()
    _begin(board, opponent="Friend here", clock="5+5")
    expect(board.page.locator(".strip-clock")).to_have_count(2)
    expect(_bottom(board).locator(".strip-clock")).to_have_text("5:00")
    board.drag(at(1, "e2"), at(1, "e4"))
    board.act("submit")
    # the board turns to Black, whose clock runs
    expect(_bottom(board).locator(".dot")).to_have_class(re.compile("black"))
    expect(_bottom(board).locator(".strip-clock")).not_to_have_text("5:00")
    board.drag(at(1, "e7", black=True), at(1, "e5", black=True))
    board.act("submit")
    expect(_bottom(board).locator(".dot")).to_have_class(re.compile("white"))
    _bottom(board).get_by_role("button", name="Offer a draw").click()
    board.page.get_by_role("button", name="Accept").click()
    expect(_bottom(board).locator(".strip-state")).to_contain_text("½")
    assert board.ask("s.study.result") == "1/2-1/2"


def test_the_engine_rests_during_a_game(board: Board) -> None:
    board.open("variant=Standard")
    board.act("engine")
    board.press("g")
    explorer = board.page.locator("#explorer-body")
    expect(board.page.locator("#eval-bar")).to_be_visible()
    expect(explorer).to_be_visible()
    _begin(board, level=1)
    expect(board.page.locator("#eval-bar")).to_be_hidden()
    board.page.get_by_role("tab", name="Moves").click()
    expect(explorer).to_be_hidden()
    _bottom(board).get_by_role("button", name="Resign").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(board.page.locator("#eval-bar")).to_be_visible()
    expect(explorer).to_be_visible()


def test_the_computer_begins_a_game_of_infinite_chess(board: Board) -> None:
    board.open()
    _begin(board, start="variant:Classical", side="Black")
    board.wait("window.hyperchess.session.study.nodes.length > 1")


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    ("ways", "looks"), [(("mouse", "keys"), {}), (("touch",), PHONE)], ids=["mouse and keys", "touch"]
)
def test_a_whole_game(board: Board, ways: tuple[str, ...], looks: dict[str, Any]) -> None:
    """A person plays good moves against level 1 until the game is over, long before the limit."""
    board.open()
    _begin(board, start="variant:Very Small - Open", level=1)
    for turn in range(40):
        way = ways[turn % len(ways)]
        play = {"mouse": _by_mouse, "keys": _by_keys, "touch": _by_touch}[way]
        board.wait(
            "window.hyperchess.session.position.status.over || "
            "document.querySelector('#strip-bottom .strip-state').textContent !== ''"
        )
        board.rest()
        if board.ask("s.position.status.over"):
            break
        _my_turn(board)
        count = board.ask("s.study.nodes.length")
        for made, (source, target, text) in enumerate(_good_action(board), start=1):
            play(board, source, target)
            menu = board.page.get_by_role("menu")
            if text[-1].isalpha() and menu.count():
                menu.get_by_role("menuitem").first.press("Enter")
            board.wait(f"window.hyperchess.session.pending.length === {made}")
            board.rest()
        if way == "keys":
            board.press("s")
        elif way == "touch":
            board.button("submit").tap()
        else:
            board.act("submit")
        board.wait(f"window.hyperchess.session.study.nodes.length > {count}")
    assert board.ask("s.position.status.over")
    expect(_bottom(board).locator(".strip-state")).to_contain_text(re.compile("won|lost|½"))
    assert board.ask("s.study.result") != ""


_MOVE = re.compile(r"\((-?\d+)T(\d+)\)([a-z])(\d+)>\((-?\d+)T(\d+)\)([a-z])(\d+)")


def _good_action(board: Board) -> list[tuple[list[int], list[int], str]]:
    """The squares of the moves that the hint names, White to move."""
    moves = board.page.evaluate(
        "async () => { const { source, study, node } = window.hyperchess.session;"
        " return (await source.hint(study.id, node, [])).moves; }"
    )
    found = []
    for text in moves:
        match = _MOVE.match(text)
        assert match is not None, text
        parts = match.groups()
        squares = [
            [int(row), 2 * int(turn), ord(file) - ord("a"), int(rank) - 1]
            for row, turn, file, rank in (parts[:4], parts[4:])
        ]
        found.append((squares[0], squares[1], text))
    return found


def _by_mouse(board: Board, source: list[int], target: list[int]) -> None:
    board.click(source)
    board.click(target)


def _by_touch(board: Board, source: list[int], target: list[int]) -> None:
    for square in (source, target):
        board.page.touchscreen.tap(*board.locate(square))
        board.rest()


def _by_keys(board: Board, source: list[int], target: list[int]) -> None:
    """Walk with the cursor to the piece, choose it, and step through its targets."""
    board.press("b")
    for _ in range(20):
        if _cursor(board)[:2] == source[:2]:
            break
        board.press("n")
    file, rank = (there - here for there, here in zip(source[2:], _cursor(board)[2:], strict=True))
    board.press(*["ArrowRight" if file > 0 else "ArrowLeft"] * abs(file))
    board.press(*["ArrowUp" if rank > 0 else "ArrowDown"] * abs(rank))
    assert _cursor(board) == source
    board.press("Enter")
    for _ in range(100):
        if _cursor(board) == target:
            break
        board.press("]")
    assert _cursor(board) == target
    board.press("Enter")


def _cursor(board: Board) -> list[int]:
    return list(board.page.evaluate("window.hyperchess.stage().interaction.cursor"))
