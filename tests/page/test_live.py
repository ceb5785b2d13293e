"""Two people in one study, each in a browser of their own."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.page.board import PATIENCE, Board, HeldRequest
from tests.page.conftest import watch_errors
from tests.page.serving import start_server
from tests.ports import free_port

EDITS = 6  # comments and moves of each person in a round
MOVES = ["(0T1)a2>(0T1)a3", "(0T1)b2>(0T1)b3", "(0T1)c2>(0T1)c3", "(0T1)d2>(0T1)d3"]

_WORK = """async ([name, round, edits, moves]) => {
    const { session } = window.hyperchess;
    window.made ??= [];
    window.done = false;
    for (let number = 0; number < edits; number += 1) {
        const text = `${name} ${round}.${number}`;
        if (await session.edit({ type: "comment", node: 0, index: null, text })) window.made.push(text);
        const move = moves[(number + (name === "Bob" ? 1 : 0)) % moves.length];
        await session.edit({ type: "add", parent: 0, moves: [move] });
    }
    window.done = true;
}"""


class Server:
    """A server that can be killed, and started again at the same address."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.process = start_server(self.data, self.port)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    def ask(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.address}/api{path}", data, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.load(answer)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.kill()


@contextmanager
def opened(browser: Browser, address: str, fragment: str, name: str) -> Iterator[Board]:
    """Open a study in a browser of its own."""
    context = browser.new_context(
        base_url=address, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.add_init_script(
        f"localStorage.setItem('hyperchess.me', JSON.stringify({{person: {name.lower()!r}.padEnd(8, 'x'),"
        f" name: {name!r}, color: '#9a3b00'}}))"
    )
    watch_errors(page)
    try:
        yield Board(page).open(fragment)
    finally:
        context.close()


def _connected(board: Board, people: int) -> None:
    board.wait(f"window.hyperchess.connection.people.length === {people}")


def _tree(board: Board) -> Any:
    return board.ask("({revision: s.study.revision, nodes: s.study.nodes, headers: s.study.headers})")


@pytest.mark.parametrize("rounds", [2, pytest.param(24, marks=pytest.mark.nightly)])
def test_both_edit_at_once_while_connections_drop_and_the_server_is_killed(
    browser: Browser, server: Server, rounds: int
) -> None:
    """Twenty-four rounds are more than a minute of edits from both sides."""
    study = server.ask("/studies", {"variant": "Standard"})
    place = f"study={study['id']}"
    with (
        opened(browser, server.address, place, "Ada") as ada,
        opened(browser, server.address, place, "Bob") as bob,
    ):
        for round in range(rounds):
            for name, board in (("Ada", ada), ("Bob", bob)):
                board.page.evaluate(f"given => {{ ({_WORK})(given); }}", [name, round, EDITS, MOVES])
            if round % 2:
                ada.page.context.set_offline(True)
                bob.wait(f"window.made.length > {round * EDITS + 1}")
                ada.page.context.set_offline(False)
            else:
                ada.wait(f"window.made.length > {round * EDITS + 1}")
                server.kill()
                server.start()
            for board in (ada, bob):
                board.wait("window.done")
        made = [*ada.ask("window.made"), *bob.ask("window.made")]
        assert len(made) == 2 * rounds * EDITS
        now = server.ask(f"/studies/{study['id']}")
        for board in (ada, bob):
            board.wait(f"window.hyperchess.session.study.revision === {now['revision']}")
            assert _tree(board) == {name: now[name] for name in ("revision", "nodes", "headers")}
        comments = [comment["text"] for comment in now["nodes"][0]["comments"]]
        assert sorted(comments) == sorted(made)  # each once
        assert len(now["nodes"][0]["children"]) == len(MOVES)  # the same move twice is one node


def test_who_is_here_and_following(browser: Browser, server: Server) -> None:
    study = server.ask("/studies", {"text": '[Board "Standard"]\n1. e4 / e5 2. Nf3 / Nc6'})
    place = f"study={study['id']}"
    with (
        opened(browser, server.address, place, "Ada") as ada,
        opened(browser, server.address, place, "Bob") as bob,
    ):
        _connected(ada, 2)
        ada.page.locator("#head-people").click()
        bobs = ada.page.locator("#people li", has_text="Bob")
        expect(bobs).to_contain_text("Nc6")
        bob.page.evaluate("window.hyperchess.session.first()")
        expect(bobs).to_contain_text("at the start")
        bobs.get_by_role("button", name="Follow").click()
        ada.wait("window.hyperchess.session.node === 0")
        bob.page.evaluate("window.hyperchess.session.go(3)")
        ada.wait("window.hyperchess.session.node === 3")
        ada.page.evaluate("window.hyperchess.session.go(1)")  # navigating elsewhere stops following
        ada.wait("window.hyperchess.connection.following === null")
        bob.page.locator("#head-people").click()
        bob.page.locator("#people-lead").check()
        ada.page.get_by_role("button", name="Follow", exact=True).first.wait_for()
        expect(ada.page.locator("#notice")).to_contain_text("Bob asks you to follow")
        ada.page.locator("#people-name").fill("Countess")
        ada.page.locator("#people-name").blur()
        expect(bob.page.locator("#people")).to_contain_text("Countess")


def test_undo_is_of_ones_own_edits_and_earlier_versions_are_shown(browser: Browser, server: Server) -> None:
    study = server.ask("/studies", {"text": '[Board "Standard"]\n1. e4 {good} / e5'})
    place = f"study={study['id']}"
    with (
        opened(browser, server.address, place, "Ada") as ada,
        opened(browser, server.address, place, "Bob") as bob,
    ):
        _connected(ada, 2)
        ada.page.evaluate("window.hyperchess.session.edit({type: 'rename', title: 'By Ada'})")
        bob.wait("window.hyperchess.session.study.title === 'By Ada'")
        assert not bob.ask("s.study.can_undo")
        bob.page.evaluate(
            "window.hyperchess.session.edit({type: 'comment', node: 1, index: 0, text: 'bad', was: 'good'})"
        )
        ada.wait("window.hyperchess.session.nodeOf(1).comments[0].text === 'bad'")
        ada.page.evaluate("window.hyperchess.session.edit({type: 'undo'})")
        bob.wait("window.hyperchess.session.study.title !== 'By Ada'")
        assert bob.ask("s.nodeOf(1).comments[0].text") == "bad"
        ada.page.locator("#head-people").click()
        expect(ada.page.locator(".earlier li", has_text="good")).to_contain_text("Bob")


def test_moves_whose_place_was_deleted_are_kept_for_the_user(browser: Browser, server: Server) -> None:
    study = server.ask("/studies", {"text": '[Board "Standard"]\n1. e4 / e5 2. Nf3 / Nc6'})
    place = f"study={study['id']}&node=4"
    with (
        opened(browser, server.address, place, "Ada") as ada,
        opened(browser, server.address, place, "Bob") as bob,
    ):
        _connected(ada, 2)
        ada.page.evaluate("window.hyperchess.session.playText('(0T3)f1>(0T3)b5')")
        ada.wait("window.hyperchess.session.pending.length === 1")
        bob.page.evaluate("window.hyperchess.session.edit({type: 'delete', node: 3})")
        ada.wait("window.hyperchess.session.node === 2")
        lost = ada.page.locator("#lost-edits")
        expect(lost).to_contain_text("(0T3)f1>(0T3)b5")
        lost.get_by_role("button", name="Dismiss").click()
        expect(lost).to_be_hidden()


def test_what_a_link_allows_is_what_the_page_offers(browser: Browser, server: Server) -> None:
    study = server.ask("/studies", {"text": '[Board "Standard"]\n1. e4 {good} / e5'})
    path = f"/studies/{study['id']}"
    keys = {role: server.ask(f"{path}/links", {"role": role})["key"] for role in ("view", "comment")}
    place = f"study={study['id']}"
    with opened(browser, server.address, f"{place}&key={keys['view']}", "Eve") as eve:
        assert not eve.ask("s.canEdit || s.canComment")
        expect(eve.page.locator("#study-title")).to_have_attribute("readonly", "")
        eve.page.evaluate("window.hyperchess.session.go(1)")
        eve.wait("location.hash.includes('key=') && location.hash.includes('node=1')")
        eve.page.locator("#head-people").click()
        expect(eve.page.locator("#link-add")).to_be_hidden()
    with opened(browser, server.address, f"{place}&key={keys['comment']}", "Cat") as cat:
        assert cat.ask("s.canComment && !s.canEdit")
        expect(cat.page.locator('[data-tool="comment"]')).to_be_visible()
        expect(cat.page.locator('[data-tool="delete"]')).to_be_hidden()
        cat.page.evaluate("window.hyperchess.session.edit({type: 'evaluate', node: 1, evaluation: '!'})")
        cat.wait("window.hyperchess.session.nodeOf(1).moves[0].evaluation === '!'")


def _invite(board: Board) -> str:
    """Start a game by link with White, and return the fragment of the link."""
    board.page.evaluate("window.hyperchess.session.create({variant: 'Standard'})")
    board.wait("window.hyperchess.session.position !== null")
    board.page.locator("#head-play").click()
    board.page.get_by_text("Friend by link").click()
    board.page.locator("#play-start").select_option("variant:Standard")
    board.page.locator("#play-clock").select_option("5+5")
    board.page.locator("#play-go").click()
    expect(board.page.locator("#play-link")).to_be_visible()
    return board.page.locator("#play-link").input_value().partition("#")[2]


def test_an_action_that_is_typed_while_the_prepared_one_loads_stays(browser: Browser, server: Server) -> None:
    with opened(browser, server.address, "", "Ada") as ada:
        place = _invite(ada)
        with opened(browser, server.address, place, "Bob") as bob:
            field = bob.page.locator("#prepared")
            expect(field).to_be_visible()
            field.fill("e5")
            field.press("Enter")
            expect(bob.page.locator("#notice")).to_contain_text("prepared: e5", ignore_case=True)
            late = HeldRequest(bob.page, "**/match/prepared", "GET")
            bob.page.reload()
            bob.wait("window.hyperchess?.session?.position")
            expect(field).to_be_visible()
            late.wait()
            field.fill("Nf6")
            late.send()
            bob.page.wait_for_timeout(100)  # the page reads the response
            expect(field).to_have_value("Nf6")
            field.press("Enter")
            expect(bob.page.locator("#notice")).to_contain_text("prepared: Nf6", ignore_case=True)
            expect(field).to_have_value("Nf6")


def test_a_game_against_a_friend_through_a_link(browser: Browser, server: Server) -> None:
    with opened(browser, server.address, "", "Ada") as ada:
        place = _invite(ada)
        with opened(browser, server.address, place, "Bob") as bob:
            expect(bob.page.locator("#strip-bottom")).to_contain_text("Bob (you)")
            expect(bob.page.locator("#strip-top")).to_contain_text("Ada")
            with opened(browser, server.address, place, "Eve") as eve:  # the seat is taken
                expect(eve.page.locator("#link-card")).to_contain_text("You are watching")
                assert eve.ask("s.study.role") == "view"
            bob.page.evaluate("window.hyperchess.session.select([0, 2, 4, 1])")
            expect(bob.page.locator("#notice")).to_contain_text("It is your opponent's turn")
            ada.page.evaluate("window.hyperchess.session.playText('(0T1)e2>(0T1)e4')")
            ada.wait("window.hyperchess.session.pending.length === 1")
            ada.page.evaluate("window.hyperchess.session.submit()")
            bob.wait("window.hyperchess.session.node === 1")
            expect(bob.page.locator("#strip-bottom .strip-clock")).not_to_have_text("5:00")
            bob.page.evaluate("window.hyperchess.session.playText('(0T1)e7>(0T1)e5')")
            bob.wait("window.hyperchess.session.pending.length === 1")
            bob.page.evaluate("window.hyperchess.session.submit()")
            ada.wait("window.hyperchess.session.node === 2")
            ada.page.keyboard.press("h")
            expect(ada.page.locator("#notice")).to_contain_text("Hint is off during a game")
            ada.page.locator('[data-game="draw"]').click()
            bob.page.get_by_role("button", name="Decline").click()
            expect(ada.page.locator("#link-card")).to_contain_text(re.compile(r"Bob is here \(\d+ ms\)"))
            ada.page.get_by_role("button", name="Move to another device").click()
            expect(ada.page.locator("#seat-link")).to_be_visible()
            moved = ada.page.locator("#seat-link").input_value().partition("#")[2]
            with opened(browser, server.address, moved, "Ada") as phone:
                expect(phone.page.locator("#strip-bottom")).to_contain_text("Ada (you)")
                expect(ada.page.locator("#link-card")).to_contain_text("You are watching")
                phone.page.get_by_role("button", name="Move to another device").click()
                expect(phone.page.locator("#seat-link")).to_be_visible()
                back = phone.page.locator("#seat-link").input_value().partition("#")[2]
                ada.page.evaluate(f"location.hash = {back!r}")
                ada.page.reload()
                expect(ada.page.locator("#strip-bottom")).to_contain_text("Ada (you)")
            bob.page.reload()
            bob.wait("window.hyperchess?.session.node === 2")
            bob.page.locator('[data-game="undo"]').click()
            expect(ada.page.locator("#link-card")).to_contain_text("Bob asks to take back the last action.")
            ada.page.locator("#link-card").get_by_role("button", name="Accept").click()
            bob.wait(
                "window.hyperchess.session.node === 1 && window.hyperchess.session.study.nodes.length === 2"
            )
            bob.page.evaluate("window.hyperchess.session.playText('(0T1)d7>(0T1)d5')")
            bob.wait("window.hyperchess.session.pending.length === 1")
            bob.page.evaluate("window.hyperchess.session.submit()")
            ada.wait("window.hyperchess.session.node === 3")
            expect(bob.page.locator("#strip-bottom .strip-clock")).to_be_visible()
            bob.page.locator("#prepared").fill("Nf6")
            bob.page.locator("#prepared").press("Enter")
            expect(bob.page.locator("#notice")).to_contain_text("prepared: Nf6", ignore_case=True)
            ada.page.evaluate("window.hyperchess.session.playText('(0T2)d2>(0T2)d3')")
            ada.wait("window.hyperchess.session.pending.length === 1")
            ada.page.evaluate("window.hyperchess.session.submit()")
            ada.wait("window.hyperchess.session.node === 5")
            bob.wait("window.hyperchess.session.node === 5")
            expect(bob.page.locator("#prepared")).to_have_value("")
            bob.page.locator('[data-game="resign"]').click()
            bob.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
            expect(ada.page.locator("#strip-bottom")).to_contain_text("Black resigns")
            study = ada.ask("s.study.id")
            expect(bob.page.locator("#strip-bottom")).to_contain_text("lost")
            expect(ada.page.locator("#end-card h2")).to_have_text("You won")
            expect(bob.page.locator("#end-card h2")).to_have_text("You lost")
            bob.page.locator("#end-card").get_by_role("button", name="Review").click()
            expect(bob.page.locator("#end-card dd")).to_have_count(2)
            expect(ada.page.locator("#end-card dd")).to_have_count(2)
            expect(ada.page.locator("#notice .error")).to_have_count(0)
            bob.page.locator("#link-card").get_by_role("button", name="Rematch").click()
            ada.page.locator("#link-card").get_by_role("button", name="Accept").click()
            for board, you in ((ada, "Ada"), (bob, "Bob")):
                board.wait(f"window.hyperchess.session.study.id !== {study!r}")
                expect(board.page.locator("#strip-bottom")).to_contain_text(f"{you} (you)")
            assert [board.ask("s.study.role") for board in (ada, bob)] == ["black", "white"]
            ada.page.locator("#link-card").get_by_role("button", name="Abort").click()
            expect(bob.page.locator("#end-card h2")).to_have_text("Game aborted")
    found = server.ask(f"/studies/{study}")
    assert found["result"] == "1-0" and [node["id"] for node in found["nodes"]][:3] == [0, 1, 3]
    assert [node["moves"][0]["raw"] for node in found["nodes"] if node["id"] == 5] == ["(0T2)g8>(0T2)f6"]


def test_the_computer_takes_the_open_seat(browser: Browser, server: Server) -> None:
    made = server.ask("/matches", {"variant": "Standard", "side": "white"})
    with opened(browser, server.address, f"study={made['study']}&key={made['key']}", "Ada") as ada:
        expect(ada.page.locator("#link-card")).to_contain_text("Waiting for your opponent")
        ada.page.locator("#seat-engine").select_option(index=0)
        ada.page.get_by_role("button", name="Computer plays").click()
        expect(ada.page.locator("#strip-top")).to_contain_text("Computer, level 1")
        ada.page.evaluate("window.hyperchess.session.playText('(0T1)e2>(0T1)e4')")
        ada.wait("window.hyperchess.session.pending.length === 1")
        ada.page.evaluate("window.hyperchess.session.submit()")
        ada.wait("window.hyperchess.session.node === 2")
        assert server.ask(f"/studies/{made['study']}/match")["to_move"] == "white"
