"""Games between two people: turns, clocks of the server, draws, and a study when it is over."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.live.match import Match
from hyperchess.app.web.live.matches import Matches
from hyperchess.app.web.storage.postgres import PostgresStorage
from hyperchess.studies.data import json_text
from hyperchess.studies.opening import open_text, open_variant
from tests.app.web.api import seated, served, wait_until
from tests.app.web.live.clocked import BLACK, E4, E5, WHITE, Game, Time, server, wait
from tests.app.web.live.sockets import here, next_message, wait_for_match
from tests.app.web.postgres import Opened, Postgres
from tests.app.web.storage.faults import Faults


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    made = Game(tmp_path)
    yield made
    made.storage.close()


def test_clocks_run_in_turn_with_an_increment(game: Game) -> None:
    game.wait(100)
    assert game.clock == (60_000, 60_000, "")  # until the first action
    game.play(WHITE, E4)
    game.wait(10)
    assert game.clock == (60_000, 50_000, "black")
    game.play(BLACK, E5, after=5)
    assert game.clock == (60_000, 50_000, "white")
    game.wait(20.5)
    assert game.clock == (39_500, 50_000, "white")


def test_a_flag_falls_on_the_server(game: Game) -> None:
    game.play(WHITE, E4)
    game.wait(60)
    data = game.matches.view(game.study)
    assert (data.active, data.result, data.why) == (False, "1-0", "Black has no time left")
    assert game.headers["Result"] == "1-0"
    assert game.library.find(game.study).study.game.result == "1-0"
    with pytest.raises(ApiError, match="Black has no time left"):
        game.play(BLACK, E5)


def test_a_damaged_match_does_not_stop_the_clocks_of_others(game: Game) -> None:
    other, _ = game.matches.create(open_variant("Standard"), seconds=60.0)
    stored = game.storage.match(other)
    assert stored is not None and stored.study != game.study
    game.storage.keep_match(replace(stored, state="{", due=0.0))
    game.play(WHITE, E4)
    game.wait(60)
    assert game.matches.view(game.study).why == "Black has no time left"


def test_a_move_that_comes_too_late_is_not_made(game: Game) -> None:
    game.play(WHITE, E4)
    with pytest.raises(ApiError) as refusal:
        game.play(BLACK, E5, after=61)
    assert refusal.value.code == "over"
    assert len(game.library.find(game.study).study.nodes()) == 2


def test_turns(game: Game) -> None:
    with pytest.raises(ApiError, match="not your turn"):
        game.play(BLACK, E5)
    game.play(WHITE, E4)
    with pytest.raises(ApiError, match="not your turn"):
        game.play(WHITE, ["(0T1)d2>(0T1)d4"])
    answer = game.matches.play(game.study, BLACK, E5, "operation-again")
    again = game.matches.play(game.study, BLACK, E5, "operation-again")
    assert json_text(again) == json_text(answer)  # made once
    assert len(game.library.find(game.study).study.nodes()) == 3


def test_a_draw_is_offered_declined_and_accepted(game: Game) -> None:
    act = game.matches.act
    with pytest.raises(ApiError, match="no draw is offered"):
        act(game.study, BLACK, "accept")
    assert act(game.study, WHITE, "offer").offers.draw == "white"
    with pytest.raises(ApiError, match="no draw is offered"):
        act(game.study, WHITE, "accept")  # one's own
    assert act(game.study, BLACK, "decline").offers.draw == ""
    act(game.study, WHITE, "offer")
    game.play(WHITE, E4)
    assert game.matches.view(game.study).offers.draw == ""  # an action ends it
    act(game.study, BLACK, "offer")
    assert act(game.study, WHITE, "accept").result == "1/2-1/2"


def test_resigning_and_mate_end_the_game(game: Game) -> None:
    assert game.matches.act(game.study, WHITE, "resign").result == "0-1"
    with pytest.raises(ApiError, match="White resigns"):
        game.matches.act(game.study, BLACK, "offer")
    near = open_text('[Board "Standard"]\n1. e3 / f6 2. Qe2 / Nc6')
    study, _ = game.matches.create(near, seconds=None, increment=0.0)
    game.matches.play(study, WHITE, ["(0T3)e2>(0T3)h5"], "operation-mate")
    data = game.matches.view(study)
    assert (data.result, data.clock) == ("1-0", None) and "mate" in data.why


def test_a_restart_takes_nobodys_time(game: Game) -> None:
    game.play(WHITE, E4)
    game.play(BLACK, E5, after=10)
    game.storage.close()
    game.time.now += 10_000
    game.open()
    game.matches.beat()
    assert game.clock == (60_000, 55_000, "white")
    game.time.now += 1
    assert game.clock == (59_000, 55_000, "white")


def test_an_action_is_saved_with_the_state_of_the_game_or_not_at_all(opened: Opened) -> None:
    storage = opened()
    library, matches = server(storage, Time())
    faults = Faults(storage)

    def create() -> str:
        return matches.create(open_variant("Standard"), seconds=60.0)[0]

    study = create()
    begun = faults.count
    matches.play(study, WHITE, E4, "operation-1")
    outcomes = set()
    for number in range(1, faults.count - begun + 1):
        study = create()
        with faults.at_statement(number), suppress(ApiError):
            matches.play(study, WHITE, E4, "operation-1")
        stored = storage.match(study)
        assert stored is not None
        node = library.find(study).study.end()
        assert Match.read(stored.state).node == node, number
        outcomes.add(node)
    assert outcomes == {0, 1}


def _clock(matches: Matches, study: str) -> tuple[int, int, str]:
    clock = matches.view(study).clock
    assert clock is not None
    return clock.white, clock.black, clock.running


def test_a_server_that_restarts_does_not_touch_the_clocks_of_another(opened: Opened) -> None:
    time = Time()
    (_, one), (_, other) = (server(opened(), time) for _ in range(2))
    study, _ = one.create(open_variant("Standard"), seconds=60.0, increment=5.0)
    one.play(study, WHITE, E4, "operation-1")
    wait(time, 20, one, other)
    for _ in range(3):
        assert _clock(one, study) == _clock(other, study)
        wait(time, 5, one)  # the other one is down, and starts again
        _, other = server(opened(), time)
        wait(time, 1, one, other)
    assert _clock(one, study) == _clock(other, study) == (60_000, 22_000, "black")
    other.play(study, BLACK, E5, "operation-2")
    wait(time, 10, other)  # now the first one is down
    assert _clock(other, study) == (50_000, 27_000, "white")
    _, one = server(opened(), time)
    assert _clock(one, study) == (50_000, 27_000, "white")
    wait(time, 50, one, other)
    assert one.view(study).why == other.view(study).why == "White has no time left"


def test_only_downtime_of_all_servers_is_charged_to_neither_player(opened: Opened) -> None:
    time = Time()
    (_, one), (_, other) = (server(opened(), time) for _ in range(2))
    study, _ = one.create(open_variant("Standard"), seconds=60.0, increment=0.0)
    one.play(study, WHITE, E4, "operation-1")
    wait(time, 10, one, other)
    time.now += 3_600  # both are down, or the database
    one, other = (server(opened(), time)[1] for _ in range(2))
    assert _clock(other, study) == _clock(one, study) == (60_000, 50_000, "black")


@pytest.mark.parametrize("jump", [-86_400.0, -1.0, 30.0, 86_400.0])
def test_a_clock_that_jumps_costs_nobody_the_game(game: Game, jump: float) -> None:
    game.play(WHITE, E4)
    game.wait(15)
    game.time.now += jump
    assert game.clock == (60_000, 45_000, "black")
    game.matches.beat()
    game.wait(15)
    game.time.now += jump
    game.play(BLACK, E5)
    assert game.clock == (60_000, 35_000, "white")


def test_servers_ask_the_database_for_the_time(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = PostgresStorage(postgres())
    monkeypatch.setattr("hyperchess.app.web.storage.storage.time", lambda: 0.0)
    assert 1e9 < storage.now() <= storage.now() < 1e11
    storage.close()


def test_what_two_servers_do_at_once_is_both_done(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    storages = [opened(), opened()]
    (_, one), (library, other) = (server(storage, time) for storage in storages)
    study, _ = one.create(open_variant("Standard"), seconds=60.0, increment=5.0)
    replace_match = storages[0].replace_match

    def overtaken(*about: Any) -> bool:
        monkeypatch.setattr(storages[0], "replace_match", replace_match)
        other.play(study, WHITE, E4, "operation-1")
        return replace_match(*about)

    monkeypatch.setattr(storages[0], "replace_match", overtaken)
    assert one.act(study, BLACK, "offer").offers.draw == "black"
    data = other.view(study)
    assert data.clock is not None
    assert (data.offers.draw, data.to_move, data.clock.running) == ("black", "black", "black")
    monkeypatch.setattr(storages[0], "replace_match", overtaken)
    monkeypatch.setattr(other, "play", lambda *_: other.act(study, WHITE, "resign"))
    with pytest.raises(ApiError, match="White resigns"):
        one.act(study, BLACK, "resign")
    assert library.find(study).study.game.headers["Result"] == "0-1"


def test_the_result_is_written_once_whichever_server_ends(opened: Opened) -> None:
    time = Time()
    storages = [opened(), opened()]
    (_, one), (library, other) = (server(storage, time) for storage in storages)
    study, _ = one.create(open_variant("Standard"), seconds=60.0, increment=0.0)
    one.play(study, WHITE, E4, "operation-1")
    faults = Faults(storages[0])
    saves = iter([False, True])
    with (  # the first server ends between the two edits that write the result
        faults.at(lambda statement: statement.startswith("INSERT INTO history") and next(saves)),
        pytest.raises(ApiError, match="be reached"),
    ):
        one.act(study, BLACK, "resign")
    stored = storages[1].match(study)
    assert stored is not None and stored.active  # the study cannot be edited yet
    other.look()
    stored = storages[1].match(study)
    assert stored is not None and not stored.active
    assert library.find(study).study.game.result == "1-0"
    revision = library.find(study).revision
    one.look()
    assert one.view(study).result == "1-0"
    assert library.find(study).revision == revision == 4


def test_a_game_is_begun_with_both_keys_or_not_at_all(opened: Opened) -> None:
    storage = opened()
    _, matches = server(storage, Time())
    faults = Faults(storage)
    matches.create(open_variant("Standard"))
    begun = faults.count
    matches.create(open_variant("Standard"), seconds=None, increment=0.0)
    for number in range(1, faults.count - begun + 1):
        with faults.at_statement(number), pytest.raises(ApiError, match="be reached"):
            matches.create(open_variant("Standard"), seconds=None, increment=0.0)
        assert len(storage.list()) == len(storage.current_matches()) == 2, number


def test_flags_fall_after_a_failure_of_the_storage(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperchess.app.web.live.matches._TICK", 0.0)
    failures = iter([sqlite3.OperationalError("database is locked"), None])
    looked = Event()

    def look() -> None:
        failure = next(failures, None)
        if failure is not None:
            raise failure
        looked.set()

    monkeypatch.setattr(game.matches, "look", look)

    async def watch() -> None:
        task = asyncio.create_task(game.matches.watch())
        await asyncio.to_thread(wait_until, looked.is_set)
        task.cancel()

    asyncio.run(watch())


def test_a_game_that_is_over_is_not_begun(game: Game) -> None:
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
    black, white = seated(client, made.json())
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
        wait_for_match(socket, lambda match: bool(match["to_move"] == "black"))
    edit = {"edit": {"type": "rename", "title": "x"}}
    refused = client.post(f"{path}/edits", json=edit)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "game")
    assert client.post(f"{path}/edits", json=edit, headers=white).status_code == 403
    assert client.get(f"{path}/match").json()["clock"]["running"] == "black"
    over = client.post(f"{path}/match", json={"type": "resign"}, headers=black).json()
    assert (over["result"], over["why"], over["active"]) == ("1-0", "Black resigns", False)
    assert client.post(f"{path}/edits", json=edit).status_code == 200
    assert client.get("/api/studies/none/match").status_code == 404


def test_a_running_game_is_not_analysed_and_both_players_review_it(client: TestClient) -> None:
    made = client.post("/api/matches", json={"variant": "Standard", "side": "white"}).json()
    id = made["study"]
    path = f"/api/studies/{id}"
    players = seated(client, made)
    node = {"study": id, "node": 0}
    analyses = [
        ("/api/thoughts", node),
        ("/api/replies", node),
        ("/api/searches", {**node, "kind": "mate"}),
        ("/api/explorer/position", node),
        ("/api/explorer/games", node),
        (f"{path}/hint", {"node": 0}),
        (f"{path}/review", {"seconds": 0.01}),
    ]
    for headers in (*players, {}):
        for where, body in analyses:
            answer = client.post(where, json=body, headers=headers)
            assert answer.status_code == 409, (where, answer.text)
            assert "a game is being played here" in answer.json()["error"]["message"]
    body = {"moves": E4, "operation": "operation-1"}
    assert client.post(f"{path}/match/actions", json=body, headers=players[0]).status_code == 200
    assert client.post(f"{path}/match", json={"type": "resign"}, headers=players[0]).status_code == 200
    for headers in players:
        started = client.post(f"{path}/review", json={"seconds": 0.01}, headers=headers)
        assert started.status_code == 202, started.text
    wait_until(lambda: client.get(f"{path}/review").json()["review"] is not None)
    assert client.post(f"{path}/hint", json={"node": 1}, headers=players[1]).status_code == 200
    link = client.post(f"{path}/links", json={"role": "view"}).json()["key"]
    viewer = {"Authorization": f"Bearer {link}"}
    assert client.post(f"{path}/review", json={}, headers=viewer).status_code == 403


@pytest.mark.parametrize(
    "asked", [{}, {"variant": "nothing"}, {"variant": "Standard", "clock": {"seconds": 0}}, {"side": "red"}]
)
def test_what_cannot_be_played_is_told(client: TestClient, asked: Any) -> None:
    answer = client.post("/api/matches", json=asked)
    assert answer.status_code == 422, answer.text
