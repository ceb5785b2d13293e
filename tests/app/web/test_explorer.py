"""The explorer on the server: from the collection in the package, and from a library."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

import hyperchess as hc
from hyperchess.app.site.board import Board
from hyperchess.app.web.server import create_app
from hyperchess.app.web.settings import Settings
from hyperchess.studies.analysis.exploring import Explorer, FoundView
from tests.api.responses import fits

GAMES = (
    ("1. Nf3 / Nf6 2. Nc3 / Nc6", "1-0"),
    ("1. Nc3 / Nf6 2. Nf3 / d5", "0-1"),
    ("1. e3 / f6 2. Qe2 / Nc6 3. Qh5#", "1-0"),
)


@pytest.fixture(scope="module", params=["collection", "library"])
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path | None = None
    data = tmp_path_factory.mktemp("data")
    if request.param == "library":
        pytest.importorskip("duckdb")
        folder = data / "games"
        texts = [f'[White "Ada"]\n[Event "{n}"]\n{moves} {result}' for n, (moves, result) in enumerate(GAMES)]
        (data / "games.5dpgn").write_text("\n\n".join(texts), encoding="utf-8")
        with hc.library.open(folder, create=True) as library:
            library.add(data / "games.5dpgn")
    settings = Settings(data / "studies", library=folder)
    with TestClient(create_app(settings), base_url=f"http://localhost:{settings.port}") as running:
        running.headers["x-library"] = "" if folder is None else "yes"
        yield running


def _is_library(client: TestClient) -> bool:
    return bool(client.headers["x-library"])


def _named(data: Any) -> Any:
    """Return the objects of JSON data with attributes."""
    return json.loads(json.dumps(data), object_hook=lambda entry: SimpleNamespace(**entry))


def test_what_was_played(client: TestClient) -> None:
    opened = client.post("/api/studies", json={"variant": "Standard"}).json()
    found = client.post("/api/explorer/position", json={"study": opened["id"], "node": 0})
    assert found.status_code == 200, found.text
    view = _named(fits(Explorer, found.json()))
    assert view.games == sum(row.count for row in view.actions) + view.others
    assert all(row.count == row.white + row.draws + row.black and row.reached >= 1 for row in view.actions)
    assert view.total == 3 if _is_library(client) else view.total > 1_000
    edit = {"type": "add", "parent": 0, "moves": view.actions[0].moves}
    made = client.post(f"/api/studies/{opened['id']}/edits", json={"revision": 1, "edit": edit})
    assert made.status_code == 200, made.text
    after = client.post("/api/explorer/position", json={"study": opened["id"], "node": 1}).json()
    assert after["games"] == view.actions[0].reached
    assert [game["place"] for game in after["examples"]] == ["1w"] * len(after["examples"]) != []


def test_a_search_and_a_game_as_a_study(client: TestClient) -> None:
    opened = client.post("/api/studies", json={"variant": "Standard"}).json()
    request = {"query": 'mate and result = "1-0"', "study": opened["id"], "node": 0, "limit": 5}
    answer = client.post("/api/explorer/games", json=request)
    found = _named(fits(FoundView, answer.json()))
    # other variants have the same last boards, with another past
    assert found.games and all(game.result == "1-0" and "Standard" in game.variant for game in found.games)
    made = client.post("/api/explorer/study", json={"id": found.games[0].id})
    assert made.status_code == 201
    assert len(made.json()["nodes"]) == found.games[0].actions + 1
    assert client.post("/api/explorer/study", json={"id": 10**6}).status_code == 422


def test_a_search_by_a_pattern(client: TestClient) -> None:
    query = 'pattern "8/8/8/8/8/5N2/8/8" at any board and actions < 40'
    answer = client.post("/api/explorer/games", json={"query": query, "limit": 3})
    found = _named(fits(FoundView, answer.json()))
    assert len(found.games) == (2 if _is_library(client) else 3)
    for game in found.games:
        opened = client.post("/api/explorer/study", json={"id": game.id}).json()
        assert game.ply is not None
        asked = {"node": opened["nodes"][game.ply]["id"], "pending": []}
        position = client.post(f"/api/studies/{opened['id']}/position", json=asked).json()
        last = [line["boards"][-1] for line in position["timelines"]]
        assert any(board[45] == "N" for board in last)
    wrong = client.post("/api/explorer/games", json={"query": 'pattern "8/7"'}).json()["error"]
    assert (wrong["details"]["start"], wrong["details"]["end"]) == (11, 12)


def test_a_query_with_an_error(client: TestClient) -> None:
    answer = client.post("/api/explorer/games", json={"query": "mate and timeline > 3"})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (422, "query-error")
    assert (error["details"]["start"], error["details"]["end"]) == (9, 17)
    inside = client.post("/api/explorer/games", json={"query": "check"})
    assert inside.status_code == (200 if _is_library(client) else 422)


def test_a_library_that_is_gone(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    settings = Settings(tmp_path / "studies", library=tmp_path / "none")
    with TestClient(create_app(settings), base_url=f"http://localhost:{settings.port}") as running:
        answer = running.post("/api/explorer/games", json={"query": "mate"})
    assert answer.status_code == 422 and "there is no library" in answer.json()["error"]["message"]


def test_the_board_without_a_server_looks_for_patterns(tmp_path: Path) -> None:
    query = 'pattern "8/8/8/8/8/5N2/8/8" at any board and actions < 40'
    reply = Board().answer("POST", "/explorer/games", json.dumps({"query": query, "limit": 3}))
    with TestClient(create_app(Settings(tmp_path)), base_url="http://localhost:5055") as running:
        served = running.post("/api/explorer/games", json={"query": query, "limit": 3})
    assert reply.status == 200 and json.loads(reply.body) == served.json()
