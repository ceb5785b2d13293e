from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hyperchess import infinite
from hyperchess.app.web.searching import SearchTask
from hyperchess.app.web.settings import DEFAULT_PORT
from hyperchess.app.web.worker import Progress
from hyperchess.multiverse import custom_start, start
from hyperchess.notation.reading import parse

from .api import served, study

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
    deadline = monotonic() + 60
    while True:
        answer = client.get(f"/api/searches/{id}")
        assert answer.status_code == 200, answer.text
        if answer.json()["state"] in until:
            return answer.json()
        assert monotonic() < deadline
        sleep(0.02)


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
    with served(tmp_path) as client:
        made = study(client, _LONG)
        body = {"study": made["id"], "node": 0, "kind": "mate", "mate_in": 20, "seconds": 60}
        answers = [client.post("/api/searches", json=body) for _ in range(20)]
        codes = {answer.status_code for answer in answers}
        assert codes == {202, 429}
        assert answers[-1].json()["error"]["code"] == "too-many-searches"
        started = monotonic()
    assert monotonic() - started < 5  # the server ends its workers


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


class _Told(list[Progress]):
    def __call__(self, progress: Progress) -> None:
        self.append(progress)


def test_how_far_a_search_got_is_told() -> None:
    told = _Told()
    position = custom_start("[4k/5/5/5/K4:0:1:w]")
    answer = SearchTask("mate", position, 30, mate_in=2).run(told)
    assert told[0] == {"length": 1, "refuted": 0}
    assert (answer.data["outcome"], answer.text) == ("none", "there is no mate in 2")
    long = _Told()
    answer = SearchTask("mate", start("Standard"), 1.0, mate_in=9).run(long)
    assert answer.data["outcome"] == "unknown"
    assert long[-1]["nodes"] > 0
    assert long[-1]["refuted"] <= answer.data["refuted"]


def test_without_time_nothing_is_claimed() -> None:
    mate = SearchTask("mate", start("Standard"), 0, mate_in=3).run(_Told())
    assert (mate.data["outcome"], mate.data["refuted"]) == ("unknown", 0)
    count = SearchTask("count", start("Standard"), 0).run(_Told())
    assert (count.data["exact"], count.text) == (False, "the time is up: at least 0 legal actions")
    late = SearchTask("mate", start("Standard"), 1, mate_in=3).late({"refuted": 2})
    assert (late.data["refuted"], late.text) == (
        2,
        "there is no mate in 2; mate in 3 not decided within the time limit",
    )
    assert SearchTask("status", start("Standard"), 1).late({}).data["verdict"] == "unknown"


def test_large_counts_go_up_in_steps() -> None:
    told = _Told()
    answer = SearchTask("count", start("Misc - Timeline Battlegrounds"), 60).run(told)
    assert told == [{"at_least": 1_000}]
    assert (answer.data, answer.text) == ({"count": 3_571, "exact": True}, "there are 3,571 legal actions")


def test_status_of_both_games() -> None:
    mate = parse(f"{_MATE} 3. Qh5").final
    assert SearchTask("status", mate, 30).run(_Told()).data == {"verdict": "checkmate", "over": True}
    position = infinite.Position.parse("b k0,0|R-10,0|R-10,1|R-10,-1|N400,400")
    answer = SearchTask("status", position, 30).run(_Told())
    assert (answer.data["verdict"], answer.text) == ("checkmate", "White wins: checkmate")


def test_infinite_chess() -> None:
    position = infinite.Position.parse("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5")
    mate = SearchTask("mate", position, 30, mate_in=1).run(_Told())
    assert (mate.data["outcome"], mate.data["exact"]) == ("mate", True)
    assert mate.data["ways"] == len(mate.data["winning"]) > 0
    assert SearchTask("count", position, 30).run(_Told()).data == {"count": None, "exact": True}
    kings = infinite.Position.parse("w k0,0|K9,9|N50,50")
    assert SearchTask("count", kings, 30).run(_Told()).data == {"count": 16, "exact": True}


def test_a_mate_of_infinite_chess_that_is_not_proven_says_so() -> None:
    position = infinite.Position.parse("w k1,-2|K-1,0|Q-2,-1|R2,-1|R2,3|b-2,2")
    answer = SearchTask("mate", position, 30, mate_in=2).run(_Told())
    assert (answer.data["outcome"], answer.data["verdict"], answer.data["exact"]) == (
        "unknown",
        "unknown",
        False,
    )
    assert "against all defences up to 5 squares beyond the pieces" in answer.text
