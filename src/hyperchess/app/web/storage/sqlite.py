"""Studies in an SQLite file, for one server.

Damage is detected when the database is opened, reported, and left alone. A study with a damaged document is
refused, and the others remain usable. If pages of the file are damaged, studies are read as far as possible,
and nothing is written.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import uniform
from time import monotonic, sleep

from hyperchess.api.errors import ApiError
from hyperchess.app.web.storage.errors import REPAIR, Damage, StorageError, damage_error
from hyperchess.app.web.storage.schema import MIGRATIONS, VERSION
from hyperchess.app.web.storage.storage import Listener, Storage
from hyperchess.app.web.storage.texts import checksum

__all__ = ["FILE", "SqliteStorage"]

FILE = "studies.sqlite3"
"""File name of the database."""

_BUSY_SECONDS = 5.0
_BUSY_WAIT = 0.0005  # maximum delay between two attempts to write, in seconds
_MOST_FAULTS = 20  # of a database


class SqliteStorage(Storage):
    """The database in a folder."""

    _connection: sqlite3.Connection

    def __init__(self, folder: Path, *, study_bytes: int = 0, total_bytes: int = 0) -> None:
        super().__init__(study_bytes=study_bytes, total_bytes=total_bytes)
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"the folder {folder} cannot store the studies: {error}") from error
        try:
            self._prepare()
            self._files = self._identities()
        except sqlite3.DatabaseError as error:
            self._connection.close()
            hint = f"{REPAIR}; move the file away to start with an empty one, or name another with --data"
            raise StorageError(f"the studies in {self.path} cannot be read: {error}; {hint}") from error
        except StorageError:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        run = self._connection.execute
        self._connection.create_function("checksum", 1, checksum, deterministic=True)
        run("PRAGMA foreign_keys = ON")
        pages = self._faults()
        if not pages:
            run("PRAGMA journal_mode = WAL")
            run("PRAGMA synchronous = FULL")
        (version,) = run("PRAGMA user_version").fetchone()
        if version > VERSION:
            message = f"the studies in {self.path} were written by a newer hyperchess (version {version})"
            raise StorageError(f"{message}: install that version, or name another folder with --data")
        if version < VERSION:
            if pages:
                raise StorageError(f"the studies in {self.path} are damaged: {pages[0]}; {REPAIR}")
            self._migrate()
        run("SELECT count(*) FROM studies").fetchone()
        self.damage = Damage(pages, self._damaged_studies())

    def _migrate(self) -> None:
        run = self._connection.execute
        with self._committed():
            (version,) = run("PRAGMA user_version").fetchone()
            for number in sorted(MIGRATIONS):
                if number > version:
                    for statement in MIGRATIONS[number].split(";"):
                        run(statement)
                    run(f"PRAGMA user_version = {number}")

    def _faults(self) -> tuple[str, ...]:
        """Return the faults that SQLite finds in the pages of the file."""
        try:
            found = self._connection.execute(f"PRAGMA quick_check({_MOST_FAULTS})").fetchall()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_CORRUPT:
                raise
            return (str(error),)
        faults = (line for (text,) in found for line in text.splitlines())
        return tuple(line for line in faults if line != "ok" and not line.startswith("*** in database"))

    def _damaged_studies(self) -> tuple[str, ...]:
        """Return the studies with a checksum mismatch; studies in damaged pages are not found."""
        damaged: set[str] = set()
        for query in (
            "SELECT study FROM history WHERE checksum(document) <> checksum",
            "SELECT study FROM parts WHERE checksum(body) <> checksum",
        ):
            with suppress(sqlite3.DatabaseError):
                damaged.update(study for (study,) in self._connection.execute(query))
        return tuple(sorted(damaged))

    def _identities(self) -> dict[Path, tuple[int, int]]:
        """Return the identities of the database files."""
        names = (self.path, self.path.with_name(f"{FILE}-wal"))
        return {name: _identity(name) for name in names if name.exists()}

    def _expect_files(self) -> None:
        """Refuse to continue without the files: anything written to a deleted file is lost."""
        for path, known in self._files.items():
            try:
                found = _identity(path)
            except OSError:
                found = None
            if found != known:
                message = f"the studies file {path.name} was deleted or replaced while the server was running"
                hint = "nothing more is saved: restart the server, and restore the file from a backup"
                raise ApiError(503, "storage-lost", message, hint=hint)

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        if self.damage.pages:
            message = f"the database is damaged, and nothing is written to it: {self.damage.pages[0]}"
            raise damage_error(message)
        self._expect_files()
        with self._committed():
            yield
        self._expect_files()

    @contextmanager
    def _committed(self) -> Iterator[None]:
        try:
            self._begin()
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # the first error is more informative
                self._roll_back()
            raise

    def _begin(self) -> None:
        """Begin a transaction as soon as no other server writes.

        SQLite itself waits longer and longer between two attempts, so a server that writes constantly starves
        the others. Short random delays are fair.
        """
        run = self._connection.execute
        end = monotonic() + _BUSY_SECONDS
        run("PRAGMA busy_timeout = 0")
        try:
            while True:
                try:
                    run("BEGIN IMMEDIATE")
                    return
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > end:
                        raise
                sleep(uniform(0.0, _BUSY_WAIT))
        finally:
            run(f"PRAGMA busy_timeout = {int(1000 * _BUSY_SECONDS)}")

    def announce(self, study: str, message: str) -> None:
        """Do nothing: there is only one server."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Do nothing: there is only one server."""
        return lambda: None

    def _bytes_used(self) -> int:
        run = self._connection.execute
        pages, free, size = (
            run(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)


def _identity(path: Path) -> tuple[int, int]:
    """Return the identity of a file; on Windows, where an open file cannot be replaced, a constant."""
    found = path.stat()
    return (0, 0) if sys.platform == "win32" else (found.st_dev, found.st_ino)
