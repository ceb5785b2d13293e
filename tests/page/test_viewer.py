"""The self-contained file in a browser, opened from disk without a server."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from hyperchess.app.files.inputs import read_games
from hyperchess.app.web.viewer import viewer_html
from hyperchess.game import Comment, Game
from hyperchess.ruleset import GameKind
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
    (game,) = read_games(f"example:{name}")
    path = tmp_path / "game.html"
    path.write_text(viewer_html(game), encoding="utf-8")
    page, wrong = _open(browser, path)
    study = Study(Content.of(game))
    for number in reversed(range(len(study.content.ids))):
        shown = page.evaluate(
            "async (node) => (await hyperchess.session.go(node), hyperchess.session.position)", number
        )
        wanted = json.loads(json_text(study.place(number).position()))
        if number == study.content.ids[game.end] and game.kind is GameKind.MULTIVERSE:
            wanted |= {"mandatory": [], "fault": None}  # the game is over: no board needs a move
        for position in (shown, wanted):
            position.get("pieces", []).sort()
        assert shown == wanted
    page.context.close()
    assert wrong == []


_PLAY_ON = """async (moves) => {
  const { session } = hyperchess;
  const shown = [];
  if (session.study.game === "5d") {
    for (const move of moves) {
      await session.select(hyperchess.from(move));
      if (!session.targets.moves.some((each) => each.text === move)) throw new Error(`no target ${move}`);
      await session.playText(move);
      shown.push(session.position);
    }
    await session.submit();
  } else await session.playText(moves[0]);
  return { shown: [...shown, session.position], passing: await session.source.passing("", session.node, []) };
}"""


@pytest.mark.parametrize("name", ["four-timelines", "infinite-classical"])
def test_a_game_is_played_on_by_the_full_rules(browser: Browser, tmp_path: Path, name: str) -> None:
    """A file with the start alone; every action of the game is played in it, and its positions are right."""
    (game,) = read_games(f"example:{name}")
    study = Study(Content.of(game))
    path = tmp_path / "start.html"
    path.write_text(viewer_html(Game(game.start, game.headers)), encoding="utf-8")
    page, wrong = _open(browser, path)
    page.evaluate(_SQUARE_OF_TEXT)
    for node in game.main_line:
        assert node.parent is not None and node.action is not None
        before, moves = study.content.ids[node.parent], list(map(str, node.action))
        played = page.evaluate(_PLAY_ON, moves)
        pending = [] if study.content.kind is GameKind.INFINITE else range(1, len(moves) + 1)
        places = [study.place(before).play(moves[:count]) for count in pending]
        wanted = [place.position() for place in (*places, study.place(study.content.ids[node]))]
        assert _plain(played["shown"]) == _plain(json.loads(json_text(wanted)))
        if study.content.kind is GameKind.MULTIVERSE:
            attacks = study.place(study.content.ids[node]).passing().attacks
            assert played["passing"] == json.loads(json_text(attacks))
    assert page.evaluate("hyperchess.session.study.nodes.length") == len(game.main_line) + 1
    page.context.close()
    assert wrong == []


_TARGETS = """([node, squares]) =>
  Promise.all(squares.map((square) => hyperchess.session.source.targets("", node, [], square)))"""


@pytest.mark.parametrize("name", ["four-timelines", "infinite-classical"])
def test_every_piece_goes_where_the_rules_let_it(browser: Browser, tmp_path: Path, name: str) -> None:
    (game,) = read_games(f"example:{name}")
    study = Study(Content.of(game))
    path = tmp_path / "game.html"
    path.write_text(viewer_html(game), encoding="utf-8")
    page, wrong = _open(browser, path)
    compared = 0
    for node in range(len(study.content.ids)):
        place = study.place(node)
        squares = place.movable().movable
        shown = page.evaluate(_TARGETS, [node, [list(square) for square in squares]])
        for square, targets in zip(squares, shown, strict=True):
            wanted = json.loads(json_text(place.moves_from(square)))
            assert targets["moves"] == wanted.get("moves", wanted.get("points"))
            assert targets["rays"] == wanted.get("rays", [])
            compared += len(targets["moves"]) + len(targets["rays"])
    assert compared > 500
    page.context.close()
    assert wrong == []


_SQUARE_OF_TEXT = """() => {
  // the square from which a move in raw notation starts
  hyperchess.from = (text) => {
    const [, line, turn, file, rank] = /^\\((-?\\d+)T(\\d+)\\)([a-z])(\\d+)/.exec(text);
    const half = hyperchess.session.position.player === "white" ? 0 : 1;
    return [Number(line), 2 * Number(turn) + half, file.charCodeAt(0) - 97, Number(rank) - 1];
  };
}"""


def _plain(positions: list[Any]) -> list[Any]:
    for position in positions:
        position.get("pieces", []).sort()
    return positions


def test_a_file_is_read_with_keys(browser: Browser, tmp_path: Path) -> None:
    (game,) = read_games("example:four-timelines")
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
    assert page.locator('[data-action="submit"]').count() == 1
    assert page.locator('[data-action="hint"]').count() == 0
    page.context.close()
    assert wrong == []


def test_a_file_on_a_phone_in_the_dark(browser: Browser, tmp_path: Path) -> None:
    (game,) = read_games("example:infinite-classical")
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
