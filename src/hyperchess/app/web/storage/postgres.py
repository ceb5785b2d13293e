"""Studies in PostgreSQL, for more than one server: the statements of `Storage` on another connection.

As with SQLite, one lock serialises all writers. Announcements of a server reach the others through LISTEN and
NOTIFY.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from secrets import token_hex
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from hyperchess.api.errors import ApiError
from hyperchess.app.web.storage.errors import StorageError
from hyperchess.app.web.storage.schema import MIGRATIONS, VERSION
from hyperchess.app.web.storage.storage import Listener, Storage

if TYPE_CHECKING:
    from psycopg import Connection, Cursor

__all__ = ["PostgresStorage"]

_LOCK = 5_055_064  # id of the advisory lock, distinct from those of other programs on the database
_CHANNEL = "hyperchess"
_LONGEST = 7_000  # bytes of an announcement; the limit of PostgreSQL is below 8,000
_WAITING = 1.0  # seconds until a lost connection is retried
_TYPES = {"BLOB": "BYTEA", "INTEGER": "BIGINT", "WITHOUT ROWID": ""}
_TYPE = re.compile("|".join(_TYPES))


class PostgresStorage(Storage):
    """The studies in a PostgreSQL database; all methods may be called from any thread."""

    _read_only = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    _connection: _Adapter

    def __init__(self, address: str, *, study_bytes: int = 0, total_bytes: int = 0) -> None:
        super().__init__(study_bytes=study_bytes, total_bytes=total_bytes)
        self._address = address
        self._sender = token_hex(8)
        self._inbox: _Inbox | None = None
        try:
            import psycopg
        except ModuleNotFoundError as error:
            raise StorageError("PostgreSQL needs a library: pip install 'hyperchess[postgres]'") from error
        try:
            self._connection = _Adapter(address)
            self._migrate()
        except psycopg.Error as error:
            raise StorageError(f"the database of the studies cannot be used: {error}") from error

    def _migrate(self) -> None:
        run = self._connection.execute
        with self.transaction():
            run("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
            ((version,),) = run("SELECT coalesce(max(version), 0) FROM schema_version").fetchall()
            if version > VERSION:
                message = f"the studies were written by a newer hyperchess (version {version})"
                raise StorageError(f"{message}: install that version, or name another database")
            for number in sorted(MIGRATIONS):
                if number > version:
                    for statement in MIGRATIONS[number].split(";"):
                        # Data migrations are for SQLite: no older version used PostgreSQL.
                        if statement.strip() and not statement.lstrip().startswith(("UPDATE", "INSERT")):
                            run(_TYPE.sub(lambda match: _TYPES[match[0]], statement))
            if version < VERSION:
                run("INSERT INTO schema_version VALUES (?)", (VERSION,))

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        run = self._connection.execute
        try:
            run("BEGIN")
            run("SELECT pg_advisory_xact_lock(?)", (_LOCK,))
            yield
            run("COMMIT")
        except BaseException:
            with suppress(ApiError):  # the first error is more informative
                self._roll_back()
            raise

    def now(self) -> float:
        """Return the time of the database, independent of the clock of this machine."""
        with self._lock:
            ((seconds,),) = self._connection.execute(
                "SELECT extract(epoch FROM clock_timestamp())"
            ).fetchall()
        return float(seconds)

    def _bytes_used(self) -> int:
        ((size,),) = self._connection.execute("SELECT pg_database_size(current_database())").fetchall()
        return int(size)

    def announce(self, study: str, message: str) -> None:
        """Send a message about a study, of at most a few thousand characters, to the other servers."""
        text = json.dumps([self._sender, study, message])
        if len(text) > _LONGEST:
            raise ValueError(f"an announcement has at most {_LONGEST} bytes, and this has {len(text)}")
        with self._lock:
            self._connection.execute("SELECT pg_notify(?, ?)", (_CHANNEL, text))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with announcements of other servers, in a thread; return a stop function."""
        with self._lock:
            if self._inbox is None:
                self._inbox = _Inbox(self._address, self._sender)
        return self._inbox.add(listener)

    def close(self) -> None:
        """Close the connections."""
        inbox, self._inbox = self._inbox, None
        if inbox is not None:
            inbox.close()
        with self._lock:
            self._connection.close()


class _Adapter:
    """A connection that accepts the statements of `Storage`, and reconnects when it is lost."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection = _connect(address)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.info.transaction_status.name not in ("IDLE", "UNKNOWN")

    def execute(self, statement: str, values: Sequence[object] = ()) -> Cursor[tuple[Any, ...]]:
        """Run a statement with `?` placeholders."""
        import psycopg

        given = [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values]
        try:
            if self._connection.closed:
                self._connection = _connect(self._address)
            return self._connection.execute(statement.replace("?", "%s").encode(), given or None)
        except psycopg.OperationalError as error:
            message = f"the database of the studies cannot be reached: {str(error).strip()}"
            raise ApiError(503, "storage", message, headers={"Retry-After": "2"}) from error

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def _connect(address: str) -> Connection[tuple[Any, ...]]:
    import psycopg

    connection = psycopg.connect(address, autocommit=True, connect_timeout=10)
    connection.execute("SET synchronous_commit = on")
    connection.execute("SET lock_timeout = '10s'")
    return connection


class _Inbox:
    """Receives announcements in a thread, and calls the listeners."""

    def __init__(self, address: str, sender: str) -> None:
        self._address = address
        self._sender = sender
        self._listeners: list[Listener] = []
        self._lock = Lock()
        self._closed = Event()
        self._connection = self._listen()
        self._thread = Thread(target=self._hear, name="hyperchess-inbox", daemon=True)
        self._thread.start()

    def add(self, listener: Listener) -> Callable[[], None]:
        with self._lock:
            self._listeners.append(listener)

        def remove() -> None:
            with self._lock, suppress(ValueError):
                self._listeners.remove(listener)

        return remove

    def close(self) -> None:
        self._closed.set()
        self._connection.close()
        self._thread.join()

    def _listen(self) -> Connection[tuple[Any, ...]]:
        connection = _connect(self._address)
        connection.execute(f"LISTEN {_CHANNEL}")
        return connection

    def _hear(self) -> None:
        import psycopg

        while not self._closed.is_set():
            try:
                if self._connection.closed:
                    self._connection = self._listen()
                    self._tell("", "")
                for notice in self._connection.notifies(timeout=_WAITING):
                    sender, study, message = json.loads(notice.payload)
                    if sender != self._sender:
                        self._tell(study, message)
            except (psycopg.Error, ValueError, TypeError):
                self._connection.close()
                self._closed.wait(_WAITING)

    def _tell(self, study: str, message: str) -> None:
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(study, message)
