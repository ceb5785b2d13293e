"""Playing on the board: moves, jumps, promotion, castling, undo, submit and why not."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import expect

from tests.page.board import Board
from tests.page.positions import CASTLING, JUMP, MATE, PROMOTION, at


def test_a_move_by_two_clicks_is_pending_until_it_is_submitted(board: Board) -> None:
    board.open("variant=Standard")
    board.click(at(1, "e2"))
    assert sorted(board.ask("s.targets.moves.map(m => m.to[3])")) == [2, 3]
    board.click(at(1, "e4"))
    assert board.ask("s.pending") == ["(0T1)e2>(0T1)e4"]
    assert board.line == []
    board.act("submit")
    assert board.line == ["e4"]
    assert board.ask("s.position.player") == "black"


def test_a_move_by_dragging(board: Board) -> None:
    board.open("variant=Standard")
    board.drag(at(1, "g1"), at(1, "f3"))
    assert board.ask("s.pending") == ["(0T1)g1>(0T1)f3"]


@contextmanager
def _opening(board: Board) -> Iterator[list[str]]:
    """Open a study in the body; the list collects the API requests that follow those of the opening.

    The review of a study is asked for last and in the background, so the opening ends with its response.
    """
    asked: list[str] = []
    with board.page.expect_response(re.compile(r"/api/studies/[^/]+/review$")):
        yield asked
    board.page.on(
        "request",
        lambda request: asked.append(request.url.rpartition("/")[2]) if "/api/" in request.url else None,
    )


def test_a_dragged_move_takes_one_request(board: Board) -> None:
    with _opening(board) as asked:
        board.open("variant=Standard")
    board.page.evaluate("window.hyperchess.settings.set('autoSubmit', true)")
    board.drag(at(1, "g1"), at(1, "f3"))
    assert board.line == ["Nf3"]
    assert asked == ["edits"]
    board.drag([0, 3, 6, 7], [0, 3, 5, 5])
    assert board.line == ["Nf3", "Nf6"]
    assert asked == ["edits", "edits"]


def test_a_move_that_may_not_be_submitted_stays_pending(board: Board) -> None:
    with _opening(board) as asked:
        board.open_text('[Board "custom"]\n[Size "4x4"]\n[k3/3r/4/3K:0:1:w]\n')
    board.page.evaluate("window.hyperchess.settings.set('autoSubmit', true)")
    board.refusals = ("/edits",)
    board.drag(at(1, "d1"), at(1, "d2"))
    assert board.ask("s.pending") == ["(0T1)d1>(0T1)d2"]
    assert board.line == []
    assert asked == ["edits", "position"]
    assert board.page.locator("#notice").inner_text() == ""
    expect(board.page.locator("#lost-edits")).to_be_hidden()


def test_a_pending_move_and_its_submission_take_one_request_each(board: Board) -> None:
    with _opening(board) as asked:
        board.open("variant=Standard")
    board.drag(at(1, "g1"), at(1, "f3"))
    assert asked == ["position"]
    board.act("submit")
    assert board.line == ["Nf3"]
    assert asked == ["position", "edits"]


def test_a_dragged_move_of_infinite_chess_takes_one_request(board: Board) -> None:
    with _opening(board) as asked:
        board.open("variant=Classical")
    board.drag(["4", "2"], ["4", "4"])
    assert board.line == ["P4,2>4,4"]
    assert asked == ["edits"]


def test_a_branching_jump_makes_a_timeline(board: Board) -> None:
    board.open_text(JUMP)
    board.click(at(5, "b3"))
    kinds = board.ask("s.targets.moves.filter(m => m.to[1] === 2).map(m => [m.kind, m.capture])")
    assert ["branch", True] in kinds
    board.click(at(1, "f7"))
    assert board.ask("s.pending") == ["(0T5)b3>(0T1)f7"]
    assert board.ask("s.position.timelines.map(t => t.name)") == ["0", "1"]
    board.act("submit")
    assert len(board.line) == 9
    assert board.ask("s.position.status.verdict") == "check"
    expect(board.status).to_contain_text(re.compile("check", re.IGNORECASE))


def test_undo_and_redo_within_an_action(board: Board) -> None:
    board.open("variant=Standard")
    board.drag(at(1, "e2"), at(1, "e4"))
    board.act("undo")
    assert board.ask("s.pending") == []
    board.press("r")
    assert board.ask("s.pending") == ["(0T1)e2>(0T1)e4"]


def test_a_promotion_asks_what_the_pawn_becomes(board: Board) -> None:
    board.open_text(PROMOTION)
    board.drag(at(1, "a3"), at(1, "a4"))
    chooser = board.page.get_by_role("menu")
    expect(chooser).to_be_visible()
    chooser.get_by_role("menuitem", name=re.compile("knight", re.IGNORECASE)).click()
    board.rest()
    assert board.ask("s.pending") == ["(0T1)a3>(0T1)a4N"]


def test_castling_is_the_king_s_move(board: Board) -> None:
    board.open_text(CASTLING)
    board.drag(at(4, "e1"), at(4, "g1"))
    board.act("submit")
    assert board.line[-1] in ("O-O", "Kg1", "(0T4)O-O")
    cells = board.ask("s.position.timelines[0].boards.at(-1)")
    assert cells[-3:] == "RK."


def test_submit_says_which_board_still_owes_a_move(board: Board) -> None:
    board.open("variant=Standard - Two Timelines")
    rows = board.ask("s.position.mandatory.map(place => place[0])")
    assert len(rows) == 2
    board.drag(at(1, "e2", row=rows[0]), at(1, "e4", row=rows[0]))
    board.act("submit")
    assert board.line == []
    assert board.ask("s.position.fault.boards") == [[rows[1], 2]]
    expect(board.page.locator("#notice")).to_contain_text("Board L+0 still needs a move")
    expect(board.status.get_by_role("button", name="Board L+0 still needs a move")).to_be_visible()


def test_submit_says_which_royal_hangs(board: Board) -> None:
    board.open_text('[Size "4x4"]\n[Board "custom"]\n[3k/4/3r/K3:0:1:w]\n')
    board.drag(at(1, "a1"), at(1, "a2"))
    assert board.ask("s.position.may_submit") is False
    assert board.ask("s.position.fault.attacks.length") >= 1


def test_a_mate_is_announced(board: Board) -> None:
    board.open_text(MATE)
    board.drag(at(3, "e2"), at(3, "h5"))
    board.act("submit")
    assert board.ask("s.position.status.verdict") == "checkmate"
    expect(board.status).to_contain_text(re.compile("checkmate", re.IGNORECASE))


def test_a_hint_is_a_legal_action(board: Board) -> None:
    board.open("variant=Standard - Two Timelines")
    board.act("hint")
    assert board.ask("s.pending.length") >= 1
    assert board.ask("s.position.may_submit") is True


def test_what_is_attacked_after_passing(board: Board) -> None:
    board.open_text('[Board "Standard"]\n1. e4 / d5\n')
    board.act("passing")
    attacks = board.ask("s.passing.map(a => [a.from.slice(2), a.to.slice(2)])")
    assert [[3, 4], [4, 3]] in attacks
    board.act("passing")
    assert board.ask("s.passing") is None
