"""The number of people who watch a game, on all servers of a database."""

import json
from contextlib import AbstractContextManager

import pytest

from hyperchess.api.roles import Role
from hyperchess.app.web.live.hub import Hub, Member
from hyperchess.app.web.live.watchers import Watchers
from hyperchess.app.web.storage.postgres import PostgresStorage
from tests.app.web.api import wait_until
from tests.app.web.postgres import Postgres


class _Server:
    """A server with spectators; `now` is its time."""

    def __init__(self, address: str, name: str) -> None:
        self.hub = Hub()
        self.storage = PostgresStorage(address)
        self.watchers = Watchers(self.hub, self.storage, name)
        self.heard = 0
        self.storage.subscribe(self._hear)
        self.look(99.0)

    def _hear(self, study: str, message: str) -> None:
        self.watchers.hear(message)
        self.heard += 1

    def look(self, now: float) -> None:
        self.watchers.look(self.hub.studies(), now)

    def join(self, study: str, person: str, role: Role = Role.VIEW) -> AbstractContextManager[Member]:
        return self.hub.join(study, person=person, name=person, color="#000000", role=role)


def test_spectators_are_counted_on_all_servers(postgres: Postgres) -> None:
    address = postgres()
    one, other = _Server(address, "one"), _Server(address, "other")
    with (
        one.join("game", "ada"),
        one.join("game", "ada"),  # in a second tab
        one.join("game", "bob", Role.WHITE),
        other.join("game", "cat"),
    ):
        with other.join("game", "dan"):
            one.look(100.0)
            other.look(100.0)
            wait_until(lambda: one.heard == other.heard == 1)
            one.look(100.25)
            other.look(100.25)
            assert (one.hub.watchers("game"), other.hub.watchers("game")) == (3, 3)
            assert (one.hub.watchers("another"), one.hub.watchers_here("game")) == (0, 1)
            assert (one.heard, other.heard) == (1, 1)  # nothing new
        other.look(101.0)  # Dan has left
        wait_until(lambda: one.heard == 2)
        one.look(101.0)
        assert one.hub.watchers("game") == 2
        for now in range(102, 120):
            other.look(float(now))
            one.look(float(now))
        wait_until(lambda: one.heard >= 6)  # unchanged numbers are repeated
        one.look(120.0)
        assert one.hub.watchers("game") == 2
        one.look(130.0)  # the other server was killed
        assert one.hub.watchers("game") == 1
    for server in (one, other):
        server.storage.close()


def test_many_games_need_several_announcements(postgres: Postgres) -> None:
    address = postgres()
    one, other = _Server(address, "one"), _Server(address, "other")
    games = [f"{number:016}" for number in range(450)]
    joined = [one.join(game, "ada") for game in games]
    for entered in joined:
        entered.__enter__()
    one.look(100.0)
    wait_until(lambda: other.heard == 5)
    other.look(100.0)
    assert {other.hub.watchers(game) for game in games} == {1}
    for entered in joined:
        entered.__exit__(None, None, None)
    for server in (one, other):
        server.storage.close()


def test_pages_are_sent_the_number_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = Hub()
    monkeypatch.setattr(hub, "_call", lambda work: work())
    with hub.join("game", person="ada", name="Ada", color="#000000", role=Role.WHITE) as ada:
        assert json.loads(ada.queue.get_nowait())["elsewhere"] == 0
        hub.count_elsewhere({"game": 3, "another": 1})
        assert json.loads(ada.queue.get_nowait())["elsewhere"] == 3
        hub.count_elsewhere({"game": 3})
        assert ada.queue.empty()
