"""Time in a game: delay, days per action, presence of the players, and wins against absent players."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.api.roles import Role
from hyperchess.api.stored import StoredMatch
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.live.matches import Matches
from hyperchess.app.web.match_view import ClockView
from hyperchess.app.web.storage import Storage
from hyperchess.studies.opening import open_variant
from tests.app.web.api import seated, served
from tests.app.web.live.clocked import BLACK, E4, E5, WHITE, Game, Time, server, wait, wait_long
from tests.app.web.live.sockets import here, next_message
from tests.app.web.postgres import Opened

DAY = 86_400.0
NF3 = ["(0T2)g1>(0T2)f3"]


class _Present:
    """The roles of the pages that are connected to a server."""

    def __init__(self, matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
        self.roles: set[Role] = set()
        monkeypatch.setattr(matches._hub, "roles", lambda study: [*self.roles])


def _seated(matches: Matches, **clock: Any) -> str:
    study, keys = matches.create(open_variant("Standard"), **clock)
    for side, key in keys.items():
        matches.sit(study, key, key[::-1], side.capitalize())
    return study


@pytest.fixture
def delayed(tmp_path: Path) -> Iterator[Game]:
    made = Game(tmp_path, increment=0.0, delay=5.0)
    yield made
    made.storage.close()


def test_with_a_delay_a_clock_counts_down_later(delayed: Game) -> None:
    delayed.play(WHITE, E4)
    delayed.wait(4)
    assert delayed.clock == (60_000, 60_000, "black")
    clock = delayed.matches.view(delayed.study).clock
    assert clock is not None and clock.delay == 1_000
    delayed.wait(3)
    assert delayed.clock == (60_000, 58_000, "black")
    delayed.play(BLACK, E5)
    delayed.play(WHITE, NF3, after=5)
    assert delayed.clock == (60_000, 58_000, "black")  # in time: nothing is used, and nothing gained
    delayed.wait(62)
    assert delayed.matches.view(delayed.study).result == ""
    delayed.wait(1)
    assert delayed.matches.view(delayed.study).why == "Black has no time left"


def test_sudden_death_has_neither_increment_nor_delay(tmp_path: Path) -> None:
    game = Game(tmp_path, increment=0.0)
    game.play(WHITE, E4)
    game.play(BLACK, E5, after=20)
    game.play(WHITE, NF3, after=20)
    assert game.clock == (40_000, 40_000, "black")
    game.storage.close()


def _count_writes(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    written: list[object] = []
    exclusive = storage._exclusive

    def begin() -> AbstractContextManager[None]:
        written.append(None)
        return exclusive()

    monkeypatch.setattr(storage, "_exclusive", begin)
    return written


def test_a_server_writes_once_a_second_for_all_games(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    storages = [opened(), opened()]
    (_, one), (_, other) = (server(storage, time) for storage in storages)
    one.look()
    written = _count_writes(storages[0], monkeypatch)
    wait(time, 300, one)
    assert written == []  # no game is in progress
    for _ in range(10):
        study = _seated(one, seconds=600.0)
        one.play(study, WHITE, E4, "operation-1")
    written.clear()
    elsewhere = _count_writes(storages[1], monkeypatch)
    wait(time, 30, one, other)
    assert 15 <= len(written) + len(elsewhere) <= 31


def test_a_game_that_is_not_due_is_not_read(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    storage = opened()
    _, matches = server(storage, time)
    studies = [_seated(matches, seconds=60.0) for _ in range(3)]
    for study in studies:
        matches.play(study, WHITE, E4, "operation-1")
    read: list[str] = []
    due_matches = storage.due_matches

    def counted(now: float, shown: Any) -> list[StoredMatch]:
        found = due_matches(now, shown)
        read.extend(stored.study for stored in found)
        return found

    monkeypatch.setattr(storage, "due_matches", counted)
    wait(time, 59, matches)
    assert read == []
    wait(time, 2, matches)
    assert sorted(read) == sorted(studies)
    assert {matches.view(study).result for study in studies} == {"1-0"}
    wait(time, 30, matches)
    assert len(read) == 3


def test_each_action_has_days(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    storage = opened()
    _, matches = server(storage, time)
    study = _seated(matches, days=2)
    matches.play(study, WHITE, E4, "operation-1")
    written = _count_writes(storage, monkeypatch)
    wait(time, 300, matches)
    assert 3 <= len(written) <= 7  # not every second, as for a fast clock
    for _ in range(23 * 60):  # servers look now and then
        time.now += 60.0
        matches.beat()
        matches.look()
    clock = matches.view(study).clock
    assert clock is not None and clock.days == 2
    assert (clock.white, clock.black) == (2 * DAY * 1000, (2 * DAY - 300 - 23 * 3_600) * 1000)
    matches.play(study, BLACK, E5, "operation-2")
    all = int(2 * DAY * 1000)
    assert matches.view(study).clock == ClockView(all, all, "white", 0, 2)
    time.now += 3_600.0  # no server was running
    matches.beat()
    assert matches.view(study).clock == ClockView(all, all, "white", 0, 2)
    for _ in range(24 * 60 + 1):
        time.now += 60.0
        matches.beat()
        matches.look()
    written.clear()
    wait(time, 30, matches)
    assert len(written) >= 15  # less than a day is left: every second
    wait_long(time, DAY, storage, matches)
    assert matches.view(study).why == "White has no time left"


def test_a_win_is_claimed_against_a_player_who_is_away(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    (_, one), (_, other) = (server(opened(), time) for _ in range(2))
    study = _seated(one, seconds=600.0)
    ada, bob = _Present(one, monkeypatch), _Present(other, monkeypatch)
    ada.roles, bob.roles = {Role.WHITE, Role.VIEW}, {Role.BLACK}
    for matches in (one, other):
        monkeypatch.setattr(matches._hub, "studies", lambda: [study])
    one.play(study, WHITE, E4, "operation-1")
    wait(time, 100, one, other)
    for matches in (one, other):  # each server sees the player on the other one
        view = matches.view(study)
        assert (view.white.here, view.black.here, view.claim) == (True, True, 60_000)
    bob.roles = set()
    wait(time, 12, one, other)
    view = one.view(study)
    assert (view.white.here, view.black.here) == (True, False)
    with pytest.raises(ApiError, match="has been away for less than 60 seconds"):
        one.act(study, WHITE, "claim")
    wait(time, 30, one, other)
    bob.roles = {Role.BLACK}  # back in time
    wait(time, 6, one, other)
    assert one.view(study).black.here
    bob.roles = set()
    wait(time, 58, one, other)
    with pytest.raises(ApiError, match="less than 60 seconds"):
        one.act(study, WHITE, "claim")
    wait(time, 8, one, other)
    with pytest.raises(ApiError, match="has been away for less"):
        other.act(study, BLACK, "claim")  # White is here
    over = one.act(study, WHITE, "claim")
    assert (over.result, over.why) == ("1-0", "Black left the game")


def test_presence_is_right_within_ten_seconds(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    (_, one), (_, killed), (_, third) = (server(opened(), time) for _ in range(3))
    study = _seated(one, seconds=600.0)
    ada, bob, again = (_Present(matches, monkeypatch) for matches in (one, killed, third))
    ada.roles, bob.roles = {Role.WHITE}, {Role.BLACK}
    for matches in (one, killed, third):
        monkeypatch.setattr(matches._hub, "studies", lambda: [study])
    one.play(study, WHITE, E4, "operation-1")
    wait(time, 20, one, killed)
    assert (one.view(study).white.here, one.view(study).black.here) == (True, True)
    wait(time, 10, one)  # the server of Black was killed
    assert (one.view(study).white.here, one.view(study).black.here) == (True, False)
    again.roles = {Role.BLACK}  # the page has connected to another one
    wait(time, 0.75, one, third)
    assert one.view(study).black.here


def test_downtime_does_not_make_players_absent(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    _, matches = server(opened(), time)
    study = _seated(matches, seconds=600.0)
    matches.play(study, WHITE, E4, "operation-1")
    wait(time, 5, matches)
    time.now += 1_000.0
    _, again = server(opened(), time)
    wait(time, 30, again)
    with pytest.raises(ApiError, match="less than 60 seconds"):
        again.act(study, WHITE, "claim")
    wait(time, 31, again)
    assert again.act(study, WHITE, "claim").result == "1-0"


def test_the_clock_of_another_server_takes_over_when_days_become_seconds(opened: Opened) -> None:
    """The records of a slow game are rare; those of a fast one are not missed, and no time is lost."""
    time = Time()
    _, matches = server(opened(), time)
    slow = _seated(matches, days=5)
    matches.play(slow, WHITE, E4, "operation-1")
    wait(time, 130, matches)
    fast = _seated(matches, seconds=60.0)
    matches.play(fast, WHITE, E4, "operation-1")
    wait(time, 20, matches)
    matches.act(fast, BLACK, "resign")
    wait(time, 100, matches)
    clock = matches.view(slow).clock
    assert clock is not None and clock.black == (5 * DAY - 250) * 1000


def test_in_a_game_of_days_nobody_has_to_be_there(opened: Opened) -> None:
    time = Time()
    _, matches = server(opened(), time)
    study = _seated(matches, days=1)
    matches.play(study, WHITE, E4, "operation-1")
    wait(time, 100, matches)
    assert matches.view(study).claim == 0
    with pytest.raises(ApiError, match="days"):
        matches.act(study, WHITE, "claim")
    slow = _seated(matches)  # without clocks
    assert matches.view(slow).claim == DAY * 1000


def test_a_rematch_has_the_same_clock(opened: Opened) -> None:
    _, matches = server(opened(), Time())
    for clock in ({"seconds": 60.0, "delay": 3.0}, {"days": 3}):
        study = _seated(matches, **clock)
        before = matches.view(study).clock
        matches.act(study, WHITE, "resign")
        matches.act(study, WHITE, "offer", "rematch")
        assert matches.view(matches.act(study, BLACK, "accept", "rematch").next).clock == before


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.mark.parametrize(
    "clock", [{}, {"days": 2, "seconds": 60}, {"days": 0}, {"days": 2, "increment": 5}, {"delay": 5}]
)
def test_a_clock_has_seconds_or_days(client: TestClient, clock: Any) -> None:
    answer = client.post("/api/matches", json={"variant": "Standard", "clock": clock})
    assert answer.status_code == 422, answer.text


def test_players_are_shown_with_their_lag(client: TestClient) -> None:
    asked = {"variant": "Standard", "side": "white", "clock": {"seconds": 60, "delay": 2}}
    made = client.post("/api/matches", json=asked).json()
    _, black = seated(client, made)
    with here(client, made["study"], key=made["key"]) as socket:
        next_message(socket, "welcome")
        for lag in (4, 85):  # the first one is sent to the others even if it is short
            socket.send_json({"type": "ping", "lag": lag})
            assert next_message(socket, "pong") == {"type": "pong"}
            assert next_message(socket, "people")["people"][0]["lag"] == lag
        assert client.get(f"/api/studies/{made['study']}/match", headers=black).json()["white"]["here"]
