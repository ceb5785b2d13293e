"""Scripted games on two processes that are killed, with a database that is restarted.

No acknowledged action is lost or made twice, and every game has the same result everywhere.
"""

import random
import urllib.error
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate
from itertools import count
from pathlib import Path
from secrets import token_urlsafe
from threading import Event, Semaphore, Thread
from time import monotonic, sleep
from typing import Any

import pytest

from tests.app.web.live.killing import LOST, Server, call
from tests.app.web.postgres import Postgres
from tests.nightly import SEED

_FILES = "abcdefgh"
_FLAGS = 20  # games in which White runs out of time
_EACH = 4  # responses of each game between two faults
_CLOCK = {"seconds": 3_600.0, "increment": 60.0}  # the time for an action is no matter of this test


class _Player:
    """A client of either server that repeats requests until one is answered, and some that were."""

    answers = Semaphore(0)  # of all players

    def __init__(self, key: str, study: str, servers: list[Server], chance: random.Random) -> None:
        self.key, self.path = key, f"/studies/{study}"
        self.servers, self.chance = servers, chance
        wrong = chance.uniform(-1e9, 1e9)  # seconds: the clock of a client does not matter
        self.date = formatdate(1.8e9 + wrong, usegmt=True)

    def send(self, path: str, body: object = None) -> Any:
        answer = self._once(path, body)
        if self.chance.random() < 0.3:  # the response was lost, as far as this client is concerned
            again = self._once(path, body)
            assert again == answer or not path.endswith("/actions")
        self.answers.release()
        return answer

    def _once(self, path: str, body: object) -> Any:
        while True:
            try:
                address = self.chance.choice(self.servers).address
                return call(address, f"{self.path}{path}", body, self.key, Date=self.date)
            except urllib.error.HTTPError as error:
                assert error.code == 503, error.read()
            except LOST:
                pass
            sleep(0.05)


def _play(servers: list[Server], seed: int, actions: int) -> None:
    """Two players of one game, one after the other: pawns advance by one square on each turn."""
    chance = random.Random(seed)
    while True:
        try:
            made = call(
                servers[0].address, "/matches", {"variant": "Standard", "side": "white", "clock": _CLOCK}
            )
            break
        except LOST:
            sleep(0.05)
    study = made["study"]
    key = token_urlsafe(24)
    _Player(made["friend"], study, servers, chance).send("/match/seat", {"key": key, "name": "Bob"})
    players = [_Player(one, study, servers, chance) for one in (made["key"], key)]
    acknowledged = []
    for number in range(actions):
        turn, side = divmod(number, 2)
        file, (start, end) = _FILES[turn], ((2, 3), (7, 6))[side]
        move = f"(0T{turn + 1}){file}{start}>(0T{turn + 1}){file}{end}"
        body = {"moves": [move], "operation": f"action-{number:04}", "node": number}
        acknowledged.append((players[side].send("/match/actions", body)["node"], move))
    players[actions % 2].send("/match", {"type": "resign", "operation": "resign-01"})
    for server in servers:
        viewer = _Player(made["friend"], study, [server], chance)
        nodes = viewer.send("")["nodes"]
        assert [(node["id"], *(move["raw"] for move in node["moves"])) for node in nodes[1:]] == acknowledged
        state = viewer.send("/match")
        assert (state["active"], state["result"]) == (False, ("0-1", "1-0")[actions % 2])


def _start_two(database: str, folder: Path) -> list[Server]:
    servers = []
    for name in ("one", "other"):
        (folder / name).mkdir()
        servers.append(Server(folder / name, HYPERCHESS_DATABASE=database))
        servers[-1].start()
    return servers


def _stress(postgres: Postgres, folder: Path, *, games: int, actions: int, seed: int) -> int:
    """Play games at the same time; return the number of faults.

    In turn, one of the two servers is killed and started again, and the database is restarted.
    """
    servers = _start_two(postgres(), folder)
    over, faults = Event(), count()

    def disturb() -> None:
        chance = random.Random(seed)
        while True:
            for _ in range(_EACH * games):
                _Player.answers.acquire()
            if over.is_set():
                return
            if next(faults) % 2:
                with postgres.stopped():
                    sleep(0.1)
            else:
                server = chance.choice(servers)
                server.kill()
                server.start()

    disturber = Thread(target=disturb)
    disturber.start()
    try:
        with ThreadPoolExecutor(games) as pool:
            list(pool.map(lambda number: _play(servers, seed + number, actions), range(games)))
    finally:
        over.set()
        _Player.answers.release(_EACH * games)
        disturber.join()
        for server in servers:
            server.kill()
    return next(faults)


@pytest.mark.slow
def test_games_on_two_processes_lose_nothing(postgres: Postgres, tmp_path: Path) -> None:
    assert _stress(postgres, tmp_path, games=3, actions=6, seed=1) > 1


@pytest.mark.nightly
def test_many_games_on_two_processes_lose_nothing(postgres: Postgres, tmp_path: Path) -> None:
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        _stress(postgres, folder, games=50, actions=16, seed=SEED + 100 * number)


@pytest.mark.nightly
def test_players_of_a_killed_server_continue_and_flags_fall_in_time(
    postgres: Postgres, tmp_path: Path
) -> None:
    """Players continue on the other server within five seconds; no flag is more than a second late."""
    address = postgres()
    killed, other = _start_two(address, tmp_path)
    games = []
    for _ in range(_FLAGS):
        body = {"variant": "Standard", "side": "white", "clock": {"seconds": 10.0, "increment": 0.0}}
        made = call(killed.address, "/matches", body)
        path, key = f"/studies/{made['study']}/match", token_urlsafe(24)
        call(killed.address, f"{path}/seat", {"key": key, "name": "Bob"}, made["friend"])
        action = {"moves": ["(0T1)e2>(0T1)e3"], "operation": "action-0001", "node": 0}
        call(killed.address, f"{path}/actions", action, made["key"])
        games.append((made["study"], path, key))
    killed.kill()
    began = monotonic()
    due = {}
    for study, path, key in games:
        action = {"moves": ["(0T1)e7>(0T1)e6"], "operation": "action-0002", "node": 1}
        call(other.address, f"{path}/actions", action, key)
        clock = call(other.address, path, key=key)["clock"]
        assert clock["running"] == "white"
        due[study] = monotonic() + clock["white"] / 1000
    assert monotonic() - began < 5.0
    with pytest.importorskip("psycopg").connect(address, autocommit=True) as database:
        while due:
            now = monotonic()
            ended = database.execute("SELECT study FROM matches WHERE active = 0").fetchall()
            for study in {study for (study,) in ended} & due.keys():
                assert now > due.pop(study) - 0.1
            assert all(now < each + 1.0 for each in due.values())
            sleep(0.02)
    other.kill()
