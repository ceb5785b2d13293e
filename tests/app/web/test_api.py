"""The API as outside programs see it: catalogue, texts, and one envelope for everything that is wrong."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from hyperchess import __version__, infinite, multiverse
from hyperchess.app.files.inputs import read_text
from hyperchess.multiverse import PIECES
from hyperchess.notation.examples import example_names
from hyperchess.notation.reading import convert, parse
from hyperchess.notation.registry import notations
from hyperchess.picture.theme import THEMES

from .api import served

ROUTES = (
    "/check",
    "/convert",
    "/positions",
    "/positions/moves",
    "/studies",
    "/studies/{id}/edits",
    "/studies/{id}/position",
    "/studies/{id}/moves",
    "/studies/{id}/passing",
    "/studies/{id}/hint",
    "/studies/{id}/export",
    "/studies/{id}/picture",
)
BROKEN = '[Board "Standard"]\n1. e4 / e5\n2. Qh7 / Nc6'


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def ids(client: TestClient) -> list[str]:
    """A study of either game, and one that is not there."""
    variants = ("Standard", "Classical")
    made = [client.post("/api/studies", json={"variant": name}).json()["id"] for name in variants]
    return [*made, "nothing"]


def _is_envelope(answer: Any) -> bool:
    """Return whether a refusal has the common envelope."""
    error = answer.json()["error"]
    return (
        answer.headers["content-type"] == "application/json"
        and set(error) <= {"code", "message", "hint", "details"}
        and error["code"].replace("-", "").isalnum()
        and bool(error["message"])
    )


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["\ud800", "(0T1)e2>(0T1)e4", "4,2>4,4", "add", "branched", "Standard"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
NAMES = [
    "text",
    "notation",
    "number",
    "title",
    "variant",
    "example",
    "setup",
    "revision",
    "edit",
    "node",
    "parent",
    "moves",
    "pending",
    "from",
    "to",
    "options",
    "format",
    "theme",
    "flip",
    "window",
    "width",
    "shapes",
    "type",
    "index",
    "evaluation",
    "key",
    "value",
    "result",
]
TYPES = [
    "add",
    "delete",
    "promote",
    "demote",
    "comment",
    "evaluate",
    "shapes",
    "header",
    "result",
    "rename",
    "text",
    "undo",
    "redo",
]
bodies = values | st.dictionaries(st.sampled_from(NAMES), values | st.integers(0, 3), max_size=6)
edits = st.fixed_dictionaries(
    {
        "revision": st.integers(0, 3),
        "edit": st.dictionaries(st.sampled_from(NAMES), values | st.integers(0, 3), max_size=5).flatmap(
            lambda edit: st.sampled_from(TYPES).map(lambda type: {**edit, "type": type})
        ),
    }
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(route=st.sampled_from(ROUTES), body=bodies | edits, which=st.integers(0, 2))
def test_whatever_is_sent_the_answer_is_an_answer(
    client: TestClient, ids: list[str], route: str, body: Any, which: int
) -> None:
    content = json.dumps(body).encode("ascii")
    answer = client.post(
        f"/api{route.format(id=ids[which])}", content=content, headers={"content-type": "application/json"}
    )
    assert answer.status_code < 500
    assert answer.status_code < 300 or _is_envelope(answer)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(route=st.sampled_from(ROUTES), content=st.binary(max_size=60))
def test_bytes_that_are_no_json(client: TestClient, ids: list[str], route: str, content: bytes) -> None:
    answer = client.post(
        f"/api{route.format(id=ids[0])}", content=content, headers={"content-type": "application/json"}
    )
    assert 400 <= answer.status_code < 500 and _is_envelope(answer)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-1e999", "1" * 5_000, "1.5", "true", '"1"', "-1"])
def test_numbers_that_are_none(client: TestClient, ids: list[str], number: str) -> None:
    answer = client.post(
        f"/api/studies/{ids[0]}/position",
        content=f'{{"node": {number}}}',
        headers={"content-type": "application/json"},
    )
    assert answer.status_code in (400, 422) and _is_envelope(answer)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=100))
def test_any_text_can_be_checked_and_opened(client: TestClient, text: str) -> None:
    checked = client.post("/api/check", json={"text": text})
    assert checked.status_code == 200
    for problem in checked.json()["problems"]:
        assert 0 <= problem["start"] <= problem["end"] <= len(text) + 1
    made = client.post("/api/studies", json={"text": text})
    assert made.status_code in (201, 422)
    if made.status_code == 201:
        assert made.json()["source"] == text
        client.delete(f"/api/studies/{made.json()['id']}")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api", 404, "not-found"),
        ("GET", "/api/studies/nothing", 404, "not-found"),
        ("GET", f"/api/studies/{'x' * 65}", 422, "request"),
        ("DELETE", "/api/studies/nothing", 404, "not-found"),
        ("PATCH", "/api/studies/nothing", 405, "method-not-allowed"),
        ("GET", "/api/check", 404, "not-found"),
        ("POST", "/", 405, "method-not-allowed"),
        ("GET", f"/api/studies?query={'x' * 201}", 422, "request"),
        ("GET", "/api/docs", 404, "not-found"),
    ],
)
def test_wrong_ways(client: TestClient, method: str, path: str, status: int, code: str) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert _is_envelope(answer)


def test_an_unknown_field_is_named(client: TestClient) -> None:
    answer = client.post("/api/check", json={"text": "1. e4", "notatoin": "shad"})
    assert answer.json()["error"]["details"][0]["at"] == "notatoin"


def test_a_bug_has_the_envelope_too(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(client.app.state.library, "list", fail)  # type: ignore[attr-defined]
    quiet = TestClient(client.app, base_url=str(client.base_url), raise_server_exceptions=False)
    answer = quiet.get("/api/studies")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "bug")
    assert "secret" not in answer.text


def test_about(client: TestClient) -> None:
    about = client.get("/api/about").json()
    assert (about["name"], about["version"], about["api"]) == ("hyperchess", __version__, 1)
    assert about["limits"]["body"] == 4_000_000


def test_the_catalogue(client: TestClient) -> None:
    listed = {entry["name"]: entry for entry in client.get("/api/notations").json()}
    assert set(listed) == set(notations())
    style = next(option for option in listed["branched"]["options"] if option["name"] == "style")
    assert (style["choices"], style["default"]) == (["short", "full"], "short")
    variants = client.get("/api/variants").json()
    assert len(variants) == len(multiverse.variants()) + len(infinite.variants())
    for entry in variants:
        assert entry["name"] and entry["group"] and entry["game"] in ("5d", "infinite")
    examples = client.get("/api/examples").json()
    assert [entry["name"] for entry in examples] == example_names()
    assert {entry["game"] for entry in examples} == {"5d", "infinite"}


def test_every_variant_can_be_opened(client: TestClient) -> None:
    for entry in client.get("/api/variants").json():
        if entry["game"] == "5d":
            made = client.post("/api/studies", json={"variant": entry["name"]}).json()
            assert made["start_known"], entry
            position = client.post(f"/api/studies/{made['id']}/position", json={"node": 0}).json()
            assert (position["width"], position["height"]) == (entry["width"], entry["height"])


def test_art(client: TestClient) -> None:
    answer = client.get("/api/art")
    art = answer.json()
    assert set(art["letters"]) == set(PIECES)
    assert set(art["letters"].values()) <= set(art["drawings"])
    assert set(art["themes"]) == set(THEMES)
    assert art["themes"]["dark"]["owners"]["white"] == THEMES["dark"].owners["white"]._asdict()
    assert art["themes"]["dark"]["marks"]["check"] == THEMES["dark"].marks["check"]._asdict()
    again = client.get("/api/art", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_check_tells_problems_and_fixes_them(client: TestClient) -> None:
    checked = client.post("/api/check", json={"text": BROKEN}).json()
    assert (checked["notation"], checked["game"], checked["games"]) == ("shad", "5d", 1)
    (problem,) = checked["problems"]
    assert (problem["line"], problem["column"], problem["severity"]) == (3, 4, "error")
    assert BROKEN[problem["start"] : problem["end"]] == "Qh7"
    assert problem["fix"] == {"start": problem["start"], "end": problem["end"], "text": "Qh5"}
    assert checked["fixed"] == BROKEN.replace("Qh7", "Qh5")
    assert client.post("/api/check", json={"text": checked["fixed"]}).json()["problems"] == []
    assert "fixed" not in client.post("/api/check", json={"text": checked["fixed"]}).json()


def test_offsets_count_code_points(client: TestClient) -> None:
    text = BROKEN.replace("1. e4", "1. e4 {\N{PARTY POPPER}}")
    (problem,) = client.post("/api/check", json={"text": text}).json()["problems"]
    assert text[problem["start"] : problem["end"]] == "Qh7"


def test_what_is_no_game_is_a_problem_of_the_text(client: TestClient) -> None:
    for text in ("", "   ", "Dear Sir or Madam"):
        checked = client.post("/api/check", json={"text": text}).json()
        assert (checked["games"], checked["problems"][0]["code"]) == (0, "no-game")


@pytest.mark.parametrize("to", sorted(notations()))
def test_convert_is_what_the_library_does(client: TestClient, to: str) -> None:
    name = "infinite-classical" if notations()[to].scope == "infinite" else "four-timelines"
    text = read_text(f"example:{name}").text
    expected = convert(text, to)
    found = client.post("/api/convert", json={"text": text, "to": to}).json()
    assert found["text"] == expected.text
    assert [loss["message"] for loss in found["losses"]] == [str(loss) for loss in expected.losses]
    assert found["suffix"] == notations()[to].suffix


def test_converting_several_games_tells_if_they_run_together(client: TestClient) -> None:
    text = read_text("example:puzzles").text
    found = client.post("/api/convert", json={"text": text, "to": "branched"}).json()
    assert found["text"] == convert(text, "branched").text
    assert parse(found["text"]).headers["Event"] == "Puzzle 1: mate in one"
