"""The number of people who watch a game, on all servers of a database."""

import json
from contextlib import AbstractContextManager

import pytest

from hyperchess.api.roles import Role
from hyperchess.app.web.live.hub import Hub, Member
from hyperchess.app.web.storage.postgres import PostgresStorage
from tests.app.web.api import wait_until
from tests.app.web.live.clocked import Time
from tests.app.web.postgres import Postgres


class _Server:
    """A server with spectators."""

    def __init__(self, address: str) -> None:
        self.time = Time()
        self.hub = Hub(clock=self.time)
        self.storage = PostgresStorage(address)
        self.heard = 0
        self.storage.subscribe(self._hear)

    def _hear(self, study: str, message: str) -> None:
        self.hub.hear(self.storage, study, message)
        self.heard += 1

    def look(self, now: float) -> None:
        self.time.now = now
        self.hub.share_watchers(self.storage)

    def join(self, study: str, person: str, role: Role = Role.VIEW) -> AbstractContextManager[Member]:
        return self.hub.join(study, person=person, name=person, color="#000000", role=role)


def test_spectators_are_counted_on_all_servers(postgres: Postgres) -> None:
    address = postgres()
    one, other = _Server(address), _Server(address)
    with (
        one.join("game", "ada"),
        one.join("game", "ada"),  # in a second tab
        one.join("game", "bob", Role.WHITE),
        other.join("game", "cat"),
    ):
        with other.join("game", "dan"):
            one.look(1_000.0)
            other.look(1_000.0)
            wait_until(lambda: one.heard == other.heard == 1)
            one.look(1_000.25)
            other.look(1_000.25)
            assert (one.hub.watchers("game"), other.hub.watchers("game")) == (3, 3)
            assert one.hub.watchers("another") == 0
            assert (one.heard, other.heard) == (1, 1)  # nothing new
        other.look(1_001.0)  # Dan has left
        wait_until(lambda: one.heard == 2)
        one.look(1_001.0)
        assert one.hub.watchers("game") == 2
        for now in range(1_002, 1_020):
            other.look(float(now))
            one.look(float(now))
        wait_until(lambda: one.heard >= 6)  # unchanged numbers are repeated
        one.look(1_020.0)
        assert one.hub.watchers("game") == 2
        one.look(1_030.0)  # the other server was killed
        assert one.hub.watchers("game") == 1
    for server in (one, other):
        server.storage.close()


def test_the_number_elsewhere_is_sent_to_pages_when_it_changes(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = _Server(postgres())
    monkeypatch.setattr(one.hub, "_call", lambda work: work())
    with one.join("game", "ada", Role.WHITE) as ada:
        assert json.loads(ada.queue.get_nowait())["elsewhere"] == 0
        one.hub.hear(one.storage, "game", '["other", 2]')
        one.hub.hear(one.storage, "game", '["third", 1]')
        one.hub.hear(one.storage, "another", '["third", 1]')
        one.look(1_000.0)
        assert json.loads(ada.queue.get_nowait())["elsewhere"] == 3
        one.look(1_001.0)
        assert ada.queue.empty()
        one.look(1_010.0)  # the other servers were killed
        assert json.loads(ada.queue.get_nowait())["elsewhere"] == 0
    one.storage.close()
