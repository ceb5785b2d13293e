"""`hyperchess studies`: operations on the studies of a server, also while it runs."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from hyperchess.api.documents import Document, write_document
from hyperchess.api.stored import Filing, Row
from hyperchess.app.web.storage import FILE, SqliteStorage, StorageError
from hyperchess.app.web.storage.backups import back_up, export_all, restore
from hyperchess.notation.reading import parse
from hyperchess.studies.opening import open_text
from tests.app.cli.runner import run

_TEXTS = {"five": '[Board "Standard"]\n1. e4 / e5 {a comment}', "wide": "w 0/100 1 K0,0|k5,5 0,0>0,1"}


def _filled(folder: Path) -> None:
    with closing(SqliteStorage(folder)) as storage:
        for id, text in _TEXTS.items():
            content = open_text(text, title=f"title of {id}")
            row = Row(id, content.shown_title, content.kind, len(content.ids))
            storage.create(row, write_document(content), 0)
        storage.file("five", Filing("club", ("mate",)))


def _ids(folder: Path) -> set[str]:
    with closing(SqliteStorage(folder)) as storage:
        return {entry.row.id for entry in storage.list()}


def test_a_backup_is_made_while_the_server_writes(tmp_path: Path) -> None:
    """The copy holds what was saved before it began, whole, whatever is written meanwhile."""
    _filled(tmp_path)
    stop, saved = Event(), Event()

    def write() -> None:
        with closing(SqliteStorage(tmp_path)) as storage:
            for revision in range(1, 10_000):
                row = Row("five", str(revision), "5d", 1)
                assert storage.save(row, revision, Document(str(revision), {}), 0)
                saved.set()
                if stop.is_set():
                    return

    writer = Thread(target=write)
    writer.start()
    assert saved.wait(300)
    try:
        copies = [tmp_path / f"copy{number}.sqlite3" for number in range(3)]
        for copy in copies:
            assert back_up(tmp_path, copy) == 2
    finally:
        stop.set()
        writer.join()
    last = 1
    for number, copy in enumerate(copies):
        restore(copy, tmp_path / str(number))
        with closing(SqliteStorage(tmp_path / str(number))) as storage:
            assert not storage.damage.pages and not storage.damage.studies
            revision = storage.revision("five")
            stored = storage.load("five")
        assert revision is not None and stored is not None and revision > last
        assert stored.document.text == str(revision - 1)
        last = revision - 1


def test_a_backup_is_restored_to_a_new_folder_or_a_stopped_server(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    _filled(data)
    assert run("studies", "backup", copy, "--data", data).out == f"2 studies in {copy}\n"
    assert run("studies", "backup", copy, "--data", data).code == 2  # it exists already
    assert run("studies", "restore", copy, "--data", tmp_path / "new").code == 0
    assert _ids(tmp_path / "new") == {"five", "wide"}
    assert run("studies", "delete", "five", "--data", data).code == 0
    code, _, err = run("studies", "restore", copy, "--data", data)
    assert code == 2 and "already" in err
    with closing(SqliteStorage(data)) as server:
        code, _, err = run("studies", "restore", copy, "--data", data, "--force")
        assert code == 2 and "a server uses" in err
        assert {entry.row.id for entry in server.list()} == {"wide"}
    code, out, _ = run("studies", "restore", copy, "--data", data, "--force")
    assert code == 0 and "before" in out
    assert _ids(data) == {"five", "wide"}
    assert (data / "studies-before-1.sqlite3").is_file()


def _other_names(database: Path, folder: Path) -> list[Path]:
    """Names that lead to a database: relative, and through symbolic and hard links."""
    names = [database, Path(os.path.relpath(database)), database.parent / ".." / database.parent.name / FILE]
    hard = folder / "hard.sqlite3"
    os.link(database, hard)
    names.append(hard)
    if sys.platform != "win32":
        soft, link = folder / "soft.sqlite3", folder / "link"
        soft.symlink_to(database)
        link.symlink_to(database.parent)
        names += [soft, link / FILE]
    return names


def test_the_database_is_no_target_of_its_backup_and_no_source_of_its_restore(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    _filled(data)
    monkeypatch.chdir(tmp_path)
    with closing(SqliteStorage(data)) as server:
        server.file("wide", Filing("in the log"))
        extra = [data / f"{FILE}-wal", data / f"{FILE}-shm", data / f"{FILE}-journal"]
        assert [path.exists() for path in extra] == [True, True, False]
        for name in [*_other_names(data / FILE, tmp_path), *extra]:
            code, _, err = run("studies", "backup", name, "--data", data, "--force")
            assert code == 2 and "the file being read" in err, name
            if name.exists():
                code, _, err = run("studies", "restore", name, "--data", data, "--force")
                assert code == 2 and "the file being read" in err, name
        assert {entry.row.id for entry in server.list("")} == {"five", "wide"}
        server.file("wide", Filing("later"))
    assert _ids(data) == {"five", "wide"}
    assert not (data / "studies-before-1.sqlite3").exists()


def _run_with_full_disk(*arguments: object, most: int) -> subprocess.CompletedProcess[str]:
    """Run the command in a process whose files can have `most` bytes."""
    import resource

    return subprocess.run(
        [sys.executable, "-m", "hyperchess", *map(str, arguments)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        capture_output=True,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit for the size of files")
def test_a_restore_or_backup_onto_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    _filled(data)
    assert back_up(data, copy) == 2
    with closing(SqliteStorage(data)) as storage:
        storage.delete("five")
    before, kept = (data / FILE).read_bytes(), copy.read_bytes()
    for most in (0, 8_192, len(kept) - 1):
        done = _run_with_full_disk("studies", "restore", copy, "--data", data, "--force", most=most)
        assert done.returncode == 2 and "nothing was changed" in done.stderr, done.stderr
        assert {path.name for path in data.iterdir()} <= {FILE, f"{FILE}-wal", f"{FILE}-shm"}
        assert (data / FILE).read_bytes() == before and _ids(data) == {"wide"}
        done = _run_with_full_disk("studies", "backup", copy, "--data", data, "--force", most=most)
        assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
        assert copy.read_bytes() == kept
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite3", "data"]


def test_a_restore_that_cannot_be_used_changes_nothing(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    _filled(data)
    assert back_up(data, copy) == 2
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = (data / FILE).read_bytes()
    with pytest.raises(StorageError, match="newer hyperchess"):
        restore(copy, data, force=True)
    assert (data / FILE).read_bytes() == before
    assert [path.name for path in data.iterdir()] == [FILE]


def test_a_restore_takes_the_log_of_its_source_and_not_that_of_a_damaged_database(tmp_path: Path) -> None:
    data, source = tmp_path / "data", tmp_path / "source"
    _filled(data)
    _filled(source)
    with closing(SqliteStorage(source)) as server:
        server.delete("five")  # only in its write-ahead log
        copied = tmp_path / "copied"
        shutil.copytree(source, copied)
    damaged = bytearray((data / FILE).read_bytes())
    damaged[:100] = bytes(100)
    (data / FILE).write_bytes(damaged)
    shutil.copy(copied / f"{FILE}-wal", data / f"{FILE}-wal")
    count, before = restore(copied / FILE, data, force=True)
    assert count == 1 and _ids(data) == {"wide"}
    assert before is not None and before.is_file()


@pytest.mark.parametrize("has_hard_links", [True, False])
def test_a_restore_never_leaves_a_folder_without_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_hard_links: bool
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    _filled(data)
    assert back_up(data, copy) == 2
    with closing(SqliteStorage(data)) as storage:
        storage.delete("five")

    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    if not has_hard_links:
        monkeypatch.setattr(os, "link", fail)
    with monkeypatch.context() as broken:
        broken.setattr(Path, "replace", fail)
        with pytest.raises(StorageError, match="nothing was changed: No space left"):
            restore(copy, data, force=True)
    assert _ids(data) == {"wide"}
    assert [path.name for path in data.iterdir()] == [FILE]
    assert restore(copy, data, force=True)[0] == 2
    assert _ids(data) == {"five", "wide"}


def test_nothing_that_is_no_backup_is_restored(tmp_path: Path) -> None:
    _filled(tmp_path / "data")
    for name, content in (("text", b"hello" * 1_000), ("zeros", bytes(8_192))):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(StorageError):
            restore(tmp_path / name, tmp_path / "new")
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE x (y)")
    with pytest.raises(StorageError, match="not a backup"):
        restore(tmp_path / "other", tmp_path / "new")
    assert not (tmp_path / "new" / FILE).exists()


def test_everything_is_exported_as_files(tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "files"
    _filled(data)
    code, out, _ = run("studies", "export", folder, "--data", data)
    assert (code, out) == (0, f"2 studies in {folder}\n")
    assert sorted(path.name for path in folder.iterdir()) == [
        "five.5dpgn",
        "five.json",
        "index.json",
        "wide.icn",
        "wide.json",
    ]
    index = {entry["id"]: entry for entry in json.loads((folder / "index.json").read_text())}
    assert index["five"]["folder"] == "club" and index["five"]["tags"] == ["mate"]
    for name in ("five.json", "five.5dpgn", "wide.json", "wide.icn"):
        game = parse((folder / name).read_text(encoding="utf-8"))
        assert len(game.main_line) == (2 if name.startswith("five") else 1)


def test_a_damaged_study_does_not_keep_the_others_from_being_exported(tmp_path: Path) -> None:
    _filled(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        connection.execute("UPDATE history SET document = x'00' WHERE study = 'five'")
    with closing(SqliteStorage(tmp_path)) as storage:
        told = dict(export_all(storage, tmp_path / "files"))
    assert told["wide"] == "" and "damaged" in told["five"]
    code, _, err = run("studies", "export", tmp_path / "files", "--data", tmp_path)
    assert code == 1 and "five" in err


def test_studies_are_listed_and_deleted(tmp_path: Path) -> None:
    _filled(tmp_path)
    assert {
        entry["id"] for entry in json.loads(run("studies", "list", "--json", "--data", tmp_path).out)
    } == {
        "five",
        "wide",
    }
    assert "title of five" in run("studies", "list", "club", "--data", tmp_path).out
    code, _, err = run("studies", "delete", "wide", "none", "--data", tmp_path)
    assert code == 2 and "'none'" in err and _ids(tmp_path) == {"five", "wide"}
    assert run("studies", "delete", "wide", "--data", tmp_path).code == 0
    assert _ids(tmp_path) == {"five"}
    assert run("studies", "list", "--data", tmp_path / "nothing").code == 2
