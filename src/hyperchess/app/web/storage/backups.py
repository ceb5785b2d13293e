"""Back up, restore and export studies, also those of a server that runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex
from urllib.parse import quote

from hyperchess.app.files.outputs import atomic, check_target, write_file
from hyperchess.app.service.documents import read_document
from hyperchess.app.service.errors import ApiError
from hyperchess.app.service.stored import StudyStorage
from hyperchess.app.web.storage.errors import StorageError
from hyperchess.app.web.storage.sqlite import FILE, SqliteStorage
from hyperchess.kinds import Kind
from hyperchess.studies.data import json_text
from hyperchess.studies.texts import export

__all__ = ["back_up", "export_all", "restore"]

_PAGES = 256  # that are copied at a time: a server that runs writes in between
_INDEX = "index.json"


def back_up(folder: Path, target: Path, *, force: bool = False) -> int:
    """Copy the database of a folder to a file as it is at one moment; how many studies it holds.

    The server may run meanwhile. The copy is checked before it gets its name.
    """
    check_target(target, force=force)
    source = _existing(folder)
    part = target.with_name(f".{target.name}.{token_hex(8)}.part")
    try:
        with closing(sqlite3.connect(source)) as connection, closing(sqlite3.connect(part)) as copy:
            connection.backup(copy, pages=_PAGES)
            copy.execute("PRAGMA journal_mode = DELETE")
            count = _checked(copy, source)
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
    """Put a backup in place; how many studies it holds, and where those that were there before are.

    A folder with studies is refused without `force`, and with it if a server uses them.
    """
    if not source.is_file():
        raise StorageError(f"there is no file {source}")
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            count = _checked(connection, source)
    except sqlite3.Error as error:
        raise StorageError(f"{source} is not a backup of studies: {error}") from error
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / FILE
    before = None
    if target.exists():
        if not force:
            raise StorageError(f"there are studies in {folder} already; name a new folder, or use --force")
        _expect_unused(target)
        before = _free_name(target)
        target.rename(before)
    write_file(target, source.read_bytes())
    SqliteStorage(folder).close()
    return count, before


def _existing(folder: Path) -> Path:
    path = folder / FILE
    if not path.is_file():
        raise StorageError(f"there are no studies in {folder}: there is no file {FILE}")
    return path


def _checked(connection: sqlite3.Connection, source: Path) -> int:
    """How many studies a database holds; `StorageError` if it is damaged."""
    fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if fault != "ok":
        raise StorageError(
            f"{source} is damaged ({fault}); hyperchess serve --repair copies what can be read"
        )
    return int(connection.execute("SELECT count(*) FROM studies").fetchone()[0])


def _expect_unused(path: Path) -> None:
    """Refuse a database that someone has open: it cannot leave the mode in which several can use it."""
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

    What is yielded is the id of each study and what went wrong, empty if nothing did.
    """
    folder.mkdir(parents=True, exist_ok=True)
    index = []
    for entry in storage.list(most=10**9):
        id = entry.row.id
        try:
            stored = storage.load(id)
            if stored is None:  # it was deleted meanwhile
                continue
            content = read_document(stored.document)
            name = "icn" if content.kind == Kind.INFINITE else "branched"
            for notation in ("json", name):
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
