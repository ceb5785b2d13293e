"""The self-contained file in a browser, opened from disk without a server."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from hyperchess.app.files.inputs import games_of
from hyperchess.app.web.viewer import viewer_html
from hyperchess.game import Comment
from hyperchess.studies.content import Content
from hyperchess.studies.data import json_text
from hyperchess.studies.study import Study
from tests.page.board import wait_until

from .conftest import watch_errors


def _open(browser: Browser, path: Path, **looks: Any) -> tuple[Page, list[str]]:
    """Open a file: the page, and a list of its errors and of requests that left the file."""
    page = browser.new_context(reduced_motion="reduce", **looks).new_page()
    wrong = watch_errors(page)
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith(("file:", "data:", "blob:")) else wrong.append(request.url)
        ),
    )
    page.goto(path.as_uri())
    wait_until(page, "globalThis.hyperchess?.session.position")
    return page, wrong


@pytest.mark.parametrize("name", ["four-timelines", "infinite-classical"])
def test_every_position_of_a_file(browser: Browser, tmp_path: Path, name: str) -> None:
    (game,) = games_of(f"example:{name}")
    path = tmp_path / "game.html"
    path.write_text(viewer_html(game), encoding="utf-8")
    page, wrong = _open(browser, path)
    study = Study(Content.of(game))
    for number in reversed(range(len(study.content.ids))):
        shown = page.evaluate(
            "async (node) => (await hyperchess.session.go(node), hyperchess.session.position)", number
        )
        wanted = json.loads(json_text(study.place(number).position()))
        for position in (shown, wanted):
            position.get("pieces", []).sort()
        assert shown == wanted
    page.context.close()
    assert wrong == []


def test_a_file_is_read_with_keys(browser: Browser, tmp_path: Path) -> None:
    (game,) = games_of("example:four-timelines")
    game.root.comments = [Comment("<b>bold</b> </script>")]
    path = tmp_path / "game.html"
    path.write_text(viewer_html(game, "Ada's <game>"), encoding="utf-8")
    page, wrong = _open(browser, path)
    assert page.locator("#status-line").inner_text().startswith("White is checkmated")
    page.keyboard.press("Home")
    wait_until(page, "hyperchess.session.node === 0")
    page.keyboard.press("ArrowRight")
    wait_until(page, "hyperchess.session.node === 1")
    assert page.locator('[aria-current="true"]').inner_text().strip() == "e3"
    assert page.title() == "Ada's <game>"
    assert page.locator("#viewer-title").inner_text() == "Ada's <game>"
    assert "<b>bold</b> </script>" in page.locator("#panel-moves").inner_text()
    assert page.locator('[data-action="submit"]').count() == 0
    page.context.close()
    assert wrong == []


def test_a_file_on_a_phone_in_the_dark(browser: Browser, tmp_path: Path) -> None:
    (game,) = games_of("example:infinite-classical")
    path = tmp_path / "game.html"
    path.write_text(viewer_html(game), encoding="utf-8")
    phone = {"width": 390, "height": 844}
    page, wrong = _open(browser, path, viewport=phone, color_scheme="dark", has_touch=True)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    box = page.locator("#board canvas").first.bounding_box()
    assert box is not None and box["width"] > 350 and box["height"] > 300
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.context.close()
    assert wrong == []
