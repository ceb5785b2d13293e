"""The board without a server: built once, served as plain files, and opened in a real browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from time import monotonic, sleep

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from hyperchess.app.site.build import build_site
from hyperchess.app.site.pyodide import fetch_pyodide
from tests.page.board import PATIENCE, Board, wait_until
from tests.page.browser import launch
from tests.page.conftest import watch_errors
from tests.site.serving import served_folder

REMOVE_STUDY = """() => {
  const { study, source } = window.hyperchess.session;
  return source.ask("DELETE /studies/{id}", { id: study.id });
}"""

_PYODIDE = Path(__file__).parents[2] / "build" / "data" / "pyodide"

expect.set_options(timeout=1_000 * PATIENCE)


class SiteBoard(Board):
    """The board without a server, which is slower to start: Python comes after the page."""

    def open(self, fragment: str = "") -> SiteBoard:
        """Load the page with a URL fragment, and wait until it is idle."""
        super().open(fragment)
        return self

    def ready(self) -> SiteBoard:
        """Wait until Python has started."""
        self.wait("document.documentElement.dataset.site === 'ready'")
        self.rest()
        return self


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder. `HYPERCHESS_SITE_FOLDER` names one that has been built already.

    The workers of a test run build it once; each has its own copy, because some tests change files.
    """
    built = os.environ.get("HYPERCHESS_SITE_FOLDER")
    if built:
        return Path(built).resolve()
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    return copytree(_built_once(shared), tmp_path_factory.mktemp("site") / "board")


def _built_once(shared: Path) -> Path:
    """Build the site in a folder of all workers, or wait until another worker has built it."""
    folder, ended = shared / "site", shared / "site-ended"
    try:
        folder.mkdir()
    except FileExistsError:
        end = monotonic() + 2 * PATIENCE
        while not ended.exists():
            assert monotonic() < end, "another worker has not built the site"
            sleep(0.1)
        assert ended.read_text() == "", "another worker could not build the site"
        return folder
    outcome = "failed"
    try:
        build_site(folder, fetch_pyodide(_PYODIDE))
        outcome = ""
    finally:
        ended.write_text(outcome)
    return folder


@pytest.fixture(scope="package")
def address(site: Path) -> Iterator[str]:
    """The address of a plain static server."""
    with served_folder(site) as place:
        yield place


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for this package."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A browser without any studies."""
    made = browser.new_context(
        base_url=address,
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
        accept_downloads=True,
    )
    yield made
    made.close()


@pytest.fixture
def board(context: BrowserContext, address: str) -> Iterator[SiteBoard]:
    """Open the page. An error in its console, or a request to another host, fails the test."""
    page = context.new_page()
    errors = watch_errors(page)
    foreign: list[str] = []
    own = (address, "blob:", "data:", "about:")
    context.on(
        "request", lambda request: None if request.url.startswith(own) else foreign.append(request.url)
    )
    shown = SiteBoard(page)
    yield shown
    assert [error for error in errors if not any(one in error for one in shown.refusals)] == []
    assert foreign == []


def read_study(board: Board) -> dict[str, object]:
    """The study that is shown."""
    wait_until(board.page, "window.hyperchess?.session?.study")
    found: dict[str, object] = board.page.evaluate("window.hyperchess.session.study")
    return found
