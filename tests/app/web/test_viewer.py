import gzip
import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from hyperchess.app.web.inlining import modules_from
from hyperchess.app.web.viewer import viewer_html
from hyperchess.game import AnyGame, Comment, Game
from hyperchess.infinite import find_variant
from hyperchess.notation.reading import parse
from tests.app.cli.runner import run
from tests.studies.games import long_game

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
    (text,) = (text for _, attributes, text in _Elements(page).found if attributes.get("id") == "embedded")
    return json.loads(text)


def test_nothing_lies_outside() -> None:
    page = _Elements(viewer_html(long_game()))
    for _, attributes, _ in page.found:
        for name in ("src", "href", "action"):
            assert (attributes.get(name) or "data:").startswith("data:")
    (style,) = page.texts("style")
    assert "url(" not in style.replace("url(data:", "") and "@import" not in style


def test_only_what_has_a_fingerprint_runs() -> None:
    page = _Elements(viewer_html(long_game()))
    (policy,) = (
        attributes["content"] or ""
        for tag, attributes, _ in page.found
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    rules = {name: values.split() for name, _, values in (rule.partition(" ") for rule in policy.split("; "))}
    (unpack,) = page.texts("script")
    imports = json.dumps({"imports": modules_from("viewer.js")})
    scripts = [unpack, imports, 'import "hyperchess/viewer.js";']
    assert rules["script-src"] == [*map(_fingerprint, scripts), "data:", "'wasm-unsafe-eval'"]
    modules = page.texts("script", "text/plain")[-1]
    assert gzip.decompress(b64decode(modules)).decode("ascii") == imports
    assert rules["style-src"] == [*map(_fingerprint, page.texts("style"))]
    assert rules["default-src"] == ["'none'"]
    assert len([tag for tag, _, _ in page.found if tag == "script"]) == 5
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
    assert not any("/open/" in name or "/editor/" in name for name in modules)  # nothing to edit


def test_untrusted_texts_stay_texts() -> None:
    evil = "</script><script>alert(1)</script><!-- & \u2028"
    game = long_game()
    game.root.comments = [Comment(evil)]
    game.headers["Event"] = "</title><img src=x onerror=alert(1)>"
    page = viewer_html(game)
    elements = _Elements(page)
    assert len([tag for tag, _, _ in elements.found if tag == "script"]) == 5
    assert not [attributes for tag, attributes, _ in elements.found if "onerror" in attributes]
    assert _data(page)["study"]["nodes"][0]["comments"][0]["text"] == evil
    assert "alert(1)>" in elements.texts("title")[0]


def test_a_game_of_forty_actions_is_small() -> None:
    page = viewer_html(long_game())
    assert len(page.encode("utf-8")) < 450_000
    assert len(_data(page)["positions"]) == 41


def test_what_cannot_be_played_on_says_why() -> None:
    def play(game: AnyGame) -> Any:
        return _data(viewer_html(game))["play"]

    assert play(long_game())["why"] == ""
    assert "64 squares" in play(parse('[Size "9x9"] [k8/9/9/9/9/9/9/9/K8:0:1:w]'))["why"]
    assert "goals other than" in play(Game(find_variant("Classical - King of the Hill").position))["why"]


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
