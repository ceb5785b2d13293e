from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hyperchess.app.web.settings import DEFAULT_PORT
from hyperchess.notation.reading import parse

from .api import served, study, wait_until

_MATE = "1. e3 / f6 2. Qe2 / Nc6"  # Qh5 mates
_SOCKETS = f"ws://localhost:{DEFAULT_PORT}/api/searches"
_LONG = '[Board "Standard"]\n'


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


def _search(client: TestClient, text: str, *, node: int | None = None, **request: Any) -> str:
    made = study(client, text)
    last = made["nodes"][-1]["id"] if node is None else node
    answer = client.post("/api/searches", json={"study": made["id"], "node": last, **request})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def _wait(client: TestClient, id: str, *, until: tuple[str, ...] = ("done", "failed", "cancelled")) -> Any:
    found: Any = None

    def is_there() -> bool:
        nonlocal found
        answer = client.get(f"/api/searches/{id}")
        assert answer.status_code == 200, answer.text
        found = answer.json()
        return found["state"] in until

    wait_until(is_there)
    return found


def test_a_mate_is_found(client: TestClient) -> None:
    found = _wait(client, _search(client, _MATE, kind="mate", mate_in=2))
    assert (found["state"], found["kind"]) == ("done", "mate")
    assert found["answer"]["outcome"] == "mate"
    assert found["answer"]["mate_in"] == 1
    assert ["(0T3)e2>(0T3)h5"] in found["answer"]["winning"]
    assert found["text"].startswith("mate in 1 by Qh5#")
    assert found["progress"]["length"] == 1


def test_a_search_is_watched(client: TestClient) -> None:
    id = _search(client, _MATE, kind="count")
    told = []
    with client.websocket_connect(f"{_SOCKETS}/{id}/watch") as socket:
        while True:
            told.append(socket.receive_json())
            if told[-1]["state"] not in ("waiting", "running"):
                break
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_json()
    assert end.value.code == 1000
    assert told[-1] == client.get(f"/api/searches/{id}").json()
    assert told[-1]["answer"] == {"count": parse(_MATE).final.count_actions(), "exact": True}


def test_nothing_to_watch(client: TestClient) -> None:
    nothing = client.websocket_connect(f"{_SOCKETS}/none/watch")
    with nothing as socket, pytest.raises(WebSocketDisconnect) as end:
        socket.receive_json()
    assert (end.value.code, end.value.reason) == (1008, "there is no such search")


def test_other_pages_may_not_watch(client: TestClient) -> None:
    stranger = client.websocket_connect(f"{_SOCKETS}/x/watch", headers={"origin": "http://evil.example"})
    with pytest.raises(WebSocketDisconnect) as end, stranger:
        pass
    assert (end.value.code, "http://evil.example" in end.value.reason) == (1008, True)


def test_a_search_is_cancelled(client: TestClient) -> None:
    id = _search(client, _LONG, node=0, kind="mate", mate_in=20, seconds=60)
    _wait(client, id, until=("running",))
    assert client.delete(f"/api/searches/{id}").status_code == 200
    assert _wait(client, id, until=("cancelled",))["text"] == "cancelled"


def test_too_many_searches(tmp_path: Path) -> None:
    before = set(active_children())
    with served(tmp_path) as client:
        made = study(client, _LONG)
        body = {"study": made["id"], "node": 0, "kind": "mate", "mate_in": 20, "seconds": 60}
        answers = [client.post("/api/searches", json=body) for _ in range(20)]
        codes = {answer.status_code for answer in answers}
        assert codes == {202, 429}
        assert answers[-1].json()["error"]["code"] == "too-many-searches"
        jobs = list(client.app.state.jobs.searches._jobs.values())  # type: ignore[attr-defined]
    assert {job.state for job in jobs} == {"cancelled"}
    assert before.issuperset(active_children())


def test_a_search_where_the_game_cannot_be_followed(client: TestClient) -> None:
    made = study(client, "1. e4 / Kh4")
    last = made["nodes"][-1]["id"]
    answer = client.post("/api/searches", json={"study": made["id"], "node": last, "kind": "status"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unresolved-move")


@pytest.mark.parametrize(
    "wrong",
    [
        {"seconds": 1_000},
        {"seconds": 0},
        {"seconds": "1"},
        {"mate_in": 0},
        {"mate_in": 10**30},
        {"kind": "everything"},
        {"node": -1},
        {"more": 1},
    ],
)
def test_requests_have_limits(client: TestClient, wrong: dict[str, Any]) -> None:
    answer = client.post("/api/searches", json={"study": "x", "node": 0, "kind": "status", **wrong})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "request")


def test_unknown_searches(client: TestClient) -> None:
    assert client.get("/api/searches/none").status_code == 404
    assert client.delete("/api/searches/none").status_code == 404


def test_a_search_ends_when_its_last_watcher_has_left(client: TestClient) -> None:
    jobs = client.app.state.jobs  # type: ignore[attr-defined]
    jobs.grace, grace = 0.0, jobs.grace
    try:
        id = _search(client, _LONG, node=0, kind="mate", mate_in=20, seconds=60)
        with client.websocket_connect(f"{_SOCKETS}/{id}/watch") as first:
            with client.websocket_connect(f"{_SOCKETS}/{id}/watch") as second:
                second.receive_json()
            wait_until(lambda: jobs.watchers[id] == 1)
            assert first.receive_json()["state"] in ("waiting", "running")
        assert _wait(client, id)["state"] == "cancelled"
        assert not jobs.watchers
    finally:
        jobs.grace = grace


def test_a_page_that_is_loaded_anew_finds_its_search(client: TestClient) -> None:
    jobs = client.app.state.jobs  # type: ignore[attr-defined]
    id = _search(client, _LONG, node=0, kind="mate", mate_in=20, seconds=60)
    for _ in range(2):
        with client.websocket_connect(f"{_SOCKETS}/{id}/watch") as socket:
            assert socket.receive_json()["state"] in ("waiting", "running")
        wait_until(lambda: not jobs.watchers)
    assert not jobs.find(id).is_over
    client.delete(f"/api/searches/{id}")
    assert _wait(client, id)["state"] == "cancelled"
