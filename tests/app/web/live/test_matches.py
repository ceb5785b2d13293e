"""Games between two people: turns, clocks of the server, draws, and a study when it is over."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hyperchess.app.service.library import Library
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.live.links import Role
from hyperchess.app.web.live.matches import Matches
from hyperchess.app.web.storage import SqliteStorage
from hyperchess.studies.data import json_text
from hyperchess.studies.opening import open_text, open_variant
from tests.app.web.api import served
from tests.app.web.live.sockets import here, next_message

E4, E5 = ["(0T1)e2>(0T1)e4"], ["(0T1)e7>(0T1)e5"]
WHITE, BLACK = Role.WHITE, Role.BLACK


class _Time:
    """A clock that the test sets."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


class _Game:
    """A game on a storage, with a time of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.time = _Time()
        self.numbers = iter(range(1_000))
        self.open()
        self.study, self.keys = self.matches.create(open_variant("Standard"), seconds=60.0, increment=5.0)

    def open(self) -> None:
        self.storage = SqliteStorage(self.folder)
        self.library = Library(self.storage)
        self.matches = Matches(self.library, self.storage, Hub(), clock=self.time)

    def restart(self) -> None:
        self.storage.close()
        self.open()

    def play(self, role: Role, moves: list[str], after: float = 0.0) -> Any:
        self.time.now += after
        return self.matches.play(self.study, role, moves, f"operation-{next(self.numbers)}")

    @property
    def clock(self) -> tuple[int, int, str]:
        clock = self.matches.data(self.study)["clock"]
        return clock["white"], clock["black"], clock["running"]

    @property
    def headers(self) -> dict[str, str]:
        return self.library.find(self.study).study.game.headers


@pytest.fixture
def game(tmp_path: Path) -> Iterator[_Game]:
    made = _Game(tmp_path)
    yield made
    made.storage.close()


def test_clocks_run_in_turn_with_an_increment(game: _Game) -> None:
    game.time.now += 1_000
    assert game.clock == (60_000, 60_000, "")  # until the first action
    game.play(WHITE, E4)
    game.time.now += 10
    assert game.clock == (60_000, 50_000, "black")
    game.play(BLACK, E5, after=5)
    assert game.clock == (60_000, 50_000, "white")
    game.time.now += 20.5
    assert game.clock == (39_500, 50_000, "white")


def test_a_flag_falls_on_the_server(game: _Game) -> None:
    game.play(WHITE, E4)
    game.time.now += 60
    game.matches.check(game.study)
    data = game.matches.data(game.study)
    assert (data["active"], data["result"], data["why"]) == (False, "1-0", "Black has no time left")
    assert game.headers["Result"] == "1-0"
    assert game.library.find(game.study).study.game.result == "1-0"
    with pytest.raises(ApiError, match="Black has no time left"):
        game.play(BLACK, E5)


def test_a_move_that_comes_too_late_is_not_made(game: _Game) -> None:
    game.play(WHITE, E4)
    with pytest.raises(ApiError) as refusal:
        game.play(BLACK, E5, after=61)
    assert refusal.value.code == "over"
    assert len(game.library.find(game.study).study.nodes()) == 2


def test_turns(game: _Game) -> None:
    with pytest.raises(ApiError, match="not your turn"):
        game.play(BLACK, E5)
    game.play(WHITE, E4)
    with pytest.raises(ApiError, match="not your turn"):
        game.play(WHITE, ["(0T1)d2>(0T1)d4"])
    answer = game.matches.play(game.study, BLACK, E5, "operation-again")
    again = game.matches.play(game.study, BLACK, E5, "operation-again")
    assert json_text(again) == json_text(answer)  # made once
    assert len(game.library.find(game.study).study.nodes()) == 3


def test_a_draw_is_offered_declined_and_accepted(game: _Game) -> None:
    act = game.matches.act
    with pytest.raises(ApiError, match="no draw is offered"):
        act(game.study, BLACK, "accept")
    assert act(game.study, WHITE, "offer")["offer"] == "white"
    with pytest.raises(ApiError, match="no draw is offered"):
        act(game.study, WHITE, "accept")  # one's own
    assert act(game.study, BLACK, "decline")["offer"] == ""
    act(game.study, WHITE, "offer")
    game.play(WHITE, E4)
    assert game.matches.data(game.study)["offer"] == ""  # an action ends it
    act(game.study, BLACK, "offer")
    assert act(game.study, WHITE, "accept")["result"] == "1/2-1/2"


def test_resigning_and_mate_end_the_game(game: _Game) -> None:
    assert game.matches.act(game.study, WHITE, "resign")["result"] == "0-1"
    with pytest.raises(ApiError, match="White resigns"):
        game.matches.act(game.study, BLACK, "offer")
    near = open_text('[Board "Standard"]\n1. e3 / f6 2. Qe2 / Nc6')
    study, _ = game.matches.create(near, seconds=None, increment=0.0)
    game.matches.play(study, WHITE, ["(0T3)e2>(0T3)h5"], "operation-mate")
    data = game.matches.data(study)
    assert (data["result"], data["clock"]) == ("1-0", None) and "mate" in data["why"]


def test_a_restart_takes_nobodys_time(game: _Game) -> None:
    game.play(WHITE, E4)
    game.play(BLACK, E5, after=10)
    game.storage.close()
    game.time.now += 10_000
    game.open()
    assert game.clock == (60_000, 55_000, "white")
    game.time.now += 1
    assert game.clock == (59_000, 55_000, "white")


def test_a_server_killed_between_an_action_and_the_note_of_it(game: _Game) -> None:
    game.play(WHITE, E4)
    kept = game.storage.match(game.study)
    assert kept is not None
    game.play(BLACK, E5)
    game.storage.keep_match(kept)
    game.restart()
    assert game.matches.data(game.study)["to_move"] == "white"


def test_a_game_that_is_over_is_not_begun(game: _Game) -> None:
    mated = open_text('[Board "Standard"]\n1. e3 / f6 2. Qe2 / Nc6 3. Qh5')
    with pytest.raises(ApiError, match="not over"):
        game.matches.create(mated, seconds=None, increment=0.0)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


def test_over_http_and_websockets(client: TestClient) -> None:
    asked = {"variant": "Standard", "side": "black", "clock": {"seconds": 60, "increment": 5}}
    made = client.post("/api/matches", json=asked)
    assert made.status_code == 201, made.text
    id, side = made.json()["study"], made.json()["side"]
    assert side == "black"
    black, white = ({"Authorization": f"Bearer {made.json()[name]}"} for name in ("key", "friend"))
    path = f"/api/studies/{id}"
    study = client.get(path, headers=white).json()
    assert (study["role"], study["match"]) == ("white", True)
    with here(client, id, key=made.json()["key"]) as socket:
        next_message(socket, "welcome")
        body = {"moves": E4, "operation": "operation-1"}
        assert client.post(f"{path}/match/actions", json=body).status_code == 403  # the owner only looks on
        assert client.post(f"{path}/match/actions", json=body, headers=black).status_code == 409
        answer = client.post(f"{path}/match/actions", json=body, headers=white)
        assert answer.status_code == 200, answer.text
        assert next_message(socket, "change")["change"] == answer.json()
        assert next_message(socket, "match")["match"]["to_move"] == "black"
    edit = {"edit": {"type": "rename", "title": "x"}}
    refused = client.post(f"{path}/edits", json=edit)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "game")
    assert client.post(f"{path}/edits", json=edit, headers=white).status_code == 403
    assert client.get(f"{path}/match").json()["clock"]["running"] == "black"
    over = client.post(f"{path}/match", json={"type": "resign"}, headers=black).json()
    assert (over["result"], over["why"], over["active"]) == ("1-0", "Black resigns", False)
    assert client.post(f"{path}/edits", json=edit).status_code == 200
    assert client.get("/api/studies/none/match").status_code == 404


@pytest.mark.parametrize(
    "asked", [{}, {"variant": "nothing"}, {"variant": "Standard", "clock": {"seconds": 0}}, {"side": "red"}]
)
def test_what_cannot_be_played_is_told(client: TestClient, asked: Any) -> None:
    answer = client.post("/api/matches", json=asked)
    assert answer.status_code == 422, answer.text
