"""A library of games: what people use, in Python and behind `hyperchess library`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from hyperchess.library.games import STORED, StoredGame
from hyperchess.library.importing import Imported, Importer, Run, in_this_process
from hyperchess.library.sources import find_units
from hyperchess.library.store import Store
from hyperchess.validation import invalid_argument

__all__ = ["Library", "StoredProblem", "open_library"]

_JOINED = "games g JOIN sources s ON s.id = g.source LEFT JOIN starts t ON t.id = g.start"
_UNSORTED = 0.1  # of the positions may stand out of order: they are looked through for every key


class StoredProblem(NamedTuple):
    """A problem of a game that was imported."""

    game: int
    source: str
    number: int
    line: int
    column: int
    severity: str
    code: str
    message: str


class Library:
    """A library that is open. A context manager: leaving it closes the library."""

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
        """Close the file, so that other processes may write it."""
        self._store.close()

    def add(
        self,
        *paths: str | os.PathLike[str],
        notation: str | None = None,
        run: Run = in_this_process,
        watch: Callable[[Imported, int], None] | None = None,
    ) -> Imported:
        """Import files, folders and archives. What is there already and has not changed is not read again."""
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
        """Import what `sources.find_units` has found."""
        done = Importer(self._store).run(list(units), notation=notation, run=run, watch=watch)
        total = self._store.value("SELECT count(*) FROM positions")
        in_order = int(self._store.value("SELECT value FROM meta WHERE name = 'sorted'") or 0)
        if total - in_order > _UNSORTED * total:
            self._store.sort()
        return done

    def games(self) -> Iterator[StoredGame]:
        """All games in the order in which they were imported."""
        for row in self._store.rows(f"SELECT {STORED} FROM {_JOINED} ORDER BY g.id"):
            yield StoredGame.of_row(row)

    def game(self, number: int) -> StoredGame | None:
        """A game by its number in the library."""
        row = next(self._store.rows(f"SELECT {STORED} FROM {_JOINED} WHERE g.id = ?", [number]), None)
        return None if row is None else StoredGame.of_row(row)

    def problems(self, severity: str = "error") -> Iterator[StoredProblem]:
        """The problems of broken games."""
        query = (
            "SELECT p.game, s.name, g.number, p.line, p.col, p.severity, p.code, p.message "
            "FROM problems p JOIN games g ON g.id = p.game JOIN sources s ON s.id = g.source "
            "WHERE p.severity = ? ORDER BY p.game, p.line, p.col"
        )
        for row in self._store.rows(query, [severity]):
            yield StoredProblem(*row)

    def failures(self) -> Iterator[tuple[str, str]]:
        """The sources that could not be read, and why."""
        for name, problem in self._store.rows(
            "SELECT name, problem FROM sources WHERE status = 'failed' ORDER BY id"
        ):
            yield name, problem


def open_library(
    folder: str | os.PathLike[str], *, create: bool = False, write: bool = False, memory: str = ""
) -> Library:
    """Open the library in a folder.

    With `create` it is made if there is none; `write` and `create` open it for this process alone. `memory`,
    such as `2GB`, is what the database may take.
    """
    return Library(Store(Path(folder), create=create, write=write, memory=memory))
