"""The built package, served over HTTP, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts.board import build
from tests.page.browser import launch


@pytest.fixture(scope="package")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the npm package; its content is in `package` next to it."""
    return build(tmp_path_factory.mktemp("board") / "build")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="package")
def address(package: Path) -> Iterator[str]:
    """The address of a server for the content of the package."""
    folder = package.parent / "package"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for this package of tests."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()
