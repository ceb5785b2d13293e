"""Drawing time of the page: a fast drag and zooms over a large multiverse, and over a crowded plane.

python -m benchmarks.page

Drawn in a real Chromium without a graphics card, 1280 by 800. A frame is timed until it is painted. The goal
is a median of at most 8 ms for the game with 120 timelines, and its first picture within a second.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from playwright.sync_api import Page, expect, sync_playwright

from benchmarks.timing import Figures
from benchmarks.web import server
from tests.page.board import Board
from tests.page.browser import launch

GAME = Path(__file__).parents[1] / "tests" / "corpus" / "good" / "cwmtt-100_timelines.5dpgn"
FRAMES = 600
ARROWS = """
    async () => {
    const { session, settings } = window.hyperchess;
    const squares = session.position.playable.slice(0, 40).map(([row, time]) => [row, time, 0, 0]);
    await session.drawShapes(squares.map(([row, time]) => (
      { type: "arrow", from: [row, time, 0, 0], to: [row, time, 7, 7], color: "green" }
    )));
    settings.set("evaluation", true);
}
"""
PLANE = """
    async () => {
    const { InfiniteView } = await import("/js/infinite/view.js");
    const art = await window.hyperchess.session.source.art();
    const host = document.createElement("div");
    host.style.setProperty("width", "1200px");
    host.style.setProperty("height", "700px");
    document.body.append(host);
    const view = new InfiniteView(host, art, () => art.themes.light);
    const pieces = [];
    for (let x = 0; x < 320; x++) for (let y = 0; y < 320; y++) {
      pieces.push(["pawn", (x ^ y) & 2 ? "white" : "black", String(3 * x), String(2 * y), 0]);
    }
    const status = { verdict: "ongoing", over: false, text: "" };
    view.show({ game: "infinite", player: "white", players: [], pieces, border: null, last: [],
                checks: [], en_passant: null, promotion_ranks: {}, pending: [], may_submit: false,
                fault: null, status, variant: "" });
    view.fit(true);
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const times = [];
    for (const scale of [0.5, 2, 8, 14, 40]) {
      view.camera.scale = scale;
      for (let i = 0; i < 20; i++) { view.redraw(); await frame(); }
      view.times.length = 0;
      for (let i = 0; i < 60; i++) { view.camera.panBy(5, 3); view.redraw(); await frame(); }
      times.push(...view.times);
    }
    host.remove();
    times.sort((one, other) => one - other);
    return { median: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)] };
}
"""


def open_game(page: Page, text: str) -> float:
    """Open a game; how many milliseconds pass until its last position is drawn."""
    board = Board(page).open()
    begin = perf_counter()
    study = page.evaluate("async text => (await window.hyperchess.session.source.create({text})).id", text)
    created = perf_counter()
    page.evaluate("async id => { await window.hyperchess.session.load(id); }", study)
    board.rest()
    print(f"  {'reading the game, ms':<56} {1_000 * (created - begin):>10.1f}")
    return 1_000 * (perf_counter() - created)


def main() -> Figures:
    """Print the figures and return them."""
    figures: Figures = {}
    with server() as port, sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{port}", viewport={"width": 1280, "height": 800}
        )
        page = context.new_page()
        print("Drawing the page (milliseconds)")
        shown = open_game(page, GAME.read_text(encoding="utf-8"))
        times = page.evaluate(f"() => window.hyperchess.stage().benchmark({FRAMES})")
        figures["boards of the game"] = times["boards"]
        figures["the game is shown within, ms"] = shown
        figures["first picture of all boards, ms"] = times["first"]
        figures["a frame, median ms"] = times["median"]
        figures["a frame, 95 %, ms"] = times["p95"]
        page.evaluate(ARROWS)
        expect(page.locator("#eval-bar")).to_be_visible(timeout=120_000)
        times = page.evaluate(f"() => window.hyperchess.stage().benchmark({FRAMES})")
        figures["a frame with arrows and evaluation, median ms"] = times["median"]
        figures["a frame with arrows and evaluation, 95 %, ms"] = times["p95"]
        plane = page.evaluate(PLANE)
        figures["a frame of 102,400 pieces on a plane, median ms"] = plane["median"]
        figures["a frame of 102,400 pieces on a plane, 95 %, ms"] = plane["p95"]
        browser.close()
    for name, figure in figures.items():
        print(f"  {name:<56} {figure:>10,.1f}")
    return figures


if __name__ == "__main__":
    main()
