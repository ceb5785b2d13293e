"""A game between two people on a clock that the test sets."""

from pathlib import Path
from typing import Any

from hyperchess.api.library import Library
from hyperchess.api.roles import Role
from hyperchess.app.web.live.hub import Hub
from hyperchess.app.web.live.matches import Matches
from hyperchess.app.web.storage import SqliteStorage, Storage
from hyperchess.studies.opening import open_variant

__all__ = ["BLACK", "E4", "E5", "WHITE", "Game", "Time", "server", "wait", "wait_long"]

E4, E5 = ["(0T1)e2>(0T1)e4"], ["(0T1)e7>(0T1)e5"]
WHITE, BLACK = Role.WHITE, Role.BLACK


class Time:
    """A clock that the test sets."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def server(storage: Storage, time: Time) -> tuple[Library, Matches]:
    library = Library(storage, transaction=storage.transaction)
    return library, Matches(library, storage, Hub(), clock=time)


def wait(time: Time, seconds: float, *servers: Matches) -> None:
    """Let time pass while servers look at the clocks."""
    end = time.now + seconds
    while time.now < end:
        time.now = min(end, time.now + 0.75)
        for matches in servers:
            matches.beat()
            matches.look()


def wait_long(time: Time, seconds: float, storage: Storage, matches: Matches) -> None:
    """Let much time pass: a server has recorded that it ran until then."""
    time.now += seconds
    seen, until, lost = storage.uptime()
    storage.keep_uptime(seen, until + seconds, lost)
    matches.beat()
    matches.look()


class Game:
    """A game on a storage, with a time of its own."""

    def __init__(self, folder: Path, **clock: Any) -> None:
        self.folder = folder
        self.time = Time()
        self.numbers = iter(range(1_000))
        self.open()
        self.study, self.keys = self.matches.create(
            open_variant("Standard"), **{"seconds": 60.0, "increment": 5.0, **clock}
        )

    def open(self) -> None:
        self.storage = SqliteStorage(self.folder)
        self.library, self.matches = server(self.storage, self.time)

    def restart(self) -> None:
        self.storage.close()
        self.open()

    def wait(self, seconds: float) -> None:
        wait(self.time, seconds, self.matches)

    def play(self, role: Role, moves: list[str], after: float = 0.0) -> Any:
        self.wait(after)
        return self.matches.play(self.study, role, moves, f"operation-{next(self.numbers)}")

    @property
    def clock(self) -> tuple[int, int, str]:
        clock = self.matches.view(self.study).clock
        assert clock is not None
        return clock.white, clock.black, clock.running

    @property
    def headers(self) -> dict[str, str]:
        return self.library.find(self.study).study.game.headers
