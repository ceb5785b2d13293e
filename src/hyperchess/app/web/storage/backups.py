"""Back up, restore and export studies, even while a server is running."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex
from shutil import copyfile, copymode
from tempfile import TemporaryDirectory
from urllib.parse import quote

from hyperchess.api.documents import read_document
from hyperchess.api.errors import ApiError
from hyperchess.api.stored import StudyStorage
from hyperchess.app.files.outputs import atomic, check_target, refuse_same_file, sync_folder, write_file
from hyperchess.app.web.storage.errors import StorageError
from hyperchess.app.web.storage.schema import VERSION
from hyperchess.app.web.storage.sqlite import FILE, SqliteStorage
from hyperchess.studies.data import json_text
from hyperchess.studies.texts import export

__all__ = ["back_up", "export_all", "restore"]

_PAGES = 256  # copied at a time: a running server writes in between
_INDEX = "index.json"
_EXTRA = ("-wal", "-shm", "-journal")  # files that SQLite keeps next to a database


def back_up(folder: Path, target: Path, *, force: bool = False) -> int:
    """Copy the database of a folder to a file as of one moment; return the number of studies.

    A server may be running. The copy is checked before it gets its final name.
    """
    check_target(target, force=force)
    source = _existing(folder)
    for own in _files(source):
        refuse_same_file(own, target)
    part = target.with_name(f".{target.name}.{token_hex(8)}.part")
    try:
        with closing(sqlite3.connect(source)) as connection:
            count = _copy(connection, source, part)
        with part.open("rb") as data, atomic(target, force=force) as file:
            while piece := data.read(1 << 20):
                file.write(piece)
    except sqlite3.Error as error:
        raise StorageError(f"{source} cannot be backed up: {error}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return count


def restore(source: Path, folder: Path, *, force: bool = False) -> tuple[int, Path | None]:
    """Restore a backup; return its number of studies, and the copy of the replaced database.

    A folder with studies is refused without `force`, and always if a server uses them. The new database is
    complete, checked and on the disk before it replaces the old one: a failed restore changes nothing.
    """
    if not source.is_file():
        raise StorageError(f"there is no file {source}")
    target = Path(os.path.realpath(folder / FILE))
    for own in _files(target):
        refuse_same_file(source, own)
    if target.exists() and not force:
        raise StorageError(f"there are studies in {folder} already; name a new folder, or use --force")
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            _checked(connection, source)
            (version,) = connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            raise StorageError(f"{source} is not a backup of studies: {error}") from error
        if version > VERSION:
            message = f"{source} was written by a newer hyperchess (version {version} of the database)"
            raise StorageError(f"{message}: install that version")
        return _replace(connection, source, target)


def _replace(connection: sqlite3.Connection, source: Path, target: Path) -> tuple[int, Path | None]:
    """Replace a database by a copy of another one."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".restore-", dir=target.parent) as scratch:
            part = Path(scratch) / FILE
            count = _copy(connection, source, part)
            SqliteStorage(part.parent).close()  # migrates an older database
            before = _keep_old(target, part) if target.exists() else None
            try:
                part.replace(target)
            except BaseException:
                if before is not None:
                    before.unlink()
                raise
            sync_folder(target.parent)
    except sqlite3.Error as error:
        raise StorageError(f"{source} cannot be restored, and nothing was changed: {error}") from error
    except OSError as error:
        reason = error.strerror or error
        raise StorageError(f"cannot restore to {target.parent}, and nothing was changed: {reason}") from error
    return count, before


def _copy(connection: sqlite3.Connection, source: Path, target: Path) -> int:
    """Copy a database to a new file, and check the copy; return the number of studies."""
    with closing(sqlite3.connect(target)) as copy:
        connection.backup(copy, pages=_PAGES)
        copy.execute("PRAGMA journal_mode = DELETE")
        return _checked(copy, source)


def _files(database: Path) -> list[Path]:
    """Return the names of the files of a database, including those that do not exist now."""
    database = Path(os.path.realpath(database))
    return [database.with_name(f"{database.name}{suffix}") for suffix in ("", *_EXTRA)]


def _keep_old(target: Path, new: Path) -> Path:
    """Give the database `target`, which `new` is about to replace, a second name; return that name."""
    _expect_unused(target)  # this also ends its write-ahead log, which must not be applied to `new`
    copymode(target, new)
    before = _free_name(target)
    try:
        os.link(target, before)
    except OSError:  # not every file system has hard links
        try:
            copyfile(target, before)
        except BaseException:
            before.unlink(missing_ok=True)
            raise
    return before


def _existing(folder: Path) -> Path:
    path = folder / FILE
    if not path.is_file():
        raise StorageError(f"there are no studies in {folder}: there is no file {FILE}")
    return path


def _checked(connection: sqlite3.Connection, source: Path) -> int:
    """Return the number of studies of a database; raise `StorageError` if it is damaged."""
    fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if fault != "ok":
        raise StorageError(
            f"{source} is damaged ({fault}); hyperchess serve --repair copies what can be read"
        )
    return int(connection.execute("SELECT count(*) FROM studies").fetchone()[0])


def _expect_unused(path: Path) -> None:
    """Raise `StorageError` if another process uses a database: it then cannot leave write-ahead mode."""
    try:
        with closing(sqlite3.connect(path, timeout=0)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        raise StorageError(f"a server uses {path}: stop it first, or restore to another folder") from error
    except sqlite3.DatabaseError:
        pass  # it is damaged, which may be why a backup is restored


def _free_name(path: Path) -> Path:
    number = 1
    while (found := path.with_name(f"{path.stem}-before-{number}{path.suffix}")).exists():
        number += 1
    return found


def export_all(storage: StudyStorage, folder: Path) -> Iterator[tuple[str, str]]:
    """Write every study as hyperchess JSON and as 5DPGN or ICN, and a list of them.

    Yield the id of each study and an error message, which is empty on success.
    """
    folder.mkdir(parents=True, exist_ok=True)
    index = []
    for entry in storage.list(most=10**9):
        id = entry.row.id
        try:
            stored = storage.load(id)
            if stored is None:  # deleted meanwhile
                continue
            content = read_document(stored.document)
            for notation in ("json", content.kind.notation):
                written = export([content.game], notation, {})
                write_file(folder / f"{quote(id, safe='')}{written.suffix}", written.text, force=True)
        except (ApiError, sqlite3.DatabaseError) as error:
            yield id, str(error)
            continue
        index.append(
            {
                "id": id,
                "title": entry.row.title,
                "game": entry.row.game,
                "updated": entry.updated,
                "folder": entry.filing.folder,
                "tags": list(entry.filing.tags),
                "chapter": entry.chapter,
            }
        )
        yield id, ""
    write_file(folder / _INDEX, json_text(index), force=True)
