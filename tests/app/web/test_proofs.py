"""Proof files as studies, on the server and on the board in a browser."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.api.operations import proofs as operations
from hyperchess.app.cli.commands.games.serve import _open as _open_file
from hyperchess.app.site.board import Board
from hyperchess.budget import Budget
from hyperchess.multiverse import Color
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.studies.analysis import proofs
from hyperchess.studies.analysis.proofs import ProofView
from tests.api.responses import fits
from tests.app.web.api import served
from tests.proofs.making import MATE_IN_TWO, forged, make_proof

PROOFS = Path(__file__).parents[3] / "proofs"
DEEP = (PROOFS / "very-small.white-mate-7.hcproof").read_bytes()

Ask = Callable[..., Any]


@pytest.fixture(autouse=True)
def fresh_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is counted before, and a request counts a number of records instead of some time."""
    proofs._open_tree.cache_clear()
    monkeypatch.setattr(operations, "_COUNTING", Budget(rounds=40))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(params=["server", "browser"])
def ask(request: pytest.FixtureRequest, client: TestClient) -> Ask:
    """Send a request to the server or to the board in a browser; the status must be as expected."""
    board = Board()

    def send(path: str, body: Any, status: int = 200) -> Any:
        if request.param == "server":
            answer = client.post(f"/api{path}", json=body)
            assert answer.status_code == status, answer.text
            return answer.json()
        reply = board.answer("POST", path, json.dumps(body))
        assert reply.status == status, reply.body
        return json.loads(reply.body)

    return send


def _open(ask: Ask, data: bytes) -> str:
    study = ask("/studies", {"proof": b64encode(data).decode("ascii")}, 201)
    assert study["proof"] is True
    return f"/studies/{study['id']}"


def _view(ask: Ask, study: str, node: int, **more: Any) -> Any:
    return fits(ProofView, ask(f"{study}/proof", {"node": node, **more}))


def _play(ask: Ask, study: str, node: int, moves: list[str]) -> int:
    edit = {"type": "add", "parent": node, "moves": moves}
    return int(ask(f"{study}/edits", {"edit": edit})["node"])


def test_a_proof_is_walked_through(ask: Ask) -> None:
    study = _open(ask, make_proof(MATE_IN_TWO, ClaimKind.MATE, Color.WHITE, 2))
    node, states = 0, []
    while True:
        view = _view(ask, study, node, count=True)
        states.append((view["state"], view["player"], view["within"]))
        assert view["depth"] == len(states) - 1
        if view["state"] == "end":
            break
        assert view["total"] == len(view["choices"])
        assert all(choice["size"] and choice["longest"] for choice in view["choices"])
        node = _play(ask, study, node, view["choices"][0]["moves"])
    assert states == [
        ("recorded", "white", 2),
        ("choices", "black", 1),
        ("recorded", "white", 1),
        ("end", "black", 0),
    ]
    assert view["text"] == "checkmate"
    assert view["claim"] == "White mates within 2 actions"


def test_records_are_counted_in_parts(ask: Ask) -> None:
    study = _open(ask, DEEP)
    view = _view(ask, study, 0)
    assert (view["state"], view["walked"], view["counting"]) == ("recorded", 0, True)
    node = _play(ask, study, 0, view["choices"][0]["moves"])
    replies = _view(ask, study, node)
    assert [choice["size"] for choice in replies["choices"]] == [None, None, None]
    last = _play(ask, study, node, replies["choices"][2]["moves"])
    # Nothing is counted without being asked for; then each request counts some records.
    assert [_view(ask, study, last)["state"] for _ in range(2)] == ["searching"] * 2
    seen = [0]
    while (view := _view(ask, study, last, count=True))["state"] == "searching":
        assert view["walked"] > seen[-1] and view["counting"]
        seen.append(view["walked"])
    assert len(seen) > 3
    assert view["state"] == "recorded"
    while (view := _view(ask, study, node, count=True))["counting"]:
        assert view["choices"][2]["size"] is None
    assert [choice["size"] for choice in view["choices"]] == [288, 1_033, 60]


def test_a_line_that_was_visited_earlier_is_found_again(ask: Ask) -> None:
    study = _open(ask, DEEP)
    node = 0
    for place in (0, 1, 0, 0, 0):
        view = _view(ask, study, node, count=True)
        while view["state"] == "searching":
            view = _view(ask, study, node, count=True)
        node = _play(ask, study, node, view["choices"][place]["moves"])
    proofs._open_tree.cache_clear()  # as after a restart of the server
    view = _view(ask, study, node)
    assert (view["state"], view["depth"]) == ("searching", 2)
    while view["state"] == "searching":
        view = _view(ask, study, node, count=True)
    assert (view["depth"], len(view["choices"]) > 0) == (5, True)


def test_an_action_that_is_not_in_the_proof(ask: Ask) -> None:
    study = _open(ask, DEEP)
    node = _play(ask, study, 0, ["(0T1)b2>(0T1)a3"])
    view = _view(ask, study, node)
    assert (view["state"], view["depth"], view["text"]) == ("outside", 0, "this action is not in the proof")


def test_choices_come_in_parts(ask: Ask) -> None:
    claim = Claim.of_variant("Standard - Two Timelines", ClaimKind.NONE, Color.WHITE, 1)
    study = _open(ask, forged(claim.text(), []))
    parts = [_view(ask, study, 0, first=first) for first in (0, 50)]
    assert [len(part["choices"]) for part in parts] == [50, 50]
    texts = {choice["text"] for part in parts for choice in part["choices"]}
    assert len(texts) == 100
    assert _view(ask, study, 0, first=parts[0]["total"])["choices"] == []


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        ("???", "expected a file in Base64"),
        ("AAAA", "not a proof file"),
        (b64encode(DEEP[:-1]).decode("ascii"), "the file is cut off"),
        (b64encode(DEEP[:1_000] + b"x" + DEEP[1_001:]).decode("ascii"), "damaged"),
    ],
)
def test_what_is_not_a_proof_is_refused(ask: Ask, proof: str, message: str) -> None:
    error = ask("/studies", {"proof": proof}, 422)["error"]
    assert error["code"] == "proof-rejected"
    assert message in error["message"]


def test_a_study_without_a_proof(ask: Ask) -> None:
    study = ask("/studies", {"variant": "Standard"}, 201)
    assert study["proof"] is False
    assert ask(f"/studies/{study['id']}/proof", {"node": 0}, 422)["error"]["code"] == "no-proof"


def test_a_study_that_is_read_from_another_text_shows_no_proof(ask: Ask) -> None:
    study = _open(ask, DEEP)
    changed = ask(f"{study}/edits", {"edit": {"type": "text", "text": "1. e4 / e5"}})
    assert changed["head"]["proof"] is False
    assert ask(f"{study}/edits", {"edit": {"type": "undo"}})["head"]["proof"] is True
    assert _view(ask, study, 0)["state"] == "recorded"


def test_the_server_opens_a_file(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        opened = _open_file(client.app.state.library, str(PROOFS / "very-small.white-mate-7.hcproof"))  # type: ignore[attr-defined]
        assert client.post(f"/api/studies/{opened}/proof", json={"node": 0}).json()["records"] == 1_382
        assert (
            client.get(f"/api/studies/{opened}").json()["title"] == "Very Small: White mates within 7 actions"
        )


def test_it_is_stored_once_and_read_again(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        made = client.post("/api/studies", json={"proof": b64encode(DEEP).decode("ascii")}).json()
        path = f"/api/studies/{made['id']}"
        first = client.post(f"{path}/proof", json={"node": 0}).json()["choices"][0]["moves"]
        client.post(f"{path}/edits", json={"edit": {"type": "add", "parent": 0, "moves": first}})
    with served(tmp_path) as client:
        assert client.get(path).json()["proof"] is True
        assert client.post(f"{path}/proof", json={"node": 1}).json()["total"] == 3
