import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from hyperchess.app.cli.inputs import games_of
from hyperchess.notation.examples import example_names
from hyperchess.app.web.documents import Content
from hyperchess.app.web.embedding import embedded
from hyperchess.app.web.inlining import modules_from
from hyperchess.app.web.moves import passing
from hyperchess.app.web.positions import position_data
from hyperchess.app.web.studies import Study
from hyperchess.app.web.viewer import viewer_html
from hyperchess.game import Comment, Game
from hyperchess.multiverse import start
from hyperchess.notation.reading import parse
from tests.app.cli.runner import run

from .api import served, study


class _Elements(HTMLParser):
    """All elements with their attributes, and what stands in scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes), ""))
        self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            tag, attributes, text = self.found[-1]
            self.found[-1] = tag, attributes, text + data

    def texts(self, tag: str, kind: str | None = None) -> list[str]:
        return [
            text for name, attributes, text in self.found if name == tag and attributes.get("type") == kind
        ]


def _data(page: str) -> Any:
    (text,) = _Elements(page).texts("script", "application/json")
    return json.loads(text)


def _long_game() -> Game[Any, Any]:
    """Forty actions, with branches."""
    game: Game[Any, Any] = Game(start("Standard"), {"White": "Ada", "Black": "Bob"})
    node = game.root
    for number in range(40):
        actions = list(node.position.actions(60))
        node = node.add(actions[number * 7 % len(actions)])
    return game


def test_nothing_lies_outside() -> None:
    page = _Elements(viewer_html(_long_game()))
    for _, attributes, _ in page.found:
        for name in ("src", "href", "action"):
            assert (attributes.get(name) or "data:").startswith("data:")
    (style,) = page.texts("style")
    assert "url(" not in style.replace("url(data:", "") and "@import" not in style


def test_only_what_has_a_fingerprint_runs() -> None:
    page = _Elements(viewer_html(_long_game()))
    (policy,) = (
        attributes["content"] or ""
        for tag, attributes, _ in page.found
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    rules = {name: values.split() for name, _, values in (rule.partition(" ") for rule in policy.split("; "))}
    scripts = [*page.texts("script", "importmap"), *page.texts("script", "module")]
    assert rules["script-src"] == [*map(_fingerprint, scripts), "data:"]
    assert rules["style-src"] == [*map(_fingerprint, page.texts("style"))]
    assert rules["default-src"] == ["'none'"]
    assert len([tag for tag, _, _ in page.found if tag == "script"]) == 3
    assert not [tag for tag, attributes, _ in page.found if any(name.startswith("on") for name in attributes)]


def _fingerprint(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_every_import_has_a_module() -> None:
    modules = modules_from("viewer.js")
    imported = {
        name
        for address in modules.values()
        for name in re.findall(
            r"""(?:from|import)\s*\(?\s*["']([^"'\n]+)["']""",
            re.sub(r"/\*.*?\*/", "", unquote(address), flags=re.DOTALL),
        )
    }
    assert imported < set(modules)
    assert "hyperchess/session.js" in imported
    assert not any("/panels/open.js" in name or "/editor/" in name for name in modules)  # nothing to edit


def test_texts_of_strangers_stay_texts() -> None:
    evil = "</script><script>alert(1)</script><!-- & \u2028"
    game = _long_game()
    game.root.comments = [Comment(evil)]
    game.headers["Event"] = "</title><img src=x onerror=alert(1)>"
    page = viewer_html(game)
    elements = _Elements(page)
    assert len([tag for tag, _, _ in elements.found if tag == "script"]) == 3
    assert not [attributes for tag, attributes, _ in elements.found if "onerror" in attributes]
    assert _data(page)["study"]["nodes"][0]["comments"][0]["text"] == evil
    assert "alert(1)>" in elements.texts("title")[0]


def test_a_game_of_forty_actions_is_small() -> None:
    page = viewer_html(_long_game())
    assert len(page.encode("utf-8")) < 1_000_000
    assert len(_data(page)["positions"]) == 41


def _whole(data: Any, number: int, parents: dict[int, int | None]) -> dict[str, Any]:
    """The position after a node, as the page puts it together."""
    parent = parents[number]
    before = {} if parent is None else _whole(data, parent, parents)
    delta = dict(data["positions"][str(number)])
    if delta["game"] == "5d":
        lines = {line["row"]: line for line in before.get("timelines", [])}
        for line in delta["timelines"]:
            older = lines.get(line["row"], {"boards": []})["boards"][: line["from"]]
            lines[line["row"]] = {**line, "boards": [*older, *line["boards"]]}
            del lines[line["row"]]["from"]
        return {**delta, "timelines": [lines[row] for row in sorted(lines)]}
    removed, added = delta.pop("removed"), delta.pop("added")
    stayed = [piece for piece in before.get("pieces", []) if piece[2:4] not in removed]
    return {**delta, "pieces": [*stayed, *added]}


def _sorted(position: dict[str, Any]) -> dict[str, Any]:
    return {**position, "pieces": sorted(position.get("pieces", []))}


@pytest.mark.parametrize("name", [*example_names(), "long"])
def test_changes_add_up_to_positions(name: str) -> None:
    game = _long_game() if name == "long" else games_of(f"example:{name}")[0]
    content = Content.of(game)
    data = json.loads(embedded(content, None))
    parents = {node["id"]: node["parent"] for node in data["study"]["nodes"]}
    assert set(data["positions"]) == {str(node["id"]) for node in data["study"]["nodes"] if node["resolved"]}
    asked = Study("", 0, content)
    for number in parents:
        here = asked.here(number)
        wanted = position_data(here)
        if content.kind == "5d":
            wanted["passing"] = passing(here.state)["attacks"]
        assert _sorted(_whole(data, number, parents)) == _sorted(json.loads(json.dumps(wanted)))


def test_boards_are_not_repeated() -> None:
    data = json.loads(embedded(Content.of(_long_game()), None))
    boards = [len(line["boards"]) for delta in data["positions"].values() for line in delta["timelines"]]
    last = _long_game().final
    assert sum(boards) == len(last.boards)


def test_a_game_that_stops() -> None:
    data = json.loads(embedded(Content.of(parse("1. e4 / Kh4 2. d4 / d5")), None))
    assert list(data["positions"]) == ["0", "1"]
    assert len(data["study"]["nodes"]) == 5


def test_a_game_without_a_start() -> None:
    data = json.loads(embedded(Content.of(Game(None, notation="shad")), None))
    assert (data["positions"], data["study"]["start_known"]) == ({}, False)


def test_the_route(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        made = study(client, '[Event "A cup"]\n1. e4 {why} / e5')
        answer = client.post(f"/api/studies/{made['id']}/html", json={})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["content-disposition"] == 'attachment; filename="game.html"'
        told = _data(answer.text)["study"]
        assert (told["title"], len(told["nodes"]), told["source"]) == ("A cup", 3, "")
        assert client.post(f"/api/studies/{made['id']}/html").status_code == 200
        assert client.post("/api/studies/none/html", json={}).status_code == 404


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    code, out, _ = run("render", "example:four-timelines", "-o", path, "--at", "5w")
    assert (code, out) == (0, f"{path}: {path.stat().st_size:,} bytes, the game, opened at 5w\n")
    data = _data(path.read_text(encoding="utf-8"))
    assert data["node"] == 9
    assert (
        "are for pictures" in run("render", "example:puzzles", "-o", tmp_path / "x.html", "--width", "99").err
    )
