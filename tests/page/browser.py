"""Finds or installs the browser for the tests of the page.

In this order: the program in `HYPERCHESS_BROWSER`, Chromium or Chrome of the system, Playwright's browser.
The headless shell comes first: it is Chromium without the window around the page, which takes half of the
time that a page needs to open. `install_browser` tries the system's packages if it may, then Playwright's
download.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

__all__ = ["find_browser", "install_browser", "launch"]

_SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
_NAMES = (*_SHELLS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_PACKAGES = ("chromium-headless-shell", "chromium")
_QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
)
_MISSING = (
    "the tests of the page need Chromium: install it, or name one by HYPERCHESS_BROWSER, "
    "or run `python -m playwright install chromium`"
)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def find_browser(playwright: Playwright) -> str | None:
    """The path of a browser, if there is one."""
    named = os.environ.get("HYPERCHESS_BROWSER")
    if named:
        return named
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            return found
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def launch(playwright: Playwright) -> Browser:
    """Start a browser. As root, Chromium only runs without its sandbox."""
    program = find_browser(playwright)
    if program is None:
        raise RuntimeError(_MISSING)
    sandbox = ("--no-sandbox",) if _is_root() else ()
    return playwright.chromium.launch(executable_path=program, args=[*_QUIET, *sandbox])


def install_browser() -> None:
    """Make sure that there is a browser; exit with a message if none can be installed."""
    with sync_playwright() as playwright:
        if find_browser(playwright):
            return
        if _is_root() and shutil.which("apt-get"):
            _apt("update", "-qq")
            for package in _PACKAGES:
                if find_browser(playwright) is None:
                    _apt("install", "-y", "-qq", package, "fonts-dejavu-core")
        if find_browser(playwright) is None:
            subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
        if find_browser(playwright) is None:
            sys.exit(_MISSING)


def _apt(*arguments: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", *arguments], check=False, env=environment)
