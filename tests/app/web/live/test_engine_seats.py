"""Engines in the seats of games between people."""

import sys
from collections.abc import Callable
from pathlib import Path
from secrets import token_urlsafe
from types import SimpleNamespace
from typing import Any

import pytest

from hyperchess.api.library import Library
from hyperchess.app.web.engine_seats import EngineSeats
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.live.matches import Matches
from hyperchess.app.web.processes.workers import Busy
from hyperchess.app.web.storage import Storage
from hyperchess.studies.analysis.searching import SearchResult
from hyperchess.studies.opening import open_variant
from tests.app.web.api import by, served, wait_until
from tests.app.web.live.clocked import E4, E5, WHITE, Time, server, wait, wait_long
from tests.app.web.postgres import Opened

NF3, NC6 = ["(0T2)g1>(0T2)f3"], ["(0T2)b8>(0T2)c6"]


class _Pool:
    """Worker processes that answer when the test says so."""

    def __init__(self) -> None:
        self.jobs: list[Any] = []
        self.is_full = False

    def submit(self, task: Any, finish: Callable[[SearchResult], SearchResult], *, client: str) -> Any:
        if self.is_full:
            raise Busy("full")
        self.jobs.append(SimpleNamespace(task=task, finish=finish, is_over=False))
        return self.jobs[-1]

    def cancel(self, job: Any) -> None:
        job.is_over = True

    def answer(self, moves: list[str], chance: float = 50.0) -> None:
        job = self.jobs[-1]
        job.finish(SearchResult({"moves": moves, "score": SimpleNamespace(chance=chance)}, ""))
        job.is_over = True


class _Engine:
    """Makes tasks that are their own arguments."""

    def analyse(self, *about: Any) -> Any:
        raise NotImplementedError

    def play(self, place: Any, seconds: float, level: int) -> Any:
        return seconds, level


class _Server:
    """A server that runs engines in a pool of the test."""

    def __init__(self, storage: Storage, time: Time) -> None:
        self.library: Library
        self.matches: Matches
        self.storage = storage
        self.library, self.matches = server(storage, time)
        self.pool = _Pool()
        pool: Any = self.pool
        self.matches.run_engines = EngineSeats(self.matches, self.library, pool, lambda name: _Engine()).run


def _seated(matches: Matches, engine: str = "hyperchess:3", **rules: Any) -> str:
    """A game of a person with White against an engine."""
    study, keys = matches.create(open_variant("Standard"), player="white", name="Ada", **rules)
    view = matches.sit(study, keys["black"], token_urlsafe(24), "Computer", engine=engine)
    assert (view.black.engine, view.white.engine, view.black.name) == (True, False, "Computer")
    with pytest.raises(ApiError, match="taken"):
        matches.sit(study, keys["black"], token_urlsafe(24), "Eve")
    return study


def test_an_engine_plays_under_the_clock_of_its_seat(opened: Opened) -> None:
    time = Time()
    one = _Server(opened(), time)
    study = _seated(one.matches, seconds=60.0, increment=5.0)
    wait(time, 2, one.matches)
    assert one.pool.jobs == []  # it is White's turn
    one.matches.play(study, WHITE, E4, "operation-1")
    wait(time, 10, one.matches)
    [job] = one.pool.jobs
    assert job.task == (2.0 - 0.75 / 30, 3)  # a share of the time left; the level
    one.pool.answer(E5)
    view = one.matches.view(study)
    assert view.clock is not None
    assert (view.to_move, view.clock.black, view.clock.running) == ("white", 55_000, "white")
    one.matches.play(study, WHITE, NF3, "operation-2")
    wait(time, 70, one.matches)
    assert one.matches.view(study).why == "Black has no time left"  # as for every player
    assert len(one.pool.jobs) == 2


def test_another_server_takes_over_from_one_that_has_ended(opened: Opened) -> None:
    time = Time()
    one, other = _Server(opened(), time), _Server(opened(), time)
    study = _seated(one.matches, seconds=600.0)
    one.matches.play(study, WHITE, E4, "operation-1")
    wait(time, 30, one.matches, other.matches)
    assert (len(one.pool.jobs), len(other.pool.jobs)) == (1, 0)
    wait(time, 4, other.matches)  # the first server has ended
    assert other.pool.jobs == []
    wait(time, 8, other.matches)
    assert len(other.pool.jobs) == 1 and other.matches.view(study).black.here
    other.pool.answer(E5)
    one.pool.answer(["(0T1)d7>(0T1)d5"])  # it was only slow: its action is not played as well
    moves = [move.raw for node in other.library.find(study).study.nodes() for move in node.moves]
    assert moves == [*E4, *E5]
    wait(time, 5, one.matches, other.matches)
    one.matches.play(study, WHITE, NF3, "operation-2")
    wait(time, 5, one.matches, other.matches)
    assert (len(one.pool.jobs), len(other.pool.jobs)) == (1, 2)


def test_an_engine_answers_offers(opened: Opened) -> None:
    time = Time()
    one = _Server(opened(), time)
    study = _seated(one.matches)
    act = one.matches.act
    one.matches.play(study, WHITE, E4, "operation-1")
    wait(time, 1, one.matches)
    act(study, WHITE, "offer", "takeback")
    wait(time, 1, one.matches)
    assert one.matches.view(study).to_move == "white"
    one.matches.play(study, WHITE, E4, "operation-2")
    wait(time, 1, one.matches)
    assert one.pool.jobs[0].is_over and len(one.pool.jobs) == 2
    one.pool.answer(E5, chance=40.0)  # from White's side: the engine is better
    act(study, WHITE, "offer")
    wait(time, 1, one.matches)
    assert one.matches.view(study).active and one.matches.view(study).offers.draw == ""
    one.matches.play(study, WHITE, NF3, "operation-3")
    wait(time, 1, one.matches)
    one.pool.answer(NC6, chance=60.0)
    act(study, WHITE, "offer")
    wait(time, 1, one.matches)
    assert one.matches.view(study).why == "draw by agreement"


def test_an_engine_plays_the_rematch_with_the_other_colour(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    one = _Server(opened(), time)
    study = _seated(one.matches, seconds=600.0)
    monkeypatch.setattr(one.matches._hub, "studies", lambda: [study])  # the page still shows it
    one.matches.act(study, WHITE, "resign")
    one.matches.act(study, WHITE, "offer", "rematch")
    wait(time, 2, one.matches)
    rematch = one.matches.view(study).next
    assert rematch
    view = one.matches.view(rematch)
    assert (view.white.engine, view.white.name, view.black.engine, view.black.seat) == (
        True,
        "Computer",
        False,
        "",
    )
    wait(time, 1, one.matches)
    one.pool.answer(E4)
    assert one.matches.view(rematch).to_move == "black"


def test_an_engine_that_fails_again_and_again_resigns(opened: Opened) -> None:
    time = Time()
    one = _Server(opened(), time)
    study = _seated(one.matches)
    one.matches.play(study, WHITE, E4, "operation-1")
    one.pool.is_full = True
    wait(time, 10, one.matches)
    assert one.pool.jobs == [] and one.matches.view(study).active  # it waits for a process
    one.pool.is_full = False
    for number in range(1, 4):
        wait(time, 2, one.matches)
        assert len(one.pool.jobs) == number
        one.pool.jobs[-1].is_over = True
    wait(time, 2, one.matches)
    assert (one.matches.view(study).result, one.matches.view(study).why) == ("1-0", "Black resigns")


def test_a_game_against_an_engine_ends_after_its_player_has_left(opened: Opened) -> None:
    time = Time()
    one = _Server(opened(), time)
    begun, waiting = _seated(one.matches), _seated(one.matches)
    one.matches.play(begun, WHITE, E4, "operation-1")
    wait(time, 61, one.matches)
    one.pool.answer(E5)
    assert one.matches.view(begun).active
    wait_long(time, 86_400.0, one.storage, one.matches)
    assert one.matches.view(begun).why == "White left the game" and one.matches.view(waiting).active
    wait_long(time, 7 * 86_400.0, one.storage, one.matches)
    assert one.matches.view(waiting).result == "*"


def test_a_player_lets_an_engine_have_the_open_seat_only(opened: Opened) -> None:
    one = _Server(opened(), Time())
    study, keys = one.matches.create(open_variant("Standard"), player="white", name="Ada")
    with pytest.raises(ApiError, match="taken"):
        one.matches.sit(study, keys["white"], token_urlsafe(24), "Eve")  # only for engines
    view = one.matches.sit(study, keys["white"], token_urlsafe(24), "Computer", engine="hyperchess:3")
    assert (view.white.engine, view.black.engine) == (False, True)
    with pytest.raises(ApiError, match="taken"):
        one.matches.sit(study, keys["white"], token_urlsafe(24), "Computer", engine="hyperchess:3")
    with pytest.raises(ApiError, match="no longer valid"):
        one.matches.sit(study, "no key", token_urlsafe(24), "Computer", engine="hyperchess:3")


def test_engines_play_a_limited_number_of_games(opened: Opened) -> None:
    one = _Server(opened(), Time())
    for _ in range(16):
        _seated(one.matches)
    with pytest.raises(ApiError, match="engines play 16 games already"):
        _seated(one.matches)


PROGRAM = """\
import sys
from hyperchess.infinite import Position
position = Position.parse(sys.stdin.read().strip())
print(next(iter(position.moves())))
"""


@pytest.mark.slow
def test_engines_play_over_http(tmp_path: Path) -> None:
    """The computer, a 5DUCI engine, and a program for infinite chess; each answers White's first action."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    engines = (
        ("Other", f"{sys.executable} -m hyperchess engine"),
        ("Program", f"icn:{sys.executable} {program}"),
    )
    games = [
        ("hyperchess", "Standard", E4, "Computer, level 1"),
        ("Other", "Standard", E4, "Other"),
        ("Program", "Classical", ["5,2>5,4"], "Program"),
    ]
    with served(tmp_path / "data", public="http://127.0.0.1", engines=engines) as client:
        for name, variant, moves, shown in games:
            made = client.post("/api/matches", json={"variant": variant, "side": "white", "open": True})
            path = f"/api/studies/{made.json()['study']}"
            seat = {"engine": {"name": name, "level": 1}}
            taken = client.post(f"{path}/match/seat", json=seat)  # of an open challenge
            assert taken.status_code == 200, taken.text
            assert taken.json()["black"]["name"].startswith(shown)
            assert client.post(f"{path}/match/seat", json=seat).status_code == 409
            white = by(made.json()["key"])
            action = {"moves": moves, "operation": "operation-1"}
            assert client.post(f"{path}/match/actions", json=action, headers=white).status_code == 200
            wait_until(lambda p=path, w=white: len(client.get(p, headers=w).json()["nodes"]) == 3)  # type: ignore[misc]
            assert client.get(f"{path}/match", headers=white).json()["to_move"] == "white"
            client.post(f"{path}/match", json={"type": "resign"}, headers=white)
        made = client.post("/api/matches", json={"variant": "Standard", "side": "white"}).json()
        path, friend = f"/api/studies/{made['study']}/match/seat", by(made["friend"])
        for engine, status in (("Program", 422), ("None", 422)):
            refused = client.post(path, json={"engine": {"name": engine}}, headers=friend)
            assert refused.status_code == status, refused.text
        for body in ({}, {"key": token_urlsafe(24), "engine": {}}):
            assert client.post(path, json=body, headers=friend).status_code == 422
