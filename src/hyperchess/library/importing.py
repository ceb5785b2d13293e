"""Import of files into a library, in atomic batches.

A source is split into pieces at the ends of games. A batch is read and indexed by any process (`index`), and
written by one (`Importer`). The number of imported pieces of a source is written in the same transaction as
their games: a killed import continues where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from hyperchess.errors import HyperchessError, ParseError
from hyperchess.library.columns import NumberedLine, board_columns, position_columns
from hyperchess.library.errors import LibraryError
from hyperchess.library.facts import GameFacts, game_facts
from hyperchess.library.schema import COLUMNS
from hyperchess.library.sources import STDIN, Digested, Unit, close_archive, hash_unit, open_unit
from hyperchess.library.store import Store
from hyperchess.notation.registry import NO_GAME, SAMPLE, find_notation, no_game, recognise
from hyperchess.notation.streaming import Piece, TextStream, stream_pieces
from hyperchess.text import Source

__all__ = ["Imported", "Importer", "Indexed", "Task", "index", "split"]

_BATCH = 1 << 16  # characters per batch
_LARGE = 1 << 18  # bytes above which a file is shared by several processes
_COMMIT = 500  # games per transaction
_SHORT = 16  # actions below which equal moves do not prove that two games are the same
_IDENTITY = ("white", "black", "event", "date", "result")


@dataclass(frozen=True, slots=True)
class Task:
    """A source to read, without the pieces that are already in the library (`skip`); or one batch of it.

    `number` counts the pieces up to the end of the batch. A batch without pieces ends a source: it has its
    digest, or the reason why reading stopped.
    """

    unit: Unit
    source: int
    notation: str | None = None
    skip: int = 0
    number: int = -1
    pieces: tuple[Piece, ...] = ()
    digest: str = ""
    failure: str = ""


class Indexed(NamedTuple):
    """An indexed batch. The last one has the `digest`; a `failure` also ends a source."""

    task: Task
    number: int
    games: list[GameFacts]
    digest: str = ""
    goes_on: bool = True
    failure: str = ""


Run: TypeAlias = Callable[
    [
        Callable[[Task], Iterator[Indexed]],
        Sequence[Task],
        Callable[[Task], "Iterator[Task] | None"],
    ],
    Iterable[Indexed],
]
"""Strategy for sharing tasks: takes `index`, the tasks and `split`, and returns the results in order."""


def in_this_process(
    work: Callable[[Task], Iterator[Indexed]],
    tasks: Sequence[Task],
    split: Callable[[Task], Iterator[Task] | None],
) -> Iterator[Indexed]:
    """Run one task after the other."""
    for task in tasks:
        yield from work(task)


def index(task: Task) -> Iterator[Indexed]:
    """Read a source, or a batch of one, and compute the rows that the library stores. Runs in any process."""
    if task.number >= 0:
        yield _index_batch(task)
        return
    for batch in _batches(task):
        done = _index_batch(batch)
        yield done
        if not done.goes_on:
            return


def split(task: Task) -> Iterator[Task] | None:
    """Yield the batches of a large source, for several processes; `None` for a small one."""
    if task.unit.path != STDIN and task.unit.size < _LARGE:
        return None
    return _batches(task)


def _batches(task: Task) -> Iterator[Task]:
    """Yield the batches of a source, and then its end."""
    number = task.skip
    try:
        with ExitStack() as opened:
            bytes_ = Digested(opened.enter_context(open_unit(task.unit)), task.unit.name)
            stream = TextStream(bytes_, task.unit.name)
            text = stream.read(SAMPLE)
            chosen = None if task.notation is None else find_notation(task.notation)
            chosen = chosen or recognise(text)
            if chosen is None:
                raise ParseError(no_game(Source(text, task.unit.name)).problems[0])
            for pieces in _grouped(islice(stream_pieces(stream, text, chosen), task.skip, None)):
                number += len(pieces)
                yield Task(task.unit, task.source, chosen.name, number=number, pieces=pieces)
            yield Task(task.unit, task.source, number=number, digest=bytes_.digest())
    except ParseError as error:
        failure = f"{task.unit.name}: {error.problem.message}"
        yield Task(task.unit, task.source, number=number, failure=failure)
    except (HyperchessError, OSError) as error:
        yield Task(task.unit, task.source, number=number, failure=str(error))


def _grouped(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, ...]]:
    batch: list[Piece] = []
    length = 0
    for piece in pieces:
        batch.append(piece)
        length += piece.length
        if length >= _BATCH or piece.is_last:
            yield tuple(batch)
            batch.clear()
            length = 0


def _index_batch(task: Task) -> Indexed:
    slim = Task(task.unit, task.source)
    if not task.pieces:
        return Indexed(slim, task.number, [], task.digest, goes_on=False, failure=task.failure)
    notation = find_notation(task.notation or "")
    games: list[GameFacts] = []
    for piece in task.pieces:
        read, goes_on = piece.read(notation)
        for game in read:
            if any(problem.code == NO_GAME for problem in game.problems):
                continue
            games.append(game_facts(game))
        if not goes_on and not piece.is_last:
            failure = f"{task.unit.name}: there are too many problems; the rest was not read"
            return Indexed(slim, task.number, games, goes_on=False, failure=failure)
    return Indexed(slim, task.number, games)


class SourceRow(NamedTuple):
    """A row of the table of sources."""

    id: int
    name: str
    size: int
    mtime: int
    digest: str = ""
    pieces: int = 0
    games: int = 0
    status: str = "partial"
    problem: str = ""


@dataclass(slots=True)
class Imported:
    """Result of an import."""

    sources: int = 0  # sources read
    unchanged: int = 0  # sources unchanged in the library
    games: int = 0  # new games
    duplicates: int = 0  # games that the library already had
    broken: int = 0  # new games with errors
    positions: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def read(self) -> int:
        """Number of games read."""
        return self.games + self.duplicates


class Importer:
    """Writes indexed batches. A library has one importer at a time."""

    def __init__(self, store: Store, *, commit: int = _COMMIT) -> None:
        self._store = store
        self._commit = commit
        self._waiting: list[Indexed] = []
        self._size = 0
        self._ended: set[int] = set()
        self._next_game = 1 + (store.value("SELECT max(id) FROM games") or 0)
        self._next_source = 1 + (store.value("SELECT max(id) FROM sources") or 0)
        self._sources = {row[1]: SourceRow(*row) for row in store.rows("SELECT * FROM sources")}
        self._starts: dict[str, int] = dict(store.rows("SELECT key, id FROM starts"))
        self.done = Imported()

    def run(
        self,
        units: Sequence[Unit],
        *,
        notation: str | None = None,
        run: Run = in_this_process,
        watch: Callable[[Imported, int], None] | None = None,
    ) -> Imported:
        """Import units.

        `watch` is called after each batch with the result so far and the number of finished units.
        """
        ended = 0
        tasks = []
        for unit in units:
            task = self._plan(unit, notation)
            if task is None:
                self.done.unchanged += 1
                ended += 1
            else:
                tasks.append(task)
        if watch is not None:
            watch(self.done, ended)
        try:
            for indexed in run(index, tasks, split):
                source = indexed.task.source
                if source in self._ended:
                    continue  # indexed ahead, after the point where reading stopped
                self._add(indexed)
                if not indexed.goes_on:
                    self._ended.add(source)
                    ended += 1
                if watch is not None:
                    watch(self.done, ended)
        finally:
            close_archive()
            self._flush()
        return self.done

    def _plan(self, unit: Unit, notation: str | None) -> Task | None:
        """Return the task for a unit; `None` if all of it is in the library."""
        known = self._sources.get(unit.name)
        if known is not None and unit.path != STDIN:
            if (known.size, known.mtime) == (unit.size, unit.mtime) and known.status != "failed":
                return None if known.status == "done" else Task(unit, known.id, notation, known.pieces)
            if known.status == "done" and self._same_contents(unit, known):
                self._store.run("UPDATE sources SET mtime = ? WHERE id = ?", [unit.mtime, known.id])
                return None
            with self._store.transaction():
                self._remove(known.id)
        elif known is not None:  # earlier games from standard input are kept; repeated ones become duplicates
            past = f"{unit.name} {known.id}"
            self._store.run("UPDATE sources SET name = ?, status = 'done' WHERE id = ?", [past, known.id])
        source, self._next_source = self._next_source, self._next_source + 1
        self._sources[unit.name] = SourceRow(source, unit.name, unit.size, unit.mtime)
        return Task(unit, source, notation)

    def _same_contents(self, unit: Unit, known: SourceRow) -> bool:
        if unit.size != known.size or unit.problem:
            return False
        try:
            return hash_unit(unit) == known.digest
        except LibraryError:
            return False

    def _remove(self, source: int) -> None:
        """Remove the games of a changed source. Games that other sources contain are kept."""
        run = self._store.run
        self._store.uncount()
        run("DELETE FROM duplicates WHERE source = ?", [source])
        heirs = list(
            self._store.rows(
                "SELECT d.game, min(d.source) FROM duplicates d JOIN games g ON g.id = d.game "
                "WHERE g.source = ? GROUP BY d.game",
                [source],
            )
        )
        for game, heir in heirs:
            number, notation = next(
                self._store.rows(
                    "SELECT number, notation FROM duplicates WHERE game = ? AND source = ? ORDER BY number",
                    [game, heir],
                )
            )
            run(
                "UPDATE games SET source = ?, number = ?, notation = ? WHERE id = ?",
                [heir, number, notation, game],
            )
            run("DELETE FROM duplicates WHERE game = ? AND source = ? AND number = ?", [game, heir, number])
        for table in ("positions", "boards", "problems"):
            run(f"DELETE FROM {table} WHERE game IN (SELECT id FROM games WHERE source = ?)", [source])
        run("DELETE FROM games WHERE source = ?", [source])
        run("DELETE FROM sources WHERE id = ?", [source])

    def dedupe(self, *, dry_run: bool = False) -> int:
        """Merge duplicate games; return the number of removed ones.

        A third game can show that two games with the same moves are one game; older versions had other
        criteria.
        """
        names = ", ".join(_IDENTITY)
        rows = self._store.rows(
            f"SELECT line, plies, id, source, number, notation, {names} FROM games WHERE line IN "
            "(SELECT line FROM games GROUP BY line HAVING count(*) > 1) ORDER BY line, id"
        )
        kept: dict[str, list[tuple[int, dict[str, Any]]]] = {}
        merged: list[tuple[int, int, int, int, str]] = []
        for line, plies, game, source, number, notation, *values in rows:
            identity = dict(zip(_IDENTITY, values, strict=True))
            same = kept.setdefault(line, [])
            other = next((known for known, its in same if is_same_game(identity, its, plies)), None)
            if other is None:
                same.append((game, identity))
            else:
                merged.append((game, other, source, number, notation))
        if dry_run or not merged:
            return len(merged)
        with self._store.transaction():
            self._store.uncount()
            for game, other, _, _, _ in merged:
                self._store.run("UPDATE duplicates SET game = ? WHERE game = ?", [other, game])
            self._store.insert("duplicates", [(other, *rest) for _, other, *rest in merged])
            gone = [game for game, *_ in merged]
            for table, column in (
                ("positions", "game"),
                ("boards", "game"),
                ("problems", "game"),
                ("games", "id"),
            ):
                query = f"DELETE FROM {table} WHERE {column} IN (SELECT unnest(?::INTEGER[]))"
                self._store.run(query, [gone])
        return len(merged)

    def _add(self, indexed: Indexed) -> None:
        self._waiting.append(indexed)
        self._size += len(indexed.games)
        if self._size >= self._commit or len(self._waiting) >= self._commit:
            self._flush()

    def _flush(self) -> None:
        """Write the pending batches in one transaction."""
        waiting, self._waiting, self._size = self._waiting, [], 0
        if not waiting:
            return
        known = self._known({facts.columns["line"] for indexed in waiting for facts in indexed.games})
        rows: dict[str, list[tuple[Any, ...]]] = {
            table: [] for table in ("starts", "games", "duplicates", "problems")
        }
        lines: list[NumberedLine] = []
        done = Imported()
        touched: dict[int, SourceRow] = {}
        for indexed in waiting:
            name = indexed.task.unit.name
            row = self._sources[name]
            for number, facts in enumerate(indexed.games, start=row.games + 1):
                self._collect(facts, row.id, number, known, rows, lines, done)
            row = row._replace(
                pieces=indexed.number,
                games=row.games + len(indexed.games),
                digest=indexed.digest,
                status="partial" if indexed.goes_on else "failed" if indexed.failure else "done",
                problem=indexed.failure,
            )
            self._sources[name] = touched[row.id] = row
            if not indexed.goes_on:
                done.sources += not indexed.failure
                done.failures += [indexed.failure] * bool(indexed.failure)
        with self._store.transaction():
            self._store.run("DELETE FROM sources WHERE id IN (SELECT unnest(?::INTEGER[]))", [list(touched)])
            self._store.insert("sources", list(touched.values()))
            for table, new in rows.items():
                self._store.insert(table, new)
            if lines:
                self._store.insert_columns("positions", position_columns(lines))
                self._store.insert_columns("boards", board_columns(lines))
        for name in ("sources", "games", "duplicates", "broken", "positions"):
            setattr(self.done, name, getattr(self.done, name) + getattr(done, name))
        self.done.failures += done.failures

    def _known(self, lines: set[str]) -> dict[str, list[tuple[int, dict[str, Any]]]]:
        """Return the games of the library with these moves: their numbers, and their identifying headers."""
        found: dict[str, list[tuple[int, dict[str, Any]]]] = {}
        names = ", ".join(_IDENTITY)
        query = f"SELECT line, id, {names} FROM games WHERE line IN (SELECT unnest(?::VARCHAR[])) ORDER BY id"
        for line, game, *values in self._store.rows(query, [sorted(lines)]):
            found.setdefault(line, []).append((game, dict(zip(_IDENTITY, values, strict=True))))
        return found

    def _collect(
        self,
        facts: GameFacts,
        source: int,
        number: int,
        known: dict[str, list[tuple[int, dict[str, Any]]]],
        rows: dict[str, list[tuple[Any, ...]]],
        lines: list[NumberedLine],
        done: Imported,
    ) -> None:
        columns = facts.columns
        same = known.setdefault(columns["line"], [])
        for game, other in same:
            if is_same_game(columns, other, columns["plies"]):
                rows["duplicates"].append((game, source, number, columns["notation"]))
                done.duplicates += 1
                return
        game, self._next_game = self._next_game, self._next_game + 1
        same.append((game, columns))
        start = None
        if facts.start is not None:
            start = self._starts.get(facts.start.key)
            if start is None:
                start = self._starts[facts.start.key] = len(self._starts) + 1
                rows["starts"].append((start, *facts.start))
        values = {**columns, "id": game, "source": source, "number": number, "start": start or 0}
        rows["games"].append(tuple(values[name] for name in COLUMNS["games"]))
        rows["problems"] += [(game, *problem) for problem in facts.problems]
        if facts.line is not None:
            lines.append(NumberedLine(game, columns["result"], facts.line))
            done.positions += len(facts.line.actions) + 1
        done.games += 1
        done.broken += columns["errors"] > 0


def is_same_game(one: dict[str, Any], other: dict[str, Any], plies: int) -> bool:
    """Return whether two games with the same moves are the same game.

    No header may contradict the other game's. In a long game, a missing header matches anything, since many
    notations have no headers. Short games must have equal headers.

    >>> game = {"white": "Ada", "black": "Bo", "event": None, "date": "", "result": "1-0"}
    >>> is_same_game(game, {**game, "white": None}, 40), is_same_game(game, {**game, "white": None}, 4)
    (True, False)
    """
    for name in _IDENTITY:
        mine, others = ((values[name] or "").strip().casefold() for values in (one, other))
        if mine != others and (plies < _SHORT or (mine and others)):
            return False
    return True
