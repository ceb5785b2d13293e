"""The board without a server, by night: links, notations, two tabs, files, searches, pictures, updates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from hyperchess.errors import HyperchessError
from hyperchess.notation.examples import example_names, read_example
from hyperchess.studies.data import json_text, to_data
from hyperchess.studies.opening import open_text
from hyperchess.studies.study import Study
from tests.page.conftest import watch_errors
from tests.site.conftest import REMOVE_STUDY, SiteBoard, read_study

pytestmark = pytest.mark.nightly

_GAME = '[Board "Standard"]\n1. e4 / e5\n2. Nf3 / Nc6\n'


def _studies(board: SiteBoard) -> int:
    listing = "window.hyperchess.session.source.ask('GET /studies').then((all) => all.length)"
    return int(board.page.evaluate(listing))


def _play(board: SiteBoard, parent: int, move: str) -> None:
    board.page.evaluate(
        "([parent, move]) => window.hyperchess.session.edit({type: 'add', parent, moves: [move]})",
        [parent, move],
    )
    board.rest()


def test_the_board_is_drawn_before_python_has_started(board: SiteBoard) -> None:
    board.open("variant=Standard")
    assert board.ask("s.position.game") == "5d"
    board.ready()
    board.click((0, 2, 4, 1))
    board.wait("window.hyperchess.session.targets.moves.length === 2")
    assert _studies(board) == 1


def test_every_example_opens_and_exports(board: SiteBoard) -> None:
    board.open().ready()
    assert example_names()
    for name in example_names():
        made = board.page.evaluate(
            "text => window.hyperchess.session.create({text})", read_example(name).decode("utf-8")
        )
        study = read_study(board)
        board.rest()
        assert study["id"] == made["id"], name
        to = "icn" if study["game"] == "infinite" else "branched"
        exported = board.page.evaluate(
            """to => {
              const { study, source } = window.hyperchess.session;
              return source.ask("POST /studies/{id}/export", { id: study.id }, { to });
            }""",
            to,
        )
        assert len(exported["text"]) > 20, name


def test_a_link_shows_a_game_and_makes_a_study_when_it_is_changed(board: SiteBoard) -> None:
    board.open().ready()
    packed = board.page.evaluate("text => import('/js/share/share-link.js').then((m) => m.pack(text))", _GAME)
    board.open(f"game={packed}").ready()
    assert read_study(board)["kept"] is False
    assert _studies(board) == 0
    assert "game=" in board.page.url
    last = board.ask("s.node")
    _play(board, last, "(0T3)d2>(0T3)d4")
    board.wait("location.hash.includes('study=')")
    assert _studies(board) == 1


def test_hostile_links_do_no_harm(board: SiteBoard) -> None:
    for text in (
        "not a game at all",
        '[White "<script>window.hacked = 1</script>"] 1. e4 / e5',
        "1. e4 / e5 " * 50_000,
    ):
        board.open()
        packed = board.page.evaluate(
            "text => import('/js/share/share-link.js').then((m) => m.pack(text))", text
        )
        board.page.goto("about:blank")
        board.page.goto(f"/#game={packed}")
        board.ready()
        board.wait(
            "document.querySelector('#notice').textContent !== '' || window.hyperchess.session.study !== null"
        )
        assert board.page.evaluate("window.hacked") is None
        assert _studies(board) == 0


def test_two_tabs_do_not_overwrite_each_other(board: SiteBoard, context: BrowserContext) -> None:
    board.open("variant=Standard").ready()
    second = SiteBoard(context.new_page())
    errors = watch_errors(second.page)
    second.open(board.page.url.partition("#")[2]).ready()
    _play(board, 0, "(0T1)e2>(0T1)e4")
    _play(second, 0, "(0T1)d2>(0T1)d4")  # made on a revision that is not the current one
    second.wait("window.hyperchess.session.study.nodes.length >= 2")
    _play(second, 0, "(0T1)d2>(0T1)d4")
    second.wait("window.hyperchess.session.study.nodes.length === 3")
    board.page.reload()
    board.ready()
    board.wait("window.hyperchess.session.study?.nodes.length === 3")
    assert errors == []


def test_all_studies_go_into_a_file_and_out_of_it(
    board: SiteBoard, context: BrowserContext, tmp_path: Path
) -> None:
    board.open("variant=Standard").ready()
    _play(board, 0, "(0T1)e2>(0T1)e4")
    board.page.get_by_role("button", name="Settings").click()
    with board.page.expect_download() as saved:
        board.page.locator('[data-do="export-all"]').click()
    file = tmp_path / "studies.json"
    saved.value.save_as(file)
    assert len(json.loads(file.read_text(encoding="utf-8"))["studies"]) == 1
    board.page.evaluate(REMOVE_STUDY)
    board.page.locator("#studies-file").set_input_files(file)
    expect(board.page.locator(".site-message")).to_contain_text("1 study added, 0 already present")
    assert _studies(board) == 1


def test_a_search_runs_and_another_is_cancelled(board: SiteBoard) -> None:
    board.open().ready()
    board.page.evaluate("window.hyperchess.session.create({example: 'puzzles'})")
    board.wait("window.hyperchess.session.position !== null")
    ended = board.page.evaluate(
        """async () => {
          const { session } = window.hyperchess;
          const over = ["done", "cancelled", "failed"];
          const run = async (kind, cancel) => {
            const asked = { study: session.study.id, node: session.node, kind, mate_in: 1, seconds: 30 };
            const { id } = await session.source.ask("POST /searches", {}, asked);
            return new Promise((resolve) => {
              session.source.watchSearch(id, (search) => over.includes(search.state) && resolve(search));
              if (cancel) session.source.ask("DELETE /searches/{id}", { id });
            });
          };
          return [await run("mate", false), await run("count", true), await run("status", false)];
        }"""
    )
    assert [search["state"] for search in ended] == ["done", "cancelled", "done"]
    assert ended[0]["answer"]["mate_in"] == 1


def test_pictures_and_the_page_in_one_file(board: SiteBoard) -> None:
    board.open("variant=Standard").ready()
    types = board.page.evaluate(
        """async () => {
          const { session } = window.hyperchess;
          const { id } = session.study;
          const of = async (format) => {
            const request = { node: 0, pending: [], format };
            const blob = await session.source.ask("POST /studies/{id}/picture", { id }, request);
            return [blob.type, blob.size > 1000];
          };
          const html = await session.source.ask("POST /studies/{id}/html", { id }, {});
          return [await of("svg"), await of("png"), [html.type, html.size > 100000]];
        }"""
    )
    assert types == [["image/svg+xml", True], ["image/png", True], ["text/html", True]]


def test_a_new_version_is_offered_and_taken(board: SiteBoard, site: Path) -> None:
    board.open("variant=Standard").ready()
    board.page.evaluate("navigator.serviceWorker.ready")
    board.wait("navigator.serviceWorker.controller !== null")
    worker = site / "sw.js"
    before = worker.read_bytes()
    try:
        worker.write_bytes(before.replace(b'const VERSION = "', b'const VERSION = "next-'))
        board.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        message = board.page.locator(".site-message")
        expect(message).to_contain_text("new version")
        with board.page.expect_navigation():
            message.get_by_role("button", name="Reload").click()
        board.ready()
        assert _studies(board) == 1
    finally:
        worker.write_bytes(before)


_CORPUS = Path(__file__).parents[1] / "corpus"
_READ = """async (text) => {
  const { source } = window.hyperchess.session;
  const study = await source.create({ text });
  await source.ask("DELETE /studies/{id}", { id: study.id });
  return study;
}"""


def _corpus() -> list[Path]:
    folders = ("good", "icn", "small", "typed", "bad")
    return [path for folder in folders for path in sorted((_CORPUS / folder).iterdir()) if path.is_file()]


def test_python_in_a_browser_reads_the_corpus_as_python_elsewhere(board: SiteBoard) -> None:
    board.open().ready()
    compared = 0
    for path in _corpus():
        text = path.read_bytes().decode("utf-8", "replace")
        try:
            study = Study(open_text(text))
        except HyperchessError:
            continue
        found = board.page.evaluate(_READ, text)
        wanted = json.loads(json_text({**to_data(study.head()), "nodes": study.nodes()}))
        assert {name: found[name] for name in wanted} == wanted, path.name
        compared += 1
    assert compared > 80


_FULL = """
const put = IDBObjectStore.prototype.put;
let full = false;
new BroadcastChannel("full").onmessage = (event) => (full = event.data);
IDBObjectStore.prototype.put = function (...values) {
  if (full) throw new DOMException("no room", "QuotaExceededError");
  return put.apply(this, values);
};
"""


def test_a_browser_without_room_is_told(board: SiteBoard, context: BrowserContext, site: Path) -> None:
    source = (site / "js" / "site" / "store.js").read_text(encoding="utf-8")
    context.route(
        "**/js/site/store.js",
        lambda route: route.fulfill(body=source + _FULL, content_type="text/javascript"),
    )
    board.open("variant=Standard").ready()
    _play(board, 0, "(0T1)e2>(0T1)e4")
    board.page.evaluate("window.full = new BroadcastChannel('full'); window.full.postMessage(true)")
    board.refusals = ("507",)
    _play(board, 0, "(0T1)d2>(0T1)d4")
    expect(board.page.locator("#notice")).to_contain_text("storage is full")
    assert board.ask("s.study.nodes.length") == 2  # unsaved content is not displayed as saved
    board.page.evaluate("window.full.postMessage(false)")
    _play(board, 0, "(0T1)d2>(0T1)d4")
    board.wait("window.hyperchess.session.study.nodes.length === 3")
