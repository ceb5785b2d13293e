"""The trainer over HTTP."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from hyperchess.puzzles.collection import bundled
from hyperchess.studies.learning.training import solved_game

from .api import served


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


ENTRY = bundled()[0]
KEY = [str(move) for move in solved_game(ENTRY.id).main_line[0].action or ()]


def test_the_list(client: TestClient) -> None:
    listed = client.get("/api/puzzles").json()
    assert [puzzle["id"] for puzzle in listed] == [entry.id for entry in bundled()]
    names = {"id", "game", "player", "mate_in", "timelines", "variant", "difficulty", "themes"}
    assert set(listed[0]) == names


def test_a_puzzle_as_a_study_and_its_solution(client: TestClient) -> None:
    puzzle = client.post("/api/studies", json={"puzzle": ENTRY.id})
    assert puzzle.status_code == 201
    study = puzzle.json()
    assert len(study["nodes"]) == 1
    assert study["puzzle"] is None
    assert not study["problems"]
    position = client.post(f"/api/studies/{study['id']}/position", json={"node": 0}).json()
    assert position["player"] == ENTRY.player
    solution = client.post("/api/studies", json={"solution": ENTRY.id}).json()
    assert [move["raw"] for move in solution["nodes"][1]["moves"]] == KEY


def test_answers_and_hints(client: TestClient) -> None:
    right = client.post(f"/api/puzzles/{ENTRY.id}/answers", json={"played": [KEY]}).json()
    assert right["right"]
    assert right["solved"]
    hint = client.post(f"/api/puzzles/{ENTRY.id}/hints", json={"whole": True}).json()
    assert hint["moves"] == KEY


def test_refusals(client: TestClient) -> None:
    for path, body in (
        ("nothing/answers", {"played": [["e4"]]}),
        (f"{ENTRY.id}/answers", {"played": []}),
        (f"{ENTRY.id}/answers", {"played": [["e4"]] * 30}),
        (f"{ENTRY.id}/answers", {"played": [["no move"]]}),
        (f"{ENTRY.id}/hints", {"played": [KEY]}),
    ):
        answer = client.post(f"/api/puzzles/{path}", json=body)
        assert answer.status_code == 422, (path, answer.text)
        assert answer.json()["error"]["message"]
    assert client.post("/api/studies", json={"puzzle": "nothing"}).status_code == 422
