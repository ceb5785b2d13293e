"""Public interface of libraries of games, in Python and for `hyperchess library`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, overload

from hyperchess import infinite, multiverse
from hyperchess.budget import Budget, check_budget
from hyperchess.library.conditions import Compiled, Resolve, compile_query
from hyperchess.library.errors import LibraryDamaged
from hyperchess.library.explore import explore, first_games_at, games_at
from hyperchess.library.explored import Explored
from hyperchess.library.games import STORED, StoredGame
from hyperchess.library.importing import Imported, Importer, Run, in_this_process
from hyperchess.library.integrity import find_faults
from hyperchess.library.language import parse_query
from hyperchess.library.schema import TABLES
from hyperchess.library.search import JOINED, Share, count_games, find_games, in_turn, stored_games
from hyperchess.library.sources import find_units
from hyperchess.library.store import Store
from hyperchess.library.summary import summarize
from hyperchess.notation.reading import find_position
from hyperchess.picture.extras import require
from hyperchess.rulesets import AnyPosition
from hyperchess.validation import check_integer, check_text, invalid_argument

__all__ = ["Library", "StoredProblem", "open_library"]

_UNSORTED = 0.1  # fraction of positions that may be unsorted, which every lookup scans


_RESCUED_TOGETHER = 8  # games: in a damaged library, smaller groups are not tried


class StoredProblem(NamedTuple):
    """A problem of an imported game."""

    game: int
    source: str
    number: int
    line: int
    column: int
    severity: str
    code: str
    message: str


class Library:
    """An open library. It is a context manager, which closes the library on exit."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return int(self._store.value("SELECT count(*) FROM games"))

    def close(self) -> None:
        """Close the file, so that other processes can write to it."""
        self._store.close()

    def add(
        self,
        *paths: str | os.PathLike[str],
        notation: str | None = None,
        run: Run = in_this_process,
        watch: Callable[[Imported, int], None] | None = None,
    ) -> Imported:
        """Import files, folders and archives. Unchanged sources are not read again."""
        names = [os.fspath(path) for path in paths]
        if not names or not all(isinstance(name, str) for name in names):
            raise invalid_argument("paths", "paths of files or folders", paths)
        return self.add_units(find_units(names), notation=notation, run=run, watch=watch)

    def add_units(
        self,
        units: Iterable[Any],
        *,
        notation: str | None = None,
        run: Run = in_this_process,
        watch: Callable[[Imported, int], None] | None = None,
    ) -> Imported:
        """Import the units found by `sources.find_units`."""
        done = Importer(self._store).run(list(units), notation=notation, run=run, watch=watch)
        total = self._store.value("SELECT count(*) FROM positions")
        in_order = int(self._store.value("SELECT value FROM meta WHERE name = 'sorted'") or 0)
        if total - in_order > _UNSORTED * total:
            self._store.sort()
        return done

    def games(self) -> Iterator[StoredGame]:
        """Yield all games in the order of import."""
        for row in self._store.rows(f"SELECT {STORED} FROM {JOINED} ORDER BY g.id"):
            yield StoredGame.of_row(row)

    def rescue(self) -> Iterator[StoredGame | int]:
        """Yield the games that a damaged library still has, and for each gap the number of games lost."""
        first, last = next(self._store.rows("SELECT min(id), max(id) FROM games"))
        ranges = [] if first is None else [(first, last)]
        while ranges:
            start, end = ranges.pop()
            rows = self._store.rows(
                f"SELECT {STORED} FROM {JOINED} WHERE g.id BETWEEN ? AND ? ORDER BY g.id", [start, end]
            )
            try:
                yield from map(StoredGame.of_row, list(islice(rows, end - start + 1)))
            except LibraryDamaged:
                if end - start < _RESCUED_TOGETHER:
                    yield end - start + 1
                else:
                    middle = (start + end) // 2
                    ranges += [(middle + 1, end), (start, middle)]

    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        budget: Budget | None = None,
        resolve: Resolve = find_position,
        at: Any = None,
        share: Share = in_turn,
    ) -> Iterator[StoredGame]:
        """Yield the games that match a query; `ply` is the first match.

        With `at` they also reached that position, or one with the same last boards.

        Raise `QueryError` if the query cannot be parsed. `BudgetExhausted` is raised after the games found
        within the budget. `resolve` finds the positions that the query names; `share` distributes the games
        that must be replayed among processes.
        """
        if limit is not None:
            check_integer("limit", limit)
        compiled = self._compiled(query, resolve)
        if at is not None:
            compiled = compiled.only(f"g.id IN ({games_at(find_position(at))})")
        return find_games(self._store, compiled, limit=limit, budget=check_budget(budget), share=share)

    def games_at(self, position: Any, *, limit: int) -> Iterator[StoredGame]:
        """Yield games that reached a position, or one with the same last boards; `ply` is the ply of the
        match.
        """
        yield from stored_games(self._store, first_games_at(self._store, find_position(position), limit))

    def count(
        self,
        query: str,
        *,
        budget: Budget | None = None,
        resolve: Resolve = find_position,
        share: Share = in_turn,
    ) -> int:
        """Count the games that match a query."""
        compiled = self._compiled(query, resolve)
        return count_games(self._store, compiled, budget=check_budget(budget), share=share)

    def _compiled(self, query: str, resolve: Resolve) -> Compiled:
        return compile_query(parse_query(check_text("query", query)), resolve, query)

    @overload
    def explore(self, position: multiverse.Position, *, exact: bool = False) -> Explored[multiverse.Move]: ...

    @overload
    def explore(self, position: infinite.Position, *, exact: bool = False) -> Explored[infinite.Move]: ...

    @overload
    def explore(self, position: str, *, exact: bool = False) -> Explored[Any]: ...

    def explore(self, position: AnyPosition | str, *, exact: bool = False) -> Explored[Any]:
        """Return the actions played from a position; without `exact`, with any past."""
        return explore(self._store, find_position(position), exact=exact)

    def summary(self) -> dict[str, dict[str, Any]]:
        """Return the counts of the library."""
        return summarize(self._store)

    def check(self) -> Iterator[str]:
        """Yield the faults of the library as sentences; none if it is intact."""
        return find_faults(self._store)

    def dedupe(self, *, dry_run: bool = False) -> int:
        """Merge duplicate games; return the number of removed ones."""
        return Importer(self._store).dedupe(dry_run=dry_run)

    def export_parquet(self, folder: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write each table as a Parquet file into a folder, which is created."""
        self._store.export(Path(folder), force=force)

    def to_arrow(self, table: str = "games") -> Any:
        """Return a table of the library (see `schema.TABLES`) as an Arrow table, if pyarrow is installed."""
        if table not in TABLES:
            raise invalid_argument("table", f"one of {', '.join(TABLES)}", table)
        return self._store.arrow(f"SELECT * FROM {table}")

    def to_polars(self, table: str = "games") -> Any:
        """Return a table of the library as a Polars data frame, if polars and pyarrow are installed."""
        polars = require("polars", what="data frames", extra="arrow")
        return polars.from_arrow(self.to_arrow(table))

    def game(self, number: int) -> StoredGame | None:
        """Return a game by its number in the library."""
        row = next(self._store.rows(f"SELECT {STORED} FROM {JOINED} WHERE g.id = ?", [number]), None)
        return None if row is None else StoredGame.of_row(row)

    def problems(self, severity: str = "error") -> Iterator[StoredProblem]:
        """Yield the problems of broken games."""
        query = (
            "SELECT p.game, s.name, g.number, p.line, p.col, p.severity, p.code, p.message "
            "FROM problems p JOIN games g ON g.id = p.game JOIN sources s ON s.id = g.source "
            "WHERE p.severity = ? ORDER BY p.game, p.line, p.col"
        )
        for row in self._store.rows(query, [severity]):
            yield StoredProblem(*row)

    def failures(self) -> Iterator[tuple[str, str]]:
        """Yield the sources that could not be read, with the reasons."""
        query = "SELECT name, problem FROM sources WHERE status = 'failed' ORDER BY id"
        yield from ((name, problem) for name, problem in self._store.rows(query))


def open_library(
    folder: str | os.PathLike[str], *, create: bool = False, write: bool = False, memory: str = ""
) -> Library:
    """Open the library in a folder.

    With `create`, it is created if missing; `write` and `create` open it exclusively. `memory`, such as
    `2GB`, limits the database.
    """
    return Library(Store(Path(folder), create=create, write=write, memory=memory))
