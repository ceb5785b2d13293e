"""A real server and a real browser for the tests of the page."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.page.board import PATIENCE, Board, limit_waits
from tests.page.browser import launch
from tests.page.bundle import bundle_modules, serve_bundle
from tests.page.serving import start_server, stop_server
from tests.ports import free_port

OTHER_ENGINE = f'other="{sys.executable}" -m hyperchess engine'

expect.set_options(timeout=1_000 * PATIENCE)


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a data folder of its own."""
    port = free_port()
    server = start_server(tmp_path_factory.mktemp("data"), port, "--engine", OTHER_ENGINE)
    yield f"http://127.0.0.1:{port}"
    stop_server(server)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for this package only: while it runs, nothing else in the process can run an event loop."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="package")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with the modules of the page."""
    return bundle_modules(tmp_path_factory.mktemp("bundle"))


@pytest.fixture
def looks() -> dict[str, Any]:
    """Options of the browser context; tests parametrise this."""
    return {}


@pytest.fixture
def board(browser: Browser, address: str, bundle: Path, looks: dict[str, Any]) -> Iterator[Board]:
    """The page in a new browser context. An error in its console fails the test."""
    wanted = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **looks}
    context = browser.new_context(base_url=address, accept_downloads=True, **wanted)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    serve_bundle(context, bundle)
    page = context.new_page()
    errors = watch_errors(page)
    shown = Board(page)
    yield shown
    context.close()
    assert [error for error in errors if not any(one in error for one in shown.refusals)] == []


def watch_errors(page: Page) -> list[str]:
    """A list that collects the errors of a page."""
    errors: list[str] = []

    def told(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(f"{message.text} ({message.location.get('url', '')})")

    page.on("console", told)
    page.on("pageerror", lambda error: errors.append(str(error)))
    limit_waits(page)
    return errors
