"""Abuse of a game: foreign keys, replayed and oversized messages are refused, and the game goes on."""

import json
from collections.abc import Iterator
from secrets import token_urlsafe
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.app.web.api import by, seated, served
from tests.app.web.live.clocked import E4, E5
from tests.app.web.live.sockets import ended, here, next_message

LONG = "x" * 5_000


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data"), public="http://127.0.0.1") as running:
        yield running


@pytest.fixture
def game(client: TestClient) -> Any:
    made = client.post("/api/matches", json={"variant": "Standard", "side": "white", "name": "Ada"}).json()
    white, black = seated(client, made)
    yield {"path": f"/api/studies/{made['study']}", "white": white, "black": black, **made}
    client.post(f"/api/studies/{made['study']}/match", json={"type": "resign"}, headers=white)


def _state(client: TestClient, game: Any) -> tuple[Any, int]:
    match = client.get(f"{game['path']}/match", headers=game["white"]).json()
    for side in ("white", "black"):
        del match[side]["away"]
    return match, len(client.get(game["path"], headers=game["white"]).json()["nodes"])


REQUESTS = {
    "/match/actions": {"moves": E4, "operation": "operation-1"},
    "/match": {"type": "resign"},
    "/match/prepared": {"moves": ["e5"]},
    "/match/link": None,
}


@pytest.mark.parametrize("path", REQUESTS)
def test_foreign_keys_are_refused(client: TestClient, game: Any, path: str) -> None:
    other = client.post("/api/matches", json={"variant": "Standard", "side": "white"}).json()
    before = _state(client, game)
    keys = [other["key"], other["friend"], game["friend"], token_urlsafe(24), "x", LONG[:150]]
    for headers in [by(key) for key in keys] + [{}]:
        answer = client.post(f"{game['path']}{path}", json=REQUESTS[path], headers=headers)
        assert answer.status_code == 403, answer.text
        assert answer.json()["error"]["message"]
    assert _state(client, game) == before
    client.post(f"/api/studies/{other['study']}/match", json={"type": "abort"}, headers=by(other["key"]))


OVERSIZED = [
    ("/match/actions", {"moves": [LONG], "operation": "operation-1"}),
    ("/match/actions", {"moves": E4 * 1_001, "operation": "operation-1"}),
    ("/match/actions", {"moves": E4, "operation": "x" * 65}),
    ("/match/prepared", {"moves": [LONG]}),
    ("/match/seat", {"key": "x" * 101}),
    ("/match/seat", {"key": token_urlsafe(24), "name": LONG}),
    ("/match", {"type": "resign", "operation": LONG}),
    ("/match", {"type": LONG}),
]


@pytest.mark.parametrize(("path", "body"), OVERSIZED)
def test_oversized_requests_are_refused_with_a_message(
    client: TestClient, game: Any, path: str, body: Any
) -> None:
    before = _state(client, game)
    answer = client.post(f"{game['path']}{path}", json=body, headers=game["white"])
    assert answer.status_code == 422, answer.text
    assert len(answer.json()["error"]["message"]) < 500
    assert _state(client, game) == before


def test_a_body_beyond_the_limit_is_refused(client: TestClient, game: Any) -> None:
    headers = {**game["white"], "Content-Type": "application/json"}
    body = json.dumps({"moves": ["x" * 4_000_000], "operation": "operation-1"})
    answer = client.post(f"{game['path']}/match/actions", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")


@pytest.mark.parametrize("size", [1_001, 63_000])
def test_an_oversized_message_closes_only_its_connection(client: TestClient, game: Any, size: int) -> None:
    with here(client, game["study"], key=game["friend"], name="Eve") as eve:
        next_message(eve, "welcome")
        with here(client, game["study"], key=game["key"]) as ada:
            next_message(ada, "welcome")
            eve.send_text(json.dumps({"type": "me", "name": "x" * size, "color": "#123456"}))
            assert ended(eve) == 1009
            action = {"moves": E4, "operation": "operation-1"}
            answer = client.post(f"{game['path']}/match/actions", json=action, headers=game["white"])
            assert answer.status_code == 200
            assert next_message(ada, "change")["change"] == answer.json()


def test_replayed_requests_change_nothing(client: TestClient, game: Any) -> None:
    first = {"moves": E4, "operation": "operation-1"}
    made = client.post(f"{game['path']}/match/actions", json=first, headers=game["white"]).json()
    second = {"moves": E5, "operation": "operation-2"}
    client.post(f"{game['path']}/match/actions", json=second, headers=game["black"])
    before = _state(client, game)
    for _ in range(20):
        again = client.post(f"{game['path']}/match/actions", json=first, headers=game["white"])
        assert (again.status_code, again.json()) == (200, made)
        taken = client.post(f"{game['path']}/match/actions", json=first, headers=game["black"])
        assert taken.status_code in (200, 409)  # the stored response, or: it is not your turn
    assert _state(client, game) == before
