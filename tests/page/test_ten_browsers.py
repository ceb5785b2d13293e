"""Ten browsers on a public server: challenges, phones, spectators, time trouble, review and rematch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.board import Board
from tests.page.conftest import watch_errors
from tests.page.serving import start_server, stop_server
from tests.ports import free_port

MATE = [
    "(0T1)e2>(0T1)e3",
    "(0T1)f7>(0T1)f6",
    "(0T2)d1>(0T2)e2",
    "(0T2)b8>(0T2)c6",
    "(0T3)e2>(0T3)h5",
]
PHONE = {"width": 390, "height": 844}
_DEPTH = "window.hyperchess.session.path(window.hyperchess.session.node).length"  # actions before the node
DESKTOP = {"width": 1280, "height": 800}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    place = f"http://127.0.0.1:{port}"
    server = start_server(tmp_path, port, "--public", place, "--rate", "1000")
    yield place
    stop_server(server)


def _arrive(browser: Browser, address: str, name: str, stack: ExitStack, *, phone: bool = False) -> Board:
    """A person with a name on the start page."""
    context = browser.new_context(
        base_url=address,
        viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
        has_touch=phone,
        reduced_motion="reduce",
    )
    stack.callback(context.close)
    page = context.new_page()
    page.add_init_script(
        f"localStorage.setItem('hyperchess.me', JSON.stringify({{person: {name.lower()!r}.padEnd(8, 'x'),"
        f" name: {name!r}, color: '#9a3b00'}}))"
    )
    watch_errors(page)
    page.goto(address)
    expect(page.locator(".open-challenges")).to_be_visible()
    return Board(page)


def _challenge(board: Board, **clock: float) -> None:
    """List an open challenge with White."""
    request = {"variant": "Standard", "side": "white", "open": True, "clock": clock or None}
    made = board.page.evaluate(
        """async (request) => {
            const { name } = JSON.parse(localStorage.getItem("hyperchess.me"));
            const body = JSON.stringify({ ...request, name });
            const headers = { "Content-Type": "application/json" };
            return (await fetch("api/matches", { method: "POST", headers, body })).json();
        }""",
        request,
    )
    board.page.evaluate(f"location.hash = 'study={made['study']}&key={made['key']}'")
    board.page.reload()
    expect(board.page.locator("#strip-bottom")).to_contain_text("(you)")


def _choose(board: Board, name: str, button: str) -> None:
    """Press a button of the list of challenges and games."""
    row = board.page.locator(".open-challenges li", has_text=name)
    row.get_by_role("button", name=button).click()
    expect(board.page.locator("#open-panel")).to_be_hidden()


def _play(boards: tuple[Board, Board], moves: list[str]) -> None:
    """Play moves in turn; the page of the player to move must show the last action first."""
    for number, move in enumerate(moves):
        board = boards[number % 2]
        board.wait(f"{_DEPTH} === {number} && window.hyperchess.session.position !== null")
        board.page.evaluate(f"window.hyperchess.session.playText({move!r})")
        board.wait("window.hyperchess.session.pending.length === 1")
        board.page.evaluate("window.hyperchess.session.submit()")
        board.wait(f"{_DEPTH} >= {number + 1}")


@pytest.mark.nightly
def test_ten_people_play_watch_review_and_play_again(browser: Browser, address: str) -> None:
    with ExitStack() as stack:
        names = ("Ada", "Bob", "Cat", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon")
        people = {
            name: _arrive(browser, address, name, stack, phone=name in ("Ada", "Bob")) for name in names
        }
        ada, bob, cat, dan, eve, finn, gus, hal, ida, jon = people.values()
        pairs = ((ada, bob, "Ada"), (eve, finn, "Eve"), (gus, hal, "Gus"), (ida, jon, "Ida"))
        for host, guest, name in pairs:
            if host is eve:
                _challenge(host, seconds=20.0)
            else:
                _challenge(host)
            _choose(guest, name, "Play")
            expect(guest.page.locator("#strip-bottom")).to_contain_text("(you)")
        for spectator in (cat, dan):
            _choose(spectator, "Ada", "Watch")
            expect(spectator.page.locator("#link-card")).to_contain_text("You are watching")
        expect(cat.page.locator("#link-card")).to_contain_text("2 people are watching")

        _play((eve, finn), MATE[:2])
        eve.page.context.set_offline(True)  # in time trouble, on her turn
        _play((ada, bob), MATE)
        for board in (ada, bob, cat, dan):
            board.wait("window.hyperchess.session.node === 5")
            expect(board.page.locator(".strip", has_text="mate")).to_have_count(1)  # that of the winner
        expect(ada.page.locator("#end-card h2")).to_have_text("You won")
        expect(bob.page.locator("#end-card h2")).to_have_text("You lost")
        for host, guest in ((gus, hal), (ida, jon)):
            _play((host, guest), MATE)
            expect(guest.page.locator("#end-card h2")).to_have_text("You lost")

        expect(finn.page.locator("#end-card h2")).to_have_text("You won")
        expect(finn.page.locator("#strip-bottom")).to_contain_text("White has no time left")
        eve.page.context.set_offline(False)
        expect(eve.page.locator("#end-card h2")).to_have_text("You lost")

        first = ada.ask("s.study.id")
        ada.page.locator("#end-card").get_by_role("button", name="Review").evaluate("it => it.click()")
        for board in (ada, bob):  # the review of one player is there for both
            expect(board.page.locator("#end-card dd")).to_have_count(2)
        bob.page.locator("#link-card").get_by_role("button", name="Rematch").evaluate("it => it.click()")
        accept = ada.page.locator("#link-card").get_by_role("button", name="Accept")
        expect(accept).to_be_attached()
        ada.wait("!document.querySelector('#link-card button').hidden")
        accept.evaluate("it => it.click()")
        for board in (ada, bob):
            board.wait(f"window.hyperchess.session.study.id !== {first!r}")
        assert [board.ask("s.study.role") for board in (ada, bob)] == ["black", "white"]
        _play((bob, ada), MATE[:2])
        assert {board.ask("s.study.id") for board in (cat, dan)} == {first}
