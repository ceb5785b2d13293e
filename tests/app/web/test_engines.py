"""Engines on the server: thoughts, replies, reviews, engines of other people, and what is refused."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.api.operations.engines import Engines, Review
from hyperchess.app.web.server import create_app
from hyperchess.app.web.settings import DEFAULT_PORT, Settings
from hyperchess.engine.infinite.weights import load_infinite_weights
from hyperchess.engine.multiverse.weights import load_weights
from tests.api.responses import fits
from tests.kernels import native

from .api import study, wait_until

_MATE = "1. e3 / f6 2. Qe2 / Nc6"  # Qh5 mates
_MATED = "1. e3 / f6 2. Qe2 / Nc6 3. Qh5#"
_INFINITE = "w (8|1) K5,1+|k5,8+|R1,1+|P4,2+|p3,7+ 4,2>4,4|3,7>3,5"
_OTHER = f'"{sys.executable}" -m hyperchess engine'
_OVER = ("done", "failed", "cancelled")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    engines = (("other", _OTHER), ("broken", f'"{sys.executable}" -c pass'))
    settings = Settings(tmp_path_factory.mktemp("data"), engines=engines)
    with TestClient(create_app(settings), base_url=f"http://localhost:{settings.port}") as running:
        yield running


def _start(client: TestClient, path: str, **request: Any) -> str:
    answer = client.post(f"/api/{path}", json=request)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def _wait(client: TestClient, id: str, enough: Callable[[Any], bool] = lambda found: False) -> Any:
    """The search once it is over, or once it has reported enough."""
    found: Any = None

    def is_over() -> bool:
        nonlocal found
        found = client.get(f"/api/searches/{id}").json()
        return found["state"] in _OVER or enough(found)

    wait_until(is_over)
    return found


@pytest.fixture(scope="module")
def made(client: TestClient) -> Any:
    return study(client, _MATE)


def _last(study: Any) -> int:
    return int(study["nodes"][-1]["id"])


@pytest.mark.parametrize("engine", ["", "hyperchess", "other"])
def test_a_thought_has_lines_with_moves_and_arrows(client: TestClient, made: Any, engine: str) -> None:
    id = _start(client, "thoughts", study=made["id"], node=_last(made), lines=2, seconds=60, engine=engine)
    found = _wait(client, id, lambda found: len(found["progress"].get("lines", ())) == 2)
    assert found["kind"] == "think", found
    answer = found["answer"] or found["progress"]
    best, second = answer["lines"]
    assert best["actions"][0] == {
        "number": 3,
        "player": "white",
        "moves": ["(0T3)e2>(0T3)h5"],
        "text": "Qh5#",
    }
    assert best["arrows"] == [{"from": [0, 6, 4, 1], "to": [0, 6, 7, 4]}]
    # a mate reported by another engine is an opinion
    assert best["score"]["mate"] == (None if engine == "other" else 1)
    assert best["score"]["chance"] > 99
    assert second["actions"][0]["moves"] != best["actions"][0]["moves"]
    assert answer["depth"] >= 1
    assert client.delete(f"/api/searches/{id}").status_code == 200


def test_a_thought_about_an_action_that_is_not_in_the_tree(client: TestClient, made: Any) -> None:
    actions = [["(0T3)e2>(0T3)h5"]]
    id = _start(client, "thoughts", study=made["id"], node=_last(made), actions=actions, seconds=1)
    found = _wait(client, id)
    assert (found["answer"]["lines"], found["text"]) == ([], "there is no legal action")
    wrong = {"study": made["id"], "node": _last(made), "actions": [["(0T3)e2>(0T3)e7"]]}
    assert client.post("/api/thoughts", json=wrong).status_code == 422


@native  # the plain search ends before the client leaves
def test_a_thought_ends_when_nobody_watches(client: TestClient) -> None:
    start = study(client, '[Board "Standard"]\n')
    id = _start(client, "thoughts", study=start["id"], node=0, seconds=60)
    with client.websocket_connect(f"ws://localhost:{DEFAULT_PORT}/api/searches/{id}/watch") as socket:
        while not socket.receive_json()["progress"].get("lines"):
            pass
    assert _wait(client, id)["state"] == "cancelled"
    # the process that stopped goes on with the next task
    assert (
        _wait(client, _start(client, "thoughts", study=start["id"], node=0, seconds=0.2))["state"] == "done"
    )


@pytest.mark.parametrize(("engine", "level"), [("", 1), ("", 8), ("other", 3)])
def test_a_reply_is_a_legal_action(client: TestClient, made: Any, engine: str, level: int) -> None:
    id = _start(client, "replies", study=made["id"], node=_last(made), level=level, engine=engine, seconds=60)
    found = _wait(client, id)
    moves = found["answer"]["moves"]
    if level == 8:
        assert moves == ["(0T3)e2>(0T3)h5"]
    edit = {"type": "add", "parent": _last(made), "moves": moves}
    now = client.get(f"/api/studies/{made['id']}").json()["revision"]
    answer = client.post(f"/api/studies/{made['id']}/edits", json={"revision": now, "edit": edit})
    assert answer.status_code == 200, answer.text


def test_an_engine_that_does_not_work_is_told(client: TestClient, made: Any) -> None:
    id = _start(client, "thoughts", study=made["id"], node=0, engine="broken", seconds=1)
    found = _wait(client, id)
    assert found["state"] == "failed"
    assert "has ended" in found["text"]


def test_what_there_is_to_choose_from(client: TestClient) -> None:
    answer = client.get("/api/engines").json()
    fits(Engines, answer)
    assert answer["engines"] == ["hyperchess", "other", "broken"]
    assert [level["number"] for level in answer["levels"]] == list(range(1, 9))
    drawings = client.get("/api/art").json()["drawings"]
    for game, weights in (("5d", load_weights()), ("infinite", load_infinite_weights())):
        values = answer["values"][game]
        assert (values["pawn"], values["queen"]) == (weights["value.pawn"], weights["value.queen"])
        assert values.keys() <= drawings.keys()
    assert _OTHER not in client.get("/api/engines").text


@pytest.mark.parametrize("path", ["thoughts", "replies"])
def test_a_page_cannot_run_a_command(client: TestClient, made: Any, path: str) -> None:
    answer = client.post(f"/api/{path}", json={"study": made["id"], "node": 0, "engine": _OTHER})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unknown-engine")


def test_an_engine_of_5d_chess_is_not_asked_about_infinite_chess(client: TestClient) -> None:
    made = study(client, _INFINITE)
    for path in ("thoughts", "replies"):
        answer = client.post(f"/api/{path}", json={"study": made["id"], "node": 0, "engine": "other"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no-engine")


@pytest.mark.parametrize("path", ["thoughts", "replies"])
def test_our_engine_thinks_about_infinite_chess_too(client: TestClient, path: str) -> None:
    made = study(client, _INFINITE)
    found = _wait(client, _start(client, path, study=made["id"], node=0, seconds=1))
    assert found["state"] == "done", found["text"]


def test_a_review_is_written_into_the_study(client: TestClient) -> None:
    made = study(client, _MATED)
    before = client.get(f"/api/studies/{made['id']}/review").json()
    assert before == {"review": None, "running": None}
    id = _start(client, f"studies/{made['id']}/review", seconds=1)
    assert _start(client, f"studies/{made['id']}/review", seconds=1) in (id, id)
    found = _wait(client, id)
    assert (found["kind"], found["state"]) == ("review", "done"), found
    assert found["progress"]["done"] == found["progress"]["of"] == 5
    now = client.get(f"/api/studies/{made['id']}").json()
    blunder = now["nodes"][4]  # Nc6 lets White mate
    assert blunder["score"]["mate"] == 1
    assert blunder["moves"][0]["evaluation"] == "??"
    assert blunder["comments"] == []  # the score is not shown as a comment
    review = client.get(f"/api/studies/{made['id']}/review").json()
    fits(Review, review)
    point = review["review"]["points"][3]
    assert (point["node"], point["judgement"]) == (blunder["id"], "blunder")
    better = next(node for node in now["nodes"] if node["id"] == point["better"])
    assert better["parent"] == blunder["parent"]
    black = review["review"]["players"][1]
    judged = [each["judgement"] for each in review["review"]["points"] if each["player"] == "black"]
    assert (black["player"], black["blunders"]) == ("black", judged.count("blunder"))
    text = client.post(f"/api/studies/{made['id']}/export", json={"to": "branched"}).json()["text"]
    assert "[%eval #1]" in text


@pytest.mark.parametrize("path", ["", "/chapters"])
def test_the_review_of_a_study_that_is_deleted_ends(client: TestClient, path: str) -> None:
    first, second = (study(client, "1. e4 / e5 2. Nf3 / Nc6") for _ in range(2))
    ids = [_start(client, f"studies/{made['id']}/review", seconds=10) for made in (first, second)]
    for made in (second, first):  # one that waits, and one that runs
        assert client.delete(f"/api/studies/{made['id']}{path}").status_code == 204
    for id in ids:
        assert _wait(client, id)["state"] == "cancelled"


def test_a_review_needs_actions(client: TestClient) -> None:
    made = study(client, '[Board "Standard"]\n')
    answer = client.post(f"/api/studies/{made['id']}/review", json={})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "review")


def test_scores_survive_comments_and_shapes(client: TestClient) -> None:
    made = study(client, '[Board "Standard"]\n1. e4 {[%eval 0.25] good}\n')
    node = made["nodes"][1]
    assert (node["score"]["centipawns"], [one["text"] for one in node["comments"]]) == (25, ["good"])
    revision = made["revision"]
    for edit in (
        {"type": "comment", "node": 1, "index": 0, "text": "better"},
        {"type": "shapes", "node": 1, "shapes": [{"type": "square", "at": [0, 3, 4, 3]}]},
        {"type": "shapes", "node": 1, "shapes": []},
        {"type": "comment", "node": 1, "index": 0, "text": ""},
    ):
        answer = client.post(f"/api/studies/{made['id']}/edits", json={"revision": revision, "edit": edit})
        assert answer.status_code == 200, answer.text
        revision += 1
        node = client.get(f"/api/studies/{made['id']}").json()["nodes"][1]
        assert node["score"]["centipawns"] == 25
    assert node["comments"] == []


def test_nothing_is_left_running(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(tmp_path)), base_url=f"http://localhost:{DEFAULT_PORT}") as client:
        made = study(client, '[Board "Standard"]\n')
        id = _start(client, "thoughts", study=made["id"], node=0, seconds=60)
        jobs = client.app.state.jobs  # type: ignore[attr-defined]
        wait_until(lambda: jobs.find(id).state == "running")
    assert jobs.find(id).state == "cancelled"
