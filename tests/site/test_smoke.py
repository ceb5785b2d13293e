"""Essentials for every commit: open, play, save, work offline, and use the engine."""

from __future__ import annotations

from playwright.sync_api import BrowserContext

from tests.site.conftest import SiteBoard, read_study


def test_a_game_is_played_kept_and_opened_again_without_a_network(
    board: SiteBoard, context: BrowserContext
) -> None:
    board.open("variant=Standard").ready()
    board.click((0, 2, 4, 1))
    board.click((0, 2, 4, 3))
    board.act("submit")
    board.wait("window.hyperchess.session.study.nodes.length === 2")
    before = read_study(board)

    board.page.evaluate("navigator.serviceWorker.ready")
    board.wait("navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    board.page.reload()
    board.ready()
    board.wait("window.hyperchess.session.study?.nodes.length === 2")
    after = read_study(board)
    assert (after["id"], after["revision"]) == (before["id"], before["revision"])

    played = board.page.evaluate(
        """async () => {
          const { session } = window.hyperchess;
          const asked = { study: session.study.id, node: 1, level: 1, seconds: 1 };
          const { id } = await session.source.ask("POST /replies", {}, asked);
          return new Promise((resolve) => session.source.watchSearch(id, (search) => {
            if (["done", "failed"].includes(search.state)) resolve(search);
          }));
        }"""
    )
    assert played["state"] == "done", played
    assert len(played["answer"]["moves"]) == 1
