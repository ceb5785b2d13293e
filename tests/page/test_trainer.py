"""The puzzle trainer: solving by mouse, keys and touch, wrong answers, hints, solutions, ratings, filters."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from hyperchess.game import MultiverseGame
from hyperchess.game import expect as expect_game
from hyperchess.multiverse import MULTIVERSE, Action, Position
from hyperchess.puzzles.collection import bundled
from hyperchess.puzzles.entry import Entry
from hyperchess.studies.games import find_adapter
from hyperchess.studies.learning.training import solved_game

from .board import Board

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def _puzzle(mate_in: int) -> Entry:
    """A puzzle of a length, on one timeline and with a key of one move, which asks for no promotion."""
    return next(
        entry
        for entry in bundled()
        if entry.mate_in == mate_in
        and entry.kind == "5d"
        and entry.timelines == 1
        and [move.promotion for move in _key(entry)] == [""]
    )


def _start(entry: Entry) -> Position:
    return MULTIVERSE.expect(solved_game(entry.id).root.position)


def _solved(entry: Entry) -> MultiverseGame:
    return expect_game(solved_game(entry.id), MULTIVERSE)


def _key(entry: Entry) -> Action:
    return _solved(entry).main_line[0].action or Action()


def _other(entry: Entry) -> Action:
    """A legal action that is not the key."""
    return next(action for action in _start(entry).actions() if set(action) != set(_key(entry)))


def _squares(position: Position, action: Action) -> list[tuple[Any, Any]]:
    adapter = find_adapter(position.kind)
    return [
        (adapter.square_value(position, move.source), adapter.square_value(position, move.target))
        for move in action
    ]


def _message(board: Board) -> Locator:
    return board.page.locator("#trainer-message")


def _press(board: Board, name: str) -> None:
    board.page.locator(f"[data-trainer={name}]").click()
    board.rest()


def _play(board: Board, action: Action) -> None:
    """Play an action by its moves, and submit it with a key."""
    for move in action:
        board.page.evaluate("text => window.hyperchess.session.playText(text)", str(move))
        board.rest()
    board.press("s")


def test_it_opens_from_the_start_page_without_the_solution(board: Board) -> None:
    board.open()
    board.page.locator('[data-begin="puzzle"]').click()
    expect(_message(board)).to_contain_text("mates in")
    board.rest()
    assert board.ask("s.study.nodes.length") == 1
    assert board.ask("s.study.puzzle") is None
    expect(board.page.locator(".tree-scroll")).to_be_hidden()
    expect(board.page.locator("#open-panel")).to_be_hidden()
    assert "#puzzle=" in board.page.url


def test_solving_by_mouse_and_the_next_one(board: Board) -> None:
    entry = _puzzle(1)
    board.open(f"puzzle={entry.id}")
    expect(_message(board)).to_contain_text(entry.goal)
    for source, target in _squares(_start(entry), _key(entry)):
        board.click(source)
        board.click(target)
    board.act("submit")
    expect(_message(board)).to_contain_text("Checkmate: solved. On the first try!")
    expect(board.page.locator("#trainer-standing")).to_contain_text("streak 1")
    expect(board.page.locator("#trainer-standing")).to_contain_text("(+")
    expect(board.page.locator(".tree-scroll")).to_be_visible()
    before = board.ask("s.study.id")
    board.page.locator("[data-trainer=next-puzzle]").click()
    board.wait(f"window.hyperchess.session.study.id !== '{before}'")
    expect(_message(board)).to_contain_text("mates in")
    board.rest()
    # an unchanged study is not kept
    kept = board.page.evaluate("window.hyperchess.session.source.ask('GET /studies')")
    assert before not in [study["id"] for study in kept]


def test_the_defence_is_answered(board: Board) -> None:
    entry = _puzzle(2)
    board.open(f"puzzle={entry.id}")
    _play(board, _key(entry))
    expect(_message(board)).to_contain_text("Right!")
    board.wait("window.hyperchess.session.study.nodes.length === 3")
    board.rest()
    hint = board.page.locator("[data-trainer=hint]")
    expect(hint).to_be_enabled()
    proof = _solved(entry)
    moves = board.ask("s.study.nodes.at(-1).moves.map(move => move.raw)")
    reply = next(
        child
        for child in proof.root.children[0].children
        if sorted(str(move.move) for move in child.moves) == sorted(moves)
    )
    _play(board, Action(reply.children[0].action or ()))
    if entry.mate_in == 2:
        expect(_message(board)).to_contain_text("Checkmate: solved")


def test_a_wrong_answer_says_why_and_comes_again(board: Board) -> None:
    entry = _puzzle(1)
    board.open(f"puzzle={entry.id}")
    _play(board, _other(entry))
    expect(_message(board)).to_contain_text("is not mate")
    standing = board.page.locator("#trainer-standing")
    expect(standing).to_contain_text("(\N{MINUS SIGN}")
    expect(standing).to_contain_text("streak 0")
    assert board.ask("s.pending.length") == 0
    assert board.ask("s.study.nodes.length") == 1
    _play(board, _key(entry))
    expect(_message(board)).to_contain_text("counts as failed")
    _press(board, "next-puzzle")
    expect(_message(board)).to_contain_text("mates in")
    _press(board, "give-up")
    expect(_message(board)).to_contain_text("This is the solution")
    again = board.page.locator("[data-trainer=retry]")
    expect(again).to_contain_text("2 failed")
    again.click()
    expect(_message(board)).to_contain_text(entry.goal)
    board.wait(f"location.hash === '#puzzle={entry.id}'")


def test_hints_and_the_solution_as_a_tree(board: Board) -> None:
    entry = _puzzle(2)
    board.open(f"puzzle={entry.id}")
    _press(board, "hint")
    expect(_message(board)).to_contain_text("Look at the")
    _press(board, "hint")
    expect(_message(board)).to_contain_text("Play ")
    _press(board, "give-up")
    expect(_message(board)).to_contain_text("a reply to every defence")
    expect(board.page.locator(".tree-scroll")).to_be_visible()
    defences = len(solved_game(entry.id).root.children[0].children)
    assert board.ask("s.current.children.length") == defences
    assert board.ask("s.judge") is None


def test_the_choice_and_the_rating_are_kept(board: Board) -> None:
    entry = _puzzle(1)
    board.open(f"puzzle={entry.id}")
    themes = board.page.get_by_role("list", name="Themes")
    expect(themes).to_be_hidden()
    expect(board.page.locator(".now-action")).to_have_text("Find the mate")
    _play(board, _key(entry))
    expect(_message(board)).to_contain_text("solved")
    assert [text.lower() for text in themes.get_by_role("listitem").all_inner_texts()] == list(entry.themes)
    board.page.locator(".trainer-choice > summary").click()
    board.page.locator('label:has(input[name="trainer-length"][value="2"])').click()
    board.page.get_by_label("Theme", exact=True).select_option(label="Quiet key")
    _press(board, "next-puzzle")
    expect(_message(board)).to_contain_text("mates in 2")
    opened = board.ask("location.hash").removeprefix("#puzzle=")
    assert "quiet key" in next(entry for entry in bundled() if entry.id == opened).themes
    _press(board, "give-up")
    expect(board.page.locator(".trainer-choice[open]")).to_have_count(0)
    board.page.locator(".trainer-choice > summary").click()
    board.page.get_by_label("Theme", exact=True).select_option(label="Any")
    board.page.locator('label:has(input[name="trainer-game"][value="infinite"])').click()
    expect(board.page.locator("#trainer-matching")).to_contain_text("not tried yet")
    _press(board, "next-puzzle")
    expect(_message(board)).to_contain_text("mates in 2")
    expect(board.page.locator("#trainer-about")).to_contain_text("Infinite chess")
    standing = board.page.locator("#trainer-standing").inner_text().split(" (")[0]
    board.page.reload()
    expect(_message(board)).to_contain_text("mates in 2")
    expect(board.page.locator("#trainer-standing")).to_contain_text(standing.split(" ·")[0])
    # a puzzle of infinite chess is solved by its moves, one after the other
    hunt = solved_game(board.ask("location.hash").removeprefix("#puzzle="))
    action = hunt.main_line[0].action
    board.page.evaluate("text => window.hyperchess.session.playText(text)", str(action))
    expect(_message(board)).to_contain_text("Right!")


def test_who_opens_another_game_leaves_the_trainer(board: Board) -> None:
    board.open(f"puzzle={_puzzle(1).id}")
    board.page.evaluate("window.hyperchess.session.create({variant: 'Standard'})")
    expect(board.page.locator(".trainer")).to_be_hidden()
    board.wait("location.hash.startsWith('#study=')")
    assert board.ask("s.judge") is None


def test_the_hint_of_the_toolbar_is_the_trainers(board: Board) -> None:
    board.open(f"puzzle={_puzzle(1).id}")
    board.press("h")
    expect(_message(board)).to_contain_text("Look at the")
    assert board.ask("s.pending.length") == 0


@pytest.mark.parametrize("looks", [PHONE])
def test_solving_by_touch(board: Board) -> None:
    entry = _puzzle(1)
    board.open(f"puzzle={entry.id}")
    for source, target in _squares(_start(entry), _key(entry)):
        for square in (source, target):
            board.page.touchscreen.tap(*board.locate(square))
            board.rest()
    board.act("submit")
    expect(_message(board)).to_contain_text("Checkmate: solved")


def test_a_hint_says_its_cost_before_and_the_ratings_are_drawn(board: Board) -> None:
    board.open(f"puzzle={_puzzle(1).id}")
    hint = board.page.locator("[data-trainer=hint]")
    expect(hint).to_have_text("Hint (counts as failed)")
    expect(board.page.locator(".trainer-graph svg")).to_have_count(0)
    hint.click()
    expect(hint).to_have_text("Hint")
    _press(board, "give-up")
    board.page.locator("[data-trainer=next-puzzle]").click()
    expect(hint).to_have_text("Hint (counts as failed)")
    hint.click()
    expect(board.page.locator(".trainer-graph svg")).to_have_attribute(
        "aria-label", re.compile(r"Your rating after 2 attempts: \d+ to \d+")
    )
