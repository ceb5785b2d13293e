"""Database file of a library: opening, tables, and rows. Only this module uses DuckDB.

A library is a folder with one DuckDB file. One process can write to it, or several can read it.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hyperchess.errors import BudgetExhausted
from hyperchess.library.errors import (
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    LibraryTooNew,
    NoLibrary,
)
from hyperchess.library.schema import COLUMNS, COUNTED, OLDER, SORTED, TABLES, VERSION
from hyperchess.picture.extras import require

__all__ = ["FILE", "Store"]

FILE = "library.duckdb"
_ROWS = 2_000  # rows fetched at a time
_BUSY = re.compile(r"could not set lock on|conflicting lock|used by another process", re.IGNORECASE)
_BLOCK, _LARGE_BLOCK = 1 << 16, 1 << 18  # bytes: large blocks compress better
_LARGE = 1 << 26  # bytes above which a library has few nearly empty large blocks
_INTEGERS = {
    "UBIGINT": "uint64",
    "BIGINT": "int64",
    "INTEGER": "int32",
    "UTINYINT": "uint8",
    "TINYINT": "int8",
    "BOOLEAN": "bool",
}


class Store:
    """The tables of a library."""

    def __init__(self, folder: Path, *, create: bool = False, write: bool = False, memory: str = "") -> None:
        self.folder = folder
        self.path = folder / FILE
        self._duckdb = require("duckdb", what="libraries of games", extra="library")
        if not self.path.exists():
            if not create:
                raise NoLibrary(f"there is no library in {folder}; `hyperchess library import` makes one")
            folder.mkdir(parents=True, exist_ok=True)
        self._memory = memory
        self._write = write or create
        self._in_transaction = False
        self._newer_games: str | None = None  # computed on demand
        self._open()
        try:
            self._check_version()
        except Exception as error:
            self.close()
            if isinstance(error.__cause__, self._duckdb.Error):  # not even the list of tables can be read
                raise self._explained(error.__cause__) from error
            raise

    def _open(self) -> None:
        try:
            self._connection = self._duckdb.connect(
                str(self.path), read_only=not self._write, config={"default_block_size": str(_BLOCK)}
            )
        except self._duckdb.Error as error:
            raise self._explained(error) from error
        self._connection.execute("SET enable_progress_bar = false")  # it would go to standard output
        if self._memory:
            try:
                self._connection.execute(f"SET memory_limit = '{self._memory.replace(chr(39), '')}'")
            except self._duckdb.Error as error:
                self.close()
                raise LibraryError(f"{self._memory!r} is not a size of memory, such as 2GB") from error

    def _explained(self, error: Exception) -> LibraryError:
        words = str(error).splitlines()[0]
        if isinstance(error, self._duckdb.IOException) and _BUSY.search(words):
            return LibraryBusy(
                f"another process has the library {self.folder} open; wait until it has finished"
            )
        hint = "restore it from a copy, or move it away and import the games again"
        return LibraryDamaged(f"{self.path} cannot be read as a library ({words}); {hint}")

    def _check_version(self) -> None:
        tables = {name for (name,) in self.rows("SELECT table_name FROM duckdb_tables()")}
        if not tables and self._write:
            with self.transaction():
                for table, columns in TABLES.items():
                    body = ", ".join(f"{name} {type_}" for name, type_ in columns.items())
                    self.run(f"CREATE TABLE {table} ({body})")
                self.run("INSERT INTO meta VALUES ('version', ?)", [str(VERSION)])
            return
        if "meta" not in tables:
            raise LibraryDamaged(f"{self.path} is a database, but not a library of games")
        version = self.value("SELECT value FROM meta WHERE name = 'version'")
        if not isinstance(version, str) or not version.isdecimal():
            raise LibraryDamaged(f"{self.path} does not say which version of a library it is")
        if int(version) > VERSION:
            raise LibraryTooNew(
                f"the library {self.folder} has version {version}, this hyperchess reads up to {VERSION}; "
                "install a newer hyperchess"
            )
        needed = set(TABLES) if int(version) == VERSION else set(TABLES) - set(COUNTED)
        if missing := sorted(needed - tables):
            raise LibraryDamaged(f"{self.path} lacks the tables {', '.join(missing)}")
        if int(version) < VERSION:
            self._upgrade(int(version))

    def _upgrade(self, version: int) -> None:
        """Rewrite a library of an older version."""
        if version not in OLDER:
            raise LibraryDamaged(f"{self.path} has version {version}, which there never was")
        write, self._write = self._write, True
        if not write:
            self.close()
            try:
                self._open()
            except LibraryDamaged as error:
                raise LibraryError(
                    f"the library {self.folder} has version {version} and must be written anew, which "
                    "this user may not do; open it once as one who may"
                ) from error
        self._rewrite(OLDER[version], write=write)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Execute a statement."""
        self._execute(sql, values)

    def _execute(self, sql: str, values: Sequence[Any]) -> Any:
        self._newer_games = None  # a statement may change it; an open library has no other writer
        try:
            return self._connection.execute(sql, list(values))
        except self._duckdb.Error as error:
            raise self._failed(error) from error
        except RuntimeError as error:
            raise _or_interrupt(error) from error

    def _failed(self, error: Exception) -> Exception:
        """Return the error to raise: a wrong statement unchanged, any other one as a `LibraryError`."""
        wrong_statement: tuple[type[Exception], ...] = (
            self._duckdb.ProgrammingError,
            self._duckdb.DataError,
        )
        if isinstance(error, wrong_statement):
            return error
        words = str(error).splitlines()[0]
        if isinstance(error, self._duckdb.OutOfMemoryException):
            return LibraryError(f"the database needs more memory than it may take ({words}); see --memory")
        if "space" in words.lower() or "too large" in words.lower():
            return LibraryError(f"{self.path} cannot be written: {words}; what was imported before stays")
        hint = "`hyperchess library export --rescue` writes the games that can still be read"
        return LibraryDamaged(f"{self.path} is damaged ({words}); {hint}")

    def rows(
        self, sql: str, values: Sequence[Any] = (), *, seconds: float | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query in batches; raise `BudgetExhausted` if it takes longer than `seconds`."""
        if self._in_transaction:  # another cursor would not see the changes of the transaction
            yield from self._execute(sql, values).fetchall()
            return
        cursor = self._connection.cursor()
        timer = None if seconds is None else threading.Timer(seconds, cursor.interrupt)
        if timer is not None:
            timer.start()
        try:
            cursor.execute(sql, list(values))
            while batch := cursor.fetchmany(_ROWS):
                yield from batch
        except self._duckdb.InterruptException as error:
            if seconds is None:
                raise KeyboardInterrupt from error
            raise BudgetExhausted(f"the search ended after {seconds:g} seconds") from error
        except self._duckdb.Error as error:
            raise self._failed(error) from error
        except RuntimeError as error:
            raise _or_interrupt(error) from error
        finally:
            if timer is not None:
                timer.cancel()
            cursor.close()

    def value(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """Return the first value of the first row, or `None`."""
        row = next(self.rows(sql, values), None)
        return None if row is None else row[0]

    def arrow(self, sql: str) -> Any:
        """Return a query as an Arrow table."""
        require("pyarrow", what="tables of Arrow", extra="arrow")
        try:
            return self._connection.sql(sql).to_arrow_table()
        except self._duckdb.Error as error:
            raise self._failed(error) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Execute the statements of the block together or not at all."""
        self.run("BEGIN TRANSACTION")
        self._in_transaction = True
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            with suppress(self._duckdb.Error, LibraryError):
                self._connection.execute("ROLLBACK")
            raise
        finally:
            self._in_transaction = False

    def insert(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        """Insert rows into a table; their values are in the order of its columns."""
        if not rows:
            return
        numpy = require("numpy", what="libraries of games", extra="library")
        columns = {}
        for (name, type_), values in zip(TABLES[table].items(), zip(*rows, strict=True), strict=True):
            array = numpy.empty(len(values), dtype=_INTEGERS.get(type_.partition(" ")[0], "object"))
            array[:] = values
            columns[name] = array
        self.insert_columns(table, columns)

    def insert_columns(self, table: str, columns: Mapping[str, Any]) -> None:
        """Insert rows into a table, given as a NumPy array per column."""
        names = [f"{name}::{type_.partition(' ')[0]}" for name, type_ in TABLES[table].items()]
        self._connection.register("new_rows", dict(columns))
        try:
            self.run(f"INSERT INTO {table} SELECT {', '.join(names)} FROM new_rows")
        finally:
            self._connection.unregister("new_rows")

    @property
    def newer_games(self) -> str:
        """SQL condition for positions of games imported after the counted tables were built; empty if there
        are none.
        """
        if self._newer_games is None:
            counted = int(self.value("SELECT value FROM meta WHERE name = 'counted'") or 0)
            newest = self.value("SELECT max(id) FROM games") or 0
            self._newer_games = f"game > {counted}" if newest > counted else ""
        return self._newer_games

    def uncount(self) -> None:
        """Empty the derived tables, because games are removed; sorting fills them."""
        for table in COUNTED:
            self.run(f"DELETE FROM {table}")
        self.run("DELETE FROM meta WHERE name = 'counted'")

    def sort(self) -> None:
        """Rewrite the file with its rows sorted, and replace the old file.

        A process killed meanwhile leaves the old file unchanged.
        """
        self._rewrite({}, write=self._write)

    def _rewrite(self, made: Mapping[str, Mapping[str, str]], *, write: bool) -> None:
        """Rewrite the file, with columns computed from others, and open it (for writing, or not)."""
        part = self.folder / f"{FILE}.part"
        for path in (part, Path(f"{part}.wal")):
            path.unlink(missing_ok=True)
        name = str(part).replace("'", "''")
        block = _BLOCK if self.size < _LARGE else _LARGE_BLOCK
        self.run(f"ATTACH '{name}' AS sorted (BLOCK_SIZE {block})")
        for table, columns in TABLES.items():
            body = ", ".join(f"{column} {type_}" for column, type_ in columns.items())
            self.run(f"CREATE TABLE sorted.{table} ({body})")
            if table in COUNTED:
                self.run(f"INSERT INTO sorted.{table} {COUNTED[table].format(of='sorted')}")
                continue
            order = SORTED.get(table, COLUMNS[table][0])
            values = [f"{made.get(table, {}).get(column, column)} AS {column}" for column in columns]
            self.run(f"INSERT INTO sorted.{table} SELECT {', '.join(values)} FROM {table} ORDER BY {order}")
        self.run("DELETE FROM sorted.meta WHERE name IN ('sorted', 'counted', 'version')")
        self.run("INSERT INTO sorted.meta SELECT 'sorted', count(*)::VARCHAR FROM positions")
        self.run("INSERT INTO sorted.meta SELECT 'counted', coalesce(max(id), 0)::VARCHAR FROM games")
        self.run(f"INSERT INTO sorted.meta VALUES ('version', '{VERSION}')")
        self.run("CHECKPOINT sorted")
        self.run("DETACH sorted")
        self.run("CHECKPOINT")
        self.close()
        part.replace(self.path)
        self._write = write
        self._open()

    def export(self, folder: Path, *, force: bool = False) -> None:
        """Write each table as a Parquet file, complete or not at all."""
        if folder.exists() and not force and (not folder.is_dir() or any(folder.iterdir())):
            raise LibraryError(f"{folder} exists already and is not empty; --force writes into it")
        folder.mkdir(parents=True, exist_ok=True)
        for table in TABLES.keys() - COUNTED.keys():
            part = folder / f".{table}.part"
            name = str(part).replace("'", "''")
            order = SORTED.get(table, COLUMNS[table][0])
            rows = f"SELECT * FROM {table} ORDER BY {order}"
            self.run(f"COPY ({rows}) TO '{name}' (FORMAT parquet, COMPRESSION zstd)")
            part.replace(folder / f"{table}.parquet")

    @property
    def size(self) -> int:
        """Size of the file in bytes."""
        return self.path.stat().st_size


def _or_interrupt(error: RuntimeError) -> BaseException:
    """Return the error to raise. Ctrl-C at the start of a query is a plain `RuntimeError` of the database."""
    return KeyboardInterrupt() if str(error) == "Query interrupted" else error
