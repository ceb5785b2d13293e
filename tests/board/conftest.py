"""The built package, served over HTTP, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from scripts.board import build
from tests.page.browser import launch
from tests.site.serving import served_folder


@pytest.fixture(scope="package")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the npm package; its content is in `package` next to it."""
    return build(tmp_path_factory.mktemp("board") / "build")


@pytest.fixture(scope="package")
def address(package: Path) -> Iterator[str]:
    """The address of a server for the content of the package."""
    with served_folder(package.parent / "package") as served:
        yield served


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for this package of tests."""
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()
