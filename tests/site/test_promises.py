"""Promises of docs/site.md about the board without a server, in a real browser; some run nightly."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.page.conftest import watch_errors
from tests.site.conftest import REMOVE_STUDY, SiteBoard, read_study
from tests.site.serving import served_folder

_HEADS = """(heads) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("hyperchess", 1);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("heads", "readwrite");
    for (const head of heads) transaction.objectStore("heads").put(head);
    transaction.oncomplete = () => { opening.result.close(); resolve(null); };
  };
})"""
_STORED = """async (id) => {
  const opening = indexedDB.open("hyperchess", 1);
  const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  const database = await done(opening);
  const stored = () => done(database.transaction("heads").objectStore("heads").get(id));
  while (!(await stored())) await new Promise((go) => setTimeout(go, 50));
  database.close();
}"""
_LINK = "text => import(`${location.pathname}js/share/share-link.js`).then((m) => m.pack(text))"
_CACHES = "caches.keys()"


def _titles(board: SiteBoard) -> list[str]:
    found = board.page.evaluate("window.hyperchess.session.source.ask('GET /studies')")
    return [str(study["title"]) for study in found]


def _await_studies(board: SiteBoard, count: int) -> None:
    board.page.evaluate(
        """async (count) => {
          const { source } = window.hyperchess.session;
          const listed = async () => (await source.ask("GET /studies")).length;
          while ((await listed()) !== count) await new Promise((go) => setTimeout(go, 50));
        }""",
        count,
    )


def _installed(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready")
    SiteBoard(page).wait("navigator.serviceWorker.controller !== null")


def _replaced(context: BrowserContext, site: Path, name: str, old: str, new: str) -> None:
    """Serve a module in which `old` is replaced."""
    source = (site / name).read_text(encoding="utf-8")
    assert old in source
    body = source.replace(old, new)
    context.route(f"**/{name}", lambda route: route.fulfill(body=body, content_type="text/javascript"))


def _settings(board: SiteBoard) -> None:
    board.page.get_by_role("button", name="Settings").click()


def _exported(board: SiteBoard, tmp_path: Path) -> Path:
    _settings(board)
    with board.page.expect_download() as saved:
        board.page.locator('[data-do="export-all"]').click()
    file = tmp_path / "studies.json"
    saved.value.save_as(file)
    return file


def test_one_damaged_study_hides_no_other(board: SiteBoard) -> None:
    board.open("variant=Standard").ready()
    good = read_study(board)["id"]
    board.page.evaluate(_STORED, good)  # it is shown before Python has stored it
    lost = {"id": "no-moves", "title": "Lost", "game": "5d", "nodes": 1, "revision": 1, "place": 0}
    lost["updated"] = "2026-01-01T00:00:00+00:00"
    board.page.evaluate(_HEADS, [{"id": "no-title"}, lost, {"id": 7, "title": ["x"], "tags": [3]}])
    board.open().ready()
    expect(board.page.locator(f'[data-study="{good}"]')).to_be_visible()
    damaged = board.page.locator(".studies .damaged")
    expect(damaged).to_have_count(3)
    with board.page.expect_download() as saved:
        board.page.locator('[data-study="no-moves"]').get_by_title("Download the stored data").click()
    assert json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))["head"] == lost
    for _ in range(3):
        damaged.first.get_by_title("Delete this study").click()
    expect(damaged).to_have_count(0)
    _await_studies(board, 1)  # they are deleted when their messages disappear


def test_an_import_with_one_bad_study_adds_none(board: SiteBoard, tmp_path: Path) -> None:
    board.open("variant=Standard").ready()
    board.page.evaluate(_STORED, read_study(board)["id"])
    file = _exported(board, tmp_path)
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    sound = content["studies"][0]
    other = {**sound, "head": {**sound["head"], "id": "0123456789abcdef", "title": "Another"}}
    bad = {**sound, "head": {**sound["head"], "id": "fedcba9876543210", "title": None}}
    file.write_text(json.dumps({**content, "studies": [sound, other, bad]}), encoding="utf-8")
    before = _titles(board)
    board.page.locator("#studies-file").set_input_files(file)
    message = board.page.locator(".site-message")
    expect(message).to_contain_text("Nothing was added: study 3 of 3 cannot be read")
    assert _titles(board) == before
    file.write_text(json.dumps({**content, "studies": [sound, other]}), encoding="utf-8")
    board.page.locator("#studies-file").set_input_files(file)
    expect(message.last).to_contain_text("1 study added, 1 already present")
    assert sorted(_titles(board)) == sorted([*before, "Another"])


@pytest.mark.nightly
@pytest.mark.parametrize(("text", "found"), [("1. e4 / e5", "is not JSON"), ("[1]", "not a list of studies")])
def test_a_file_that_is_not_one_of_studies_says_what_was_expected(
    board: SiteBoard, tmp_path: Path, text: str, found: str
) -> None:
    board.open("variant=Standard").ready()
    _settings(board)
    file = tmp_path / "game.5dpgn"
    file.write_text(text, encoding="utf-8")
    board.page.locator("#studies-file").set_input_files(file)
    message = board.page.locator(".site-message")
    expect(message).to_contain_text("Expected a file written by")
    expect(message).to_contain_text(found)


@pytest.fixture
def visit(browser: Browser, site: Path) -> Iterator[tuple[BrowserContext, list[str]]]:
    """A browser that has never been here, and the paths that its host was asked for."""
    asked: list[str] = []
    with served_folder(site, asked) as address:
        context = browser.new_context(base_url=address)
        yield context, asked
        context.close()


def test_each_file_is_requested_once_on_the_first_visit(
    visit: tuple[BrowserContext, list[str]], site: Path
) -> None:
    context, asked = visit
    board = SiteBoard(context.new_page()).open("variant=Standard").ready()
    _installed(board.page)
    counted = Counter(asked)
    assert {path: count for path, count in counted.items() if count > 1 and path != "/sw.js"} == {}
    kept = json.loads(re.findall(r"const FILES = (\{.*?\});", (site / "sw.js").read_text("utf-8"))[0])
    assert {f"/{name.removeprefix('./')}" for name in kept} <= set(counted)


def test_a_file_of_another_version_is_never_kept(visit: tuple[BrowserContext, list[str]]) -> None:
    context, _ = visit
    context.route("**/css/site.css", lambda route: route.fulfill(body="/* other */", content_type="text/css"))
    board = SiteBoard(context.new_page()).open("variant=Standard").ready()
    state = board.page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.register(new URL("sw.js", location.href));
          const worker = registration.installing ?? registration.waiting ?? registration.active;
          if (["redundant", "activated"].includes(worker.state)) return worker.state;
          return new Promise((resolve) => worker.addEventListener("statechange", () => {
            if (["redundant", "activated"].includes(worker.state)) resolve(worker.state);
          }));
        }"""
    )
    assert state == "redundant"


def _next_version(site: Path) -> bytes:
    worker = site / "sw.js"
    before = worker.read_bytes()
    worker.write_bytes(before.replace(b'const VERSION = "', b'const VERSION = "next-'))
    return before


def test_an_update_reloads_all_tabs(board: SiteBoard, context: BrowserContext, site: Path) -> None:
    board.open("variant=Standard").ready()
    _installed(board.page)
    second = SiteBoard(context.new_page())
    second.open(board.page.url.partition("#")[2]).ready()
    before = _next_version(site)
    try:
        board.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        for tab in (board, second):
            expect(tab.page.locator(".site-message")).to_contain_text("new version")
        with second.page.expect_navigation(), board.page.expect_navigation():
            board.page.get_by_role("button", name="Reload").click()
        for tab in (board, second):
            tab.ready()
        assert [name for name in board.page.evaluate(_CACHES) if "next-" not in name] == []
    finally:
        (site / "sw.js").write_bytes(before)


@pytest.mark.nightly
def test_two_boards_of_one_origin_keep_their_files(browser: Browser, site: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        for entry in site.iterdir():
            if entry.name != "sw.js":
                (tmp_path / name / entry.name).symlink_to(entry)
        worker = (site / "sw.js").read_text(encoding="utf-8")
        worker = worker.replace('const VERSION = "', f'const VERSION = "{name}-')
        (tmp_path / name / "sw.js").write_text(worker, encoding="utf-8")
    with served_folder(tmp_path) as address:
        context = browser.new_context(base_url=address)
        page = context.new_page()
        for name in ("a", "b"):
            page.goto(f"/{name}/#variant=Standard")
            SiteBoard(page).ready()
            _installed(page)
        assert len(page.evaluate(_CACHES)) == 2
        context.set_offline(True)
        for name in ("a", "b"):
            page.goto(f"/{name}/")
            SiteBoard(page).ready()
        context.close()


def _search(board: SiteBoard) -> dict[str, Any]:
    found: dict[str, Any] = board.page.evaluate(
        """async () => {
          const { session } = window.hyperchess;
          const asked = { study: session.study.id, node: session.node, level: 1, seconds: 1 };
          const { id } = await session.source.ask("POST /replies", {}, asked);
          return new Promise((resolve) => session.source.watchSearch(id, (search) => {
            if (["done", "failed"].includes(search.state)) resolve(search);
          }));
        }"""
    )
    return found


@pytest.mark.parametrize(
    "broken", ["**/engine-worker.js", pytest.param("**/modules.zip", marks=pytest.mark.nightly)]
)
def test_the_engine_starts_after_a_failed_load(
    board: SiteBoard, context: BrowserContext, broken: str
) -> None:
    board.open("variant=Standard").ready()
    board.refusals = ("Failed to load", "ERR_FAILED")
    context.route(broken, lambda route: route.abort())
    assert _search(board)["state"] == "failed"
    context.unroute(broken)
    assert _search(board)["state"] == "done"


@pytest.mark.nightly
def test_python_is_started_again_after_a_failed_load(board: SiteBoard, context: BrowserContext) -> None:
    board.refusals = ("Failed to load", "ERR_FAILED")
    context.route("**/modules.zip", lambda route: route.abort())
    board.open("variant=Standard")
    board.wait("document.documentElement.dataset.site === 'failed'")
    context.unroute("**/modules.zip")
    board.page.get_by_role("button", name="Try again").click()
    board.ready()
    _await_studies(board, 1)


_SLOW = "    const reply = ask(asked);\n"
_HANG = """    if (asked.body.includes("slow game")) for (;;);
    const reply = ask(asked);
"""


def test_reading_a_link_can_be_cancelled(board: SiteBoard, context: BrowserContext, site: Path) -> None:
    _replaced(context, site, "js/site/worker.js", _SLOW, _HANG)
    board.open()
    board.refusals = ("499",)
    packed = board.page.evaluate(_LINK, '[Event "slow game"]\n1. e4 / e5')
    board.page.goto("about:blank")
    board.page.goto(f"/#game={packed}")
    board.page.get_by_role("button", name="Cancel").click()
    expect(board.page.locator("#notice")).to_contain_text("Reading was cancelled")
    board.ready()
    assert _titles(board) == []
    board.page.evaluate("window.hyperchess.session.create({text: '1. e4 / e5'})")
    board.wait("window.hyperchess.session.study?.nodes.length === 3")


@pytest.mark.nightly
def test_reading_stops_after_its_time(board: SiteBoard, context: BrowserContext, site: Path) -> None:
    _replaced(context, site, "js/site/worker.js", _SLOW, _HANG)
    _replaced(context, site, "js/site/transport.js", "READING = 30_000", "READING = 2_000")
    board.open().ready()
    packed = board.page.evaluate(_LINK, '[Event "quick game"]\n1. e4 / e5')
    board.page.goto(f"/#game={packed}")
    board.wait("window.hyperchess.session.study !== null")
    board.page.evaluate("window.hyperchess.session.create({text: '[Event \"slow game\"]\\n1. e4 / e5'})")
    expect(board.page.locator("#notice")).to_contain_text("took more than 2 seconds")
    board.ready()
    # the game that is only looked at is still there, though the database does not have it
    board.page.evaluate("window.hyperchess.session.edit({type: 'comment', node: 1, text: 'kept'})")
    board.wait("window.hyperchess.session.study.revision === 2")


@pytest.mark.parametrize("length", [1_000_001, pytest.param(30_000_000, marks=pytest.mark.nightly)])
def test_a_link_that_is_too_large_is_refused_at_once(board: SiteBoard, length: int) -> None:
    board.open()
    packed = board.page.evaluate(
        f"import('/js/share/share-link.js').then((m) => m.pack('x'.repeat({length})))"
    )
    board.page.goto("about:blank")
    board.page.goto(f"/#game={packed}")
    expect(board.page.locator("#notice")).to_contain_text("The game in this link is too large")


@pytest.mark.nightly
def test_a_text_that_is_too_long_is_refused_at_once(board: SiteBoard) -> None:
    board.open().ready()
    board.page.evaluate("window.hyperchess.session.create({text: '1. e4 / e5 '.repeat(200_000)})")
    expect(board.page.locator("#notice")).to_contain_text("has 2,200,000 characters")
    expect(board.page.locator("#notice")).to_contain_text("at most 1,000,000")


@pytest.mark.nightly
def test_a_file_that_is_too_large_is_not_read(board: SiteBoard, tmp_path: Path) -> None:
    board.open().ready()
    file = tmp_path / "large.5dpgn"
    file.write_bytes(b" " * 4_000_001)
    board.page.locator(".open-paste input[type=file]").set_input_files(file)
    expect(board.page.locator("#notice")).to_contain_text("The file is too large")


@pytest.mark.nightly
def test_two_tabs_show_each_others_changes(board: SiteBoard, context: BrowserContext) -> None:
    board.open("variant=Standard").ready()
    second = SiteBoard(context.new_page())
    errors = watch_errors(second.page)
    second.open(board.page.url.partition("#")[2]).ready()
    third = SiteBoard(context.new_page())
    third.open().ready()
    for tab, other, move, nodes in ((board, second, "e2>(0T1)e4", 2), (second, board, "d2>(0T1)d4", 3)):
        tab.page.evaluate(
            "move => window.hyperchess.session.edit({type: 'add', parent: 0, moves: [move]})", f"(0T1){move}"
        )
        other.wait(f"window.hyperchess.session.study.nodes.length === {nodes}")
    expect(third.page.locator(".studies")).to_contain_text("2 actions")
    board.page.evaluate(REMOVE_STUDY)
    expect(second.page.locator("#notice")).to_contain_text("deleted in another tab")
    expect(third.page.locator(".studies li[data-study]")).to_have_count(0)
    assert errors == []


@pytest.mark.nightly
def test_workers_have_the_policy_of_the_page(board: SiteBoard, tmp_path: Path) -> None:
    board.open("variant=Standard").ready()
    assert _search(board)["state"] == "done"
    board.refusals = ("Content Security Policy", "content-security-policy", "violates")
    asked: list[str] = []
    with served_folder(tmp_path, asked) as elsewhere:
        workers = board.page.workers
        assert len(workers) == 2
        for worker in workers:
            reached = worker.evaluate(
                "address => fetch(address, {mode: 'no-cors'}).then(() => true, () => false)", elsewhere
            )
            assert reached is False
    assert asked == []


@pytest.mark.nightly
def test_what_needs_a_server_is_not_offered(board: SiteBoard) -> None:
    board.open("variant=Standard").ready()
    expect(board.page.locator("#head-share")).to_be_visible()
    expect(board.page.locator("#head-people")).to_be_hidden()
