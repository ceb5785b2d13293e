"""The widget in a real JupyterLab: drawn, played on, and set from Python."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.page.board import wait_until
from tests.page.browser import launch
from tests.ports import free_port

pytestmark = pytest.mark.nightly

_PATIENCE = 60
_CELLS = (
    'import hyperchess as hc\nboard = hc.widget(hc.parse("1. e3 / f6 2. Qe2 / Nc6"))\nboard',
    'print("played", board.action, board.position.status.word)\n'
    'board.position = hc.infinite.start("Classical")',
)


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a notebook in JupyterLab, which has folders of its own."""
    cells: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "id": f"cell{at}",
            "metadata": {},
            "source": text,
            "outputs": [],
            "execution_count": None,
        }
        for at, text in enumerate(_CELLS)
    ]
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"cells": cells, "metadata": {"kernelspec": spec}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "board.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    port = free_port()
    own = {
        name: str(tmp_path / name)
        for name in (
            "JUPYTER_CONFIG_DIR",
            "JUPYTER_DATA_DIR",
            "JUPYTER_RUNTIME_DIR",
            "IPYTHONDIR",
            "JUPYTERLAB_SETTINGS_DIR",
        )
    }
    options = (
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--ip=127.0.0.1",
        "--IdentityProvider.token=",
    )
    quiet = (
        "--LabApp.extension_manager=readonly",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    )
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options, *quiet, str(tmp_path / "work")],
            env={**os.environ, **own},
            stdout=log,
            stderr=log,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(address, server)
        yield f"{address}/lab/tree/board.ipynb"
    finally:
        server.terminate()
        server.wait(_PATIENCE)


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(10 * _PATIENCE):
        assert server.poll() is None
        try:
            with urlopen(f"{address}/api", timeout=5):
                return
        except URLError:
            time.sleep(0.1)
    raise AssertionError("JupyterLab did not start")


def test_a_board_in_jupyterlab(lab: str) -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_context(
            viewport={"width": 1280, "height": 900}, reduced_motion="reduce"
        ).new_page()
        page.set_default_timeout(1_000 * _PATIENCE)
        outside: list[str] = []
        page.on(
            "request", lambda request: outside.append(request.url) if "127.0.0.1" not in request.url else None
        )
        page.goto(lab)
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        _run_cell(page, 0)
        wait_until(page, "document.querySelector('hyperchess-board')?.position")
        board = page.locator("hyperchess-board")
        assert board.evaluate("(board) => board.node") == 4
        # a move made on the board arrives in Python
        assert board.evaluate("(board) => board.play(['(0T3)e2>(0T3)h5'])") is True
        _save(page, "jupyterlab-5d.png")
        _run_cell(page, 1)
        page.get_by_text("played ['(0T3)e2>(0T3)h5'] checkmate").wait_for()
        # a position set in Python is drawn
        wait_until(page, "document.querySelector('hyperchess-board').position?.game === 'infinite'")
        _save(page, "jupyterlab-infinite.png")
        assert [url for url in outside if not url.startswith(("blob:", "data:"))] == []
        browser.close()


def _run_cell(page: Page, number: int) -> None:
    page.locator(".jp-Notebook .jp-CodeCell .cm-content").nth(number).click()
    page.keyboard.press("Shift+Enter")


def _save(page: Page, name: str) -> None:
    """Take a picture for the documentation if HYPERCHESS_SCREENSHOTS names a folder."""
    folder = os.environ.get("HYPERCHESS_SCREENSHOTS", "")
    if Path(folder).is_dir() and folder:
        page.screenshot(path=Path(folder) / name)
