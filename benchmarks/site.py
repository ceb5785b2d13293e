"""The board without a server in a real Chromium: how fast it starts and moves, and what is transferred.

python -m benchmarks.site [FOLDER]

Without a folder that `make site` has written, one is built first. Times are by the clock, so the load of the
machine is printed with them. Goals: a picture within 1.5 s and a playable board within 6 s when nothing is
known, within 4 s warm and offline; a move within 50 ms, within 200 ms on 120 timelines; 9 MB compressed.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.timing import Figures
from hyperchess.app.site.build import build_site
from hyperchess.app.site.pyodide import fetch_pyodide
from tests.page.board import wait_until
from tests.page.browser import launch
from tests.site.serving import served_folder

_ROOT = Path(__file__).parents[1]
_LARGE = _ROOT / "tests" / "corpus" / "good" / "cwmtt-100_timelines.5dpgn"
_MOVES = 20
_HOURS = 400  # asks for positions and targets, as an hour of play does
_PLAY = """async (count) => {
  const { session } = window.hyperchess;
  const times = [];
  for (let i = 0; i < count; i += 1) {
    const squares = session.position.playable.flatMap(([row, time]) => {
      const line = session.position.timelines.find((each) => each.row === row);
      const board = line.boards[time - line.first];
      const own = session.position.player === "white" ? /[A-Z]/ : /[a-z]/;
      const width = session.position.width;
      return [...board].flatMap((letter, at) => own.test(letter)
        ? [[row, time, at % width, session.position.height - 1 - Math.floor(at / width)]] : []);
    });
    let move = null;
    for (let at = i; at < i + squares.length && !move; at += 1) {
      await session.select(squares[at % squares.length]);
      move = session.targets.moves[0] ?? null;
    }
    const begin = performance.now();
    await session.play(move);
    times.push(performance.now() - begin);
    await session.undo();
  }
  return times;
}"""


def _start(page: Page, address: str) -> tuple[float, float]:
    """Seconds until the first board is drawn, and until Python answers."""
    begin = perf_counter()
    page.goto(f"{address}/#variant=Standard")
    wait_until(page, "window.hyperchess?.session?.position")
    drawn = perf_counter() - begin
    wait_until(page, "document.documentElement.dataset.site === 'ready'")
    return drawn, perf_counter() - begin


def _run(browser: Browser, address: str) -> Figures:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    drawn, ready = _start(page, address)
    page.evaluate("navigator.serviceWorker.ready")
    wait_until(page, "navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    again = context.new_page()
    warm_drawn, warm = _start(again, address)
    page.close()
    small = again.evaluate(_PLAY, _MOVES)
    memory = "window.hyperchess.session.source && performance.memory.usedJSHeapSize"
    again.evaluate("text => window.hyperchess.session.create({text})", _LARGE.read_text(encoding="utf-8"))
    wait_until(again, "window.hyperchess.session.position?.timelines.length > 90")
    large = again.evaluate(_PLAY, _MOVES)
    before = again.evaluate(memory)
    again.evaluate(_PLAY, _HOURS)
    after = again.evaluate(memory)
    context.close()
    return {
        "cold: first board drawn, s": drawn,
        "cold: playable, s": ready,
        "warm and offline: first board drawn, s": warm_drawn,
        "warm and offline: playable, s": warm,
        "a move, median ms": median(small),
        "a move on 100 timelines, median ms": median(large),
        f"memory of the page after {_HOURS} moves, times that before": after / before,
    }


def _transferred(folder: Path) -> float:
    """Megabytes of all files that the service worker keeps, each compressed as hosts do."""
    names = json.loads((folder / "hyperchess-site.json").read_text(encoding="utf-8"))["files"]
    kept = [name for name in names if not name.startswith("licences/")]
    return sum(len(gzip.compress((folder / name).read_bytes(), 6)) for name in kept) / 1e6


def main() -> Figures:
    """Print the figures and return them."""
    with TemporaryDirectory() as scratch:
        named = [path for path in sys.argv[1:] if Path(path).is_dir()]
        folder = Path(named[0]) if named else Path(scratch) / "site"
        if not named:
            build_site(folder, fetch_pyodide(_ROOT / "build" / "data" / "pyodide"))
        with served_folder(folder) as address, sync_playwright() as playwright:
            browser = launch(playwright)
            figures = _run(browser, address)
            browser.close()
        figures["transferred, compressed, MB"] = _transferred(folder)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"The board without a server (load {load:.1f})")
    for name, value in figures.items():
        print(f"  {name:<56} {value:>10,.2f}")
    return figures


if __name__ == "__main__":
    main()
