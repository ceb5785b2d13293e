"""Puzzles: playing the solution against the tree, judging tries, leaving the study unchanged."""

import json

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.page.board import Board

MATE_IN_TWO = """
[Size "13x4"]
[Puzzle "mate-in-2"]
[1K11/11p1/p11Q/1k11:0:1:w]

1. Qe2
(1b. Kc1
 2. Qd3#)
(1b. a1=Q
 2. Qd1#)
(1b. l2
 2. Qd1#)
1b. Ka1
2. Qd1#
"""
MATE_IN_ONE = """
[Size "5x5"]
[Puzzle "mate-in-1"]
[Board "custom"]
[4k/5/5/5/K1R2:0:1:w]

1. Kb2 / Ke4
2. Re1 / Kd3
"""
KEY = "(0T1)m2>(0T1)e2"


def _try(board: Board, *moves: str) -> None:
    for move in moves:
        board.ask(f"s.playText('{move}')")
        board.rest()
    board.act("submit")


@pytest.fixture(autouse=True)
def patient_searches(board: Board) -> None:
    """Searches that the page starts end by their result and not by its time limit."""

    def give_time(route: Route) -> None:
        route.continue_(post_data=json.dumps({**json.loads(route.request.post_data or "{}"), "seconds": 60}))

    board.page.route("**/api/searches", give_time)


@pytest.fixture
def message(board: Board) -> Locator:
    """The message of the puzzle."""
    board.open_text(MATE_IN_TWO)
    message = board.page.locator("#puzzle-message")
    expect(message).to_contain_text("White mates in 2")
    return message


def _answer(board: Board) -> None:
    """Play what the tree has here."""
    _try(board, *board.ask("s.nodeOf(s.current.children[0]).moves.map(m => m.raw)"))


def test_the_solution_is_hidden_until_it_is_found(board: Board, message: Locator) -> None:
    tree = board.page.locator(".tree-scroll")
    expect(tree).to_be_hidden()
    assert board.ask("s.node") == board.ask("s.root.id")
    _try(board, KEY)
    expect(message).to_contain_text("What now?")
    for solved in range(1, 4):
        _answer(board)
        expect(board.page.locator("#puzzle-score")).to_contain_text(f"{solved} of 4")
        expect(message).to_contain_text("What now?")
    _answer(board)
    expect(message).to_contain_text("Solved, without a mistake")
    expect(tree).to_be_visible()


def test_a_wrong_try_is_told_and_not_kept(board: Board, message: Locator) -> None:
    nodes = board.ask("s.study.nodes.length")
    _try(board, "(0T1)m2>(0T1)m4")
    expect(message).to_contain_text("does not force mate in 2")
    board.page.locator("[data-puzzle=back-to-the-puzzle]").click()
    board.rest()
    assert board.ask("s.pending.length") == 0
    _try(board, "(0T1)m2>(0T1)d2")
    expect(message).to_contain_text("a dual")
    assert board.ask("s.study.nodes.length") == nodes


def test_hints_and_the_solution(board: Board, message: Locator) -> None:
    hint = board.page.locator("[data-puzzle=hint]")
    hint.click()
    expect(message).to_contain_text("(0T1)m2")
    hint.click()
    expect(message).to_contain_text("to (0T1)e2")
    board.page.locator("[data-puzzle=show-the-solution]").click()
    expect(board.page.locator(".tree-scroll")).to_be_visible()
    board.rest()
    assert board.line == ["Qe2"]


def test_who_looks_around_can_come_back(board: Board, message: Locator) -> None:
    board.act("next")
    expect(message).to_contain_text("left the position")
    board.page.locator("[data-puzzle=back-to-the-puzzle]").click()
    expect(message).to_contain_text("Try again")
    assert board.ask("s.node") == board.ask("s.root.id")


def test_a_puzzle_without_a_written_solution(board: Board) -> None:
    board.open_text(MATE_IN_ONE)
    message = board.page.locator("#puzzle-message")
    expect(message).to_contain_text("White mates in 1")
    _try(board, "(0T3)e1>(0T3)e5")
    expect(message).to_contain_text("Solved")
    assert board.ask("s.study.nodes.length") == 5


def test_leaving_the_puzzle_lets_one_play(board: Board, message: Locator) -> None:
    board.page.locator("[data-puzzle=leave-the-puzzle]").click()
    expect(board.page.locator(".tree-scroll")).to_be_visible()
    _try(board, "(0T1)m2>(0T1)m4")
    assert len(board.line) == 1
