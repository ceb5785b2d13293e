"""The modules of the page as a few files, which a browser loads in half the time.

The page imports about 220 modules, and a test run loads it several hundred times. esbuild joins the modules
without changing what they do; modules that the page imports later stay apart. Tests that start a server of
their own, such as `test_live` and `test_public`, load the modules one by one, as users do.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Route

import hyperchess.app
from scripts.board import ESBUILD, run_program

__all__ = ["bundle_modules", "serve_bundle"]

_ENTRY = Path(hyperchess.app.__file__).parent / "page" / "js" / "main.js"


def bundle_modules(folder: Path) -> Path:
    """Write the bundle into a folder and return the folder."""
    options = ("--bundle", "--splitting", "--format=esm", "--charset=utf8", "--log-level=warning")
    assert run_program(ESBUILD, str(_ENTRY), *options, f"--outdir={folder}") == 0
    return folder


def serve_bundle(context: BrowserContext, bundle: Path) -> None:
    """Answer requests for modules in `js` with files of the bundle; a file that it lacks is an error."""

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        route.fulfill(path=bundle / name, content_type="text/javascript; charset=utf-8")

    context.route("**/js/*.js", answer)
