"""The modules of the page in one file, which a browser loads in half the time.

The page imports about 220 modules, and a test run loads it several hundred times. esbuild joins the modules
without changing what they do; those that the page imports later run when it does. Tests that start a server
of their own, such as `test_live` and `test_public`, load the modules one by one, as users do.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Route

import hyperchess.app
from scripts.board import ESBUILD, run_program

__all__ = ["bundle_modules", "serve_bundle"]

_ENTRY = Path(hyperchess.app.__file__).parent / "page" / "js" / "main.js"


def bundle_modules(folder: Path) -> Path:
    """Write the bundle into a folder and return its file."""
    file = folder / "main.js"
    options = ("--bundle", "--format=esm", "--charset=utf8", "--log-level=warning")
    assert run_program(ESBUILD, str(_ENTRY), *options, f"--outfile={file}") == 0
    return file


def serve_bundle(context: BrowserContext, bundle: Path) -> None:
    """Let the pages of a context load the bundle in place of their first module."""

    def answer(route: Route) -> None:
        route.fulfill(path=bundle, content_type="text/javascript; charset=utf-8")

    context.route("**/js/main.js", answer)
