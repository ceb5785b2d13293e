"""Faults of the database at every statement of every write: all of it is made, or nothing."""

import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from hyperchess.api.documents import Document
from hyperchess.api.errors import ApiError
from hyperchess.api.library import Author, Library
from hyperchess.api.roles import Role
from hyperchess.api.stored import Chapter, Filing, Operation, Row, StoredMatch
from hyperchess.app.web.links import Link
from hyperchess.app.web.storage import FILE, SqliteStorage, Storage
from hyperchess.app.web.storage.postgres import PostgresStorage
from hyperchess.errors import HyperchessError
from hyperchess.studies.data import json_text
from hyperchess.studies.edits import EditComment, Rename
from hyperchess.studies.opening import open_text
from tests.app.web.postgres import Opened, Postgres
from tests.app.web.storage.faults import Faults
from tests.nightly import seeds

_TABLES = ("studies", "history", "parts", "operations", "links", "matches")
_LINK = Link("token-1", "a", "link-1", Role.EDIT, "Bo")
_SEAT = Link("seat-1", "a", "seat-1", Role.WHITE_SEAT, "")
_GAME = '[Board "Standard"]\n1. e4 / e5'


def _row(id: str) -> Row:
    return Row(id, f"title of {id}", "5d", 1)


def _document(text: str) -> Document:
    return Document(f"{text} part", {"part": "a large part"})


def _save(storage: Storage) -> object:
    revision = storage.revision("a") or 0
    made = Operation(f"operation-{revision}", "ada", '"answer"')
    return storage.save(_row("a"), revision, _document(f"revision {revision}"), 0, made)


_WRITES: Mapping[str, Callable[[Storage], object]] = {
    "create": lambda storage: storage.create(_row("new"), _document("new"), 0),
    "create a chapter": lambda storage: storage.create(_row("chapter"), _document("c"), 0, next_to="a"),
    "save": _save,
    "bind": lambda storage: storage.bind("c", Chapter("a", "Volume", 9)),
    "file": lambda storage: storage.file("a", Filing("folder", ("tag",))),
    "arrange": lambda storage: storage.arrange("a", "Volume", ["b", "a"]),
    "delete": lambda storage: storage.delete("a"),
    "add a link": lambda storage: storage.add_link(Link("token-2", "a", "link-2", Role.VIEW, "")),
    "end a link": lambda storage: storage.end_link("a", _LINK.id),
    "invite": lambda storage: storage.invite(replace(_SEAT, token="seat-2")),
    "claim a seat": lambda storage: storage.claim_seat(
        _SEAT.token, replace(_SEAT, token="seat-2", role=Role.WHITE)
    ),
    "keep a match": lambda storage: storage.keep_match(StoredMatch("b", True, "state", 5.0)),
    "replace a match": lambda storage: storage.replace_match(
        StoredMatch("a", True, "state", 5.0), StoredMatch("a", False, "over", 5.0)
    ),
}


@pytest.fixture(autouse=True)
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same write leaves the same rows."""
    monkeypatch.setattr("hyperchess.app.web.storage.storage._now", lambda: "now")


def _fill(storage: Storage) -> None:
    """Two chapters, a single study, a link and a match; nothing else."""
    with storage.transaction():
        for entry in storage.list(most=10**9):
            storage.delete(entry.row.id)
        storage.create(_row("a"), _document("0"), 0)
        storage.create(_row("b"), _document("0"), 0, next_to="a")
        storage.create(_row("c"), _document("0"), 0)
        storage.add_link(_LINK)
        storage.add_link(_SEAT)
        storage.keep_match(StoredMatch("a", True, "state", 5.0))


def _rows(storage: Storage) -> list[list[str]]:
    run = storage._connection.execute
    return [sorted(map(repr, run(f"SELECT * FROM {name}").fetchall())) for name in _TABLES]


@pytest.mark.parametrize("name", _WRITES)
def test_a_fault_at_any_statement_leaves_all_or_nothing(opened: Opened, name: str) -> None:
    storage, write = opened(), _WRITES[name]
    faults = Faults(storage)
    _fill(storage)
    before, begun = _rows(storage), faults.count
    write(storage)
    statements, after = faults.count - begun, _rows(storage)
    assert after != before
    _fill(storage)
    for number in range(1, statements + 1):
        with faults.at_statement(number), pytest.raises(ApiError, match="be reached"):
            write(storage)
        assert _rows(storage) == before, number
    commit = "COMMIT"
    with (
        faults.at(lambda statement: statement == commit, is_executed=True),
        pytest.raises(ApiError, match="be reached"),
    ):
        write(storage)
    assert _rows(storage) == after
    _fill(storage)
    write(storage)
    assert _rows(storage) == after


@pytest.mark.parametrize("name", ["create", "create a chapter", "save"])
def test_a_full_disk_changes_nothing(tmp_path: Path, name: str) -> None:
    with closing(SqliteStorage(tmp_path)) as storage:
        run = storage._connection.execute
        _fill(storage)
        run(f"PRAGMA max_page_count = {run('PRAGMA page_count').fetchone()[0]}")
        before = _rows(storage)
        with pytest.raises(sqlite3.OperationalError, match="full"):
            for number in range(1_000):
                before = _rows(storage)
                if name == "save":
                    _save(storage)
                else:
                    beside = "c" if name == "create a chapter" and number < 50 else ""
                    storage.create(_row(f"new {number}"), _document(str(number)), 0, next_to=beside)
        assert _rows(storage) == before
        run("PRAGMA max_page_count = 1000000")
        _WRITES[name](storage)
        assert _rows(storage) != before


def test_a_full_disk_of_postgresql_changes_nothing(postgres: Postgres) -> None:
    """An error of PostgreSQL itself, which ends its transaction."""
    with closing(PostgresStorage(postgres())) as storage:
        run = storage._connection.execute
        run(
            "CREATE FUNCTION full_disk() RETURNS trigger AS $$ BEGIN"
            " RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$ LANGUAGE plpgsql"
        )
        events = "INSERT OR UPDATE OR DELETE"
        for name, write in _WRITES.items():
            _fill(storage)
            before = _rows(storage)
            for table in _TABLES:
                run(f"CREATE TRIGGER disk AFTER {events} ON {table} EXECUTE FUNCTION full_disk()")
            with pytest.raises(ApiError, match="no space left") as refusal:
                write(storage)
            assert refusal.value.status == 503
            for table in _TABLES:
                run(f"DROP TRIGGER disk ON {table}")
            assert _rows(storage) == before, name
            write(storage)
            assert _rows(storage) != before, name


def _check_ended_database(postgres: Postgres, storage: PostgresStorage, name: str, number: int) -> None:
    """End PostgreSQL before the `number`th statement of a write, as in a crash; then start it again."""
    faults = Faults(storage)
    _fill(storage)
    before, last = _rows(storage), faults.count + number

    def end(statement: str) -> bool:
        if faults.count == last:
            stopped.__enter__()
        return False

    stopped = postgres.stopped()
    try:
        with faults.at(end), pytest.raises(ApiError, match="cannot be reached"):
            _WRITES[name](storage)
    finally:
        stopped.__exit__(None, None, None)
        storage._connection = faults._connection
    with suppress(ApiError):  # the connection is found to be lost
        storage.revision("a")
    assert _rows(storage) == before
    _WRITES[name](storage)
    assert _rows(storage) != before


@pytest.mark.parametrize(("name", "number"), [("save", 4), ("delete", 3)])
def test_a_database_that_ends_within_a_write(postgres: Postgres, name: str, number: int) -> None:
    with closing(PostgresStorage(postgres())) as storage:
        _check_ended_database(postgres, storage, name, number)


@pytest.mark.nightly
def test_a_database_that_ends_within_any_write(postgres: Postgres) -> None:
    with closing(PostgresStorage(postgres())) as storage:
        for seed in seeds("ended databases"):
            chance = random.Random(seed)
            name = chance.choice([*_WRITES])
            _check_ended_database(postgres, storage, name, chance.randint(2, 4))


def _check_torn_log(folder: Path, cuts: Callable[[int], list[int]]) -> None:
    """Cut the write-ahead log: what was acknowledged before the cut is there, and nothing of the rest."""
    log = folder / "data" / f"{FILE}-wal"
    sizes, states = [], []
    with closing(SqliteStorage(folder / "data")) as storage:
        _fill(storage)
        for name in ("create", "save", "save", "file", "arrange", "end a link", "replace a match", "delete"):
            sizes.append(log.stat().st_size)
            states.append(_rows(storage))
            _WRITES[name](storage)
        sizes.append(log.stat().st_size)
        states.append(_rows(storage))
        shutil.copytree(folder / "data", folder / "copy")
    assert sizes == sorted(sizes) and sizes[0] > 0
    whole = (folder / "copy" / log.name).read_bytes()
    for number, cut in enumerate(cuts(len(whole))):
        torn = folder / f"torn{number}"
        torn.mkdir()
        shutil.copy(folder / "copy" / FILE, torn / FILE)
        (torn / log.name).write_bytes(whole[:cut])
        acknowledged = [state for size, state in zip(sizes, states, strict=True) if size <= cut]
        with closing(SqliteStorage(torn)) as storage:
            assert not storage.damage.pages and not storage.damage.studies
            if acknowledged:
                assert _rows(storage) == acknowledged[-1], cut
            _fill(storage)
        shutil.rmtree(torn)


def test_a_log_that_is_cut_has_all_of_each_write_or_nothing(tmp_path: Path) -> None:
    _check_torn_log(tmp_path, lambda size: [*range(0, size, size // 12), size - 1, size])


@pytest.mark.nightly
def test_a_log_that_is_cut_anywhere_has_all_of_each_write_or_nothing(tmp_path: Path) -> None:
    def cuts(size: int) -> list[int]:
        return [random.Random(seed).randint(0, size) for seed in seeds("torn logs")]

    _check_torn_log(tmp_path, cuts)


def test_a_clock_that_is_set_back_loses_nothing(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = opened()
    times = iter(range(10_000, 0, -1))
    monkeypatch.setattr("hyperchess.app.web.storage.storage._now", lambda: f"{next(times):06}")
    _fill(storage)
    for _ in range(5):
        assert _save(storage)
    stored = storage.load("a")
    assert stored is not None and (stored.revision, stored.document.text) == (6, "revision 5 part")
    assert [made.place for made in stored.made] == [1, 2, 3, 4, 5]
    assert {entry.row.id for entry in storage.list()} == {"a", "b", "c"}
    assert storage.link(_LINK.token) == _LINK


def test_a_write_that_waits_too_long_for_a_slow_disk_is_refused(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another server does not get its transaction to the disk; meanwhile studies can be read."""
    monkeypatch.setattr("hyperchess.app.web.storage.sqlite._BUSY_SECONDS", 0.05)
    slow, storage = opened(), opened()
    if isinstance(storage, PostgresStorage):
        storage._connection.execute("SET lock_timeout = '50ms'")
    library = Library(storage, transaction=storage.transaction)
    id = library.create(open_text(_GAME)).id
    is_writing, may_end = Event(), Event()

    def write() -> None:
        with slow.transaction():
            slow.create(_row("slow"), _document("slow"), 0)
            is_writing.set()
            may_end.wait()

    writer = Thread(target=write)
    writer.start()
    is_writing.wait()
    edit = Rename("late")
    try:
        with pytest.raises((ApiError, sqlite3.OperationalError), match="lock"):
            library.edit(id, edit, Author("ada", "operation-1"))
        assert library.find(id).study.head().title != "late"
        assert storage.revision("slow") is None
    finally:
        may_end.set()
        writer.join()
    assert library.edit(id, edit, Author("ada", "operation-1"))["revision"] == 2
    assert storage.revision("slow") == 1


def _check_random_faults(storage: Storage, seed: int, steps: int) -> None:
    """Make edits with faults in between: memory equals the storage, and acknowledged edits are there once."""
    chance = random.Random(seed)
    library, faults = Library(storage, transaction=storage.transaction), Faults(storage)
    id = library.create(open_text(_GAME)).id
    numbers = count(1)
    acknowledged: list[str] = []
    again: list[tuple[str, str]] = []

    def comment(text: str, operation: str) -> None:
        edit = EditComment(0, text=text)
        library.edit(id, edit, Author("ada", operation))
        acknowledged.append(text)

    def act() -> None:
        what = chance.choice(["comment", "comment", "title", "undo", "redo", "reread", "again"])
        if what == "comment" or (what == "again" and not again):
            sent = f"comment {next(numbers)}", f"operation-{next(numbers)}"
            again.append(sent)
            comment(*sent)
            again.remove(sent)
        elif what == "again":
            comment(*again[0])
            del again[0]
        elif what == "title":
            library.edit(id, Rename(f"{next(numbers)}"), Author("bob"))
        elif what == "reread":
            comments = "".join(f"{{{text}}} " for text in acknowledged)
            library.reread(id, open_text(f'[Board "Standard"]\n{comments}1. d4'), Author("eve"))
            again.clear()  # the text was made without them
        else:
            library.step(id, -1 if what == "undo" else 1, Author("bob"))

    for _ in range(steps):
        is_executed = chance.random() < 0.3
        number = chance.randint(1, 30)
        options = {"is_executed": is_executed, "stays_down": chance.random() < 0.5}
        with faults.at_statement(number, **options), suppress(HyperchessError):
            act()
        here, there = library.find(id), Library(storage).find(id)
        assert json_text(here.view("ada")) == json_text(there.view("ada"))
    while again:
        comment(*again.pop())
    found = json.loads(json_text(library.find(id).view()))["nodes"][0]["comments"]
    texts = [entry["text"] for entry in found]
    assert len(texts) == len(set(texts)) and set(acknowledged) <= set(texts)


def test_edits_with_faults_in_between(opened: Opened) -> None:
    _check_random_faults(opened(), 1, 40)


@pytest.mark.nightly
def test_many_edits_with_faults_in_between(opened: Opened) -> None:
    for seed in seeds("faults"):
        storage: Any = opened()
        _check_random_faults(storage, seed, 40)
        storage.close()
