"""A server for others in real browsers: below a path, with a password, studies opened by links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.board import Board
from tests.page.conftest import watch_errors
from tests.page.serving import start_server, stop_server
from tests.ports import free_port

_PASSWORD = "chess through time"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[str]:
    """The address of a public server."""
    port = free_port()
    address = f"http://127.0.0.1:{port}/club"
    server = start_server(tmp_path, port, "--public", address, HYPERCHESS_PASSWORD=_PASSWORD)
    yield address
    stop_server(server)


def _sign_in(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("status")).to_have_text("This board requires a password.")
    page.get_by_label("Password").fill("something else")
    page.get_by_role("button").click()
    expect(page.get_by_role("status")).to_have_text("Wrong password.")
    page.get_by_label("Password").fill(_PASSWORD)
    page.get_by_role("button").click()


def test_a_club(browser: Browser, place: str) -> None:
    """One makes a study and a link, another comes by it through the password, and both see both moves."""
    boards, errors = [], []
    for _ in range(2):
        page = browser.new_context(
            reduced_motion="reduce", viewport={"width": 1280, "height": 800}
        ).new_page()
        boards.append(Board(page))
        errors.append(watch_errors(page))
    ada, bob = boards
    _sign_in(ada.page, f"{place}/#variant=Standard")
    ada.wait("window.hyperchess?.session?.position")
    ada.page.evaluate("window.hyperchess.session.edit({type: 'add', parent: 0, moves: ['(0T1)e2>(0T1)e4']})")
    ada.page.reload()  # the key of the study is kept
    ada.wait("window.hyperchess?.session?.study?.nodes.length === 2")
    ada.page.get_by_role("button", name="People").click()
    ada.page.get_by_label("What the link allows").select_option("edit")
    ada.page.get_by_role("button", name="Create link").click()
    link = ada.page.get_by_label("New link")
    expect(link).to_have_value(re.compile(f"^{re.escape(place)}/#study=[0-9a-f]+&key="))

    _sign_in(bob.page, link.input_value())
    bob.wait("window.hyperchess?.session?.study?.nodes.length === 2")
    bob.page.evaluate("window.hyperchess.session.edit({type: 'add', parent: 0, moves: ['(0T1)d2>(0T1)d4']})")
    ada.wait("window.hyperchess.session.study.nodes.length === 3")
    for board, wrong in zip(boards, errors, strict=True):
        board.page.context.close()
        assert [error for error in wrong if "401" not in error and "403" not in error] == []


def test_without_a_key_there_is_nothing_to_see(browser: Browser, place: str) -> None:
    page = browser.new_context(reduced_motion="reduce").new_page()
    _sign_in(page, f"{place}/#study=0123456789abcdef")
    expect(page.locator("#notice")).to_contain_text("link")
    page.context.close()


def test_two_people_meet_through_an_open_challenge(browser: Browser, place: str) -> None:
    """One lists a challenge, another accepts it on the start page, and a third one watches."""
    boards = []
    for _ in range(3):
        page = browser.new_context(
            reduced_motion="reduce", viewport={"width": 1280, "height": 800}
        ).new_page()
        watch_errors(page)
        boards.append(Board(page))
        _sign_in(page, place)
    ada, bob, eve = boards
    expect(bob.page.locator(".open-challenges")).to_contain_text("No open challenges")
    ada.page.locator('[data-begin="5d"]').click()
    ada.page.get_by_text("Friend by link").click()
    ada.page.locator("#play-clock").select_option("3d")
    ada.page.get_by_text("List it as an open challenge").click()
    ada.page.locator("#play-go").click()
    expect(ada.page.locator("#link-card")).to_contain_text("Waiting for your opponent")
    row = bob.page.locator(".challenges li")
    expect(row).to_contain_text("Standard · 3 days an action · you play Black")
    row.get_by_role("button", name="Play").click()
    expect(bob.page.locator("#strip-bottom")).to_contain_text("(you)")
    expect(bob.page.locator("#strip-bottom .strip-clock")).to_have_text("3 d 0 h")
    eve.page.locator(".challenges").get_by_role("button", name="Watch").click()
    expect(eve.page.locator("#link-card")).to_contain_text("You are watching")
    expect(ada.page.locator("#link-card")).to_contain_text("1 person is watching")
    ada.page.evaluate("window.hyperchess.session.playText('(0T1)e2>(0T1)e4')")
    ada.wait("window.hyperchess.session.pending.length === 1")
    ada.page.evaluate("window.hyperchess.session.submit()")
    for board in (bob, eve):
        board.wait("window.hyperchess.session.node === 1")
    expect(bob.page).to_have_title(re.compile(r"^\(1\) "))  # it is Bob's turn
    expect(ada.page).to_have_title(re.compile(r"^[^(]"))
    bob.page.reload()
    bob.wait("window.hyperchess?.session.node === 1")
    bob.page.locator("#brand").click()
    own = bob.page.locator(".open-own-games li")
    expect(own).to_contain_text(re.compile(r"you play Black · your turn · 2 d 23 h left"))
    own.get_by_role("button", name="Play").click()
    expect(bob.page.locator("#open-panel")).to_be_hidden()
