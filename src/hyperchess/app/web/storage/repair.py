"""Repair: a copy of a damaged database with everything that can be read.

The damaged file is only read. Rows are searched in several ways, because each may lead through a damaged
page: forwards and backwards through each table, and through the index.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hyperchess.api.documents import Document, read_document
from hyperchess.api.roles import Role
from hyperchess.api.stored import Chapter, Filing, Row
from hyperchess.app.web.links import Link
from hyperchess.app.web.storage.errors import StorageError
from hyperchess.app.web.storage.sqlite import FILE, SqliteStorage
from hyperchess.app.web.storage.texts import checksum, unpack

__all__ = ["Repaired", "repair"]

_IDS = (
    "SELECT id FROM studies ORDER BY id",
    "SELECT id FROM studies ORDER BY id DESC",
    "SELECT id FROM studies INDEXED BY studies_by_date ORDER BY updated",
    "SELECT id FROM studies INDEXED BY studies_by_date ORDER BY updated DESC",
    "SELECT study FROM history ORDER BY study",
    "SELECT study FROM history ORDER BY study DESC",
)


@dataclass(frozen=True, slots=True)
class Repaired:
    """Contents of a copy: intact studies, studies restored to an earlier document, and lost studies."""

    path: Path
    whole: tuple[str, ...]
    earlier: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """The newest readable document of a study, and whether it is the current one."""

    row: Row
    document: Document
    node: int
    filing: Filing
    chapter: Chapter | None
    is_current: bool


def repair(folder: Path) -> Repaired:
    """Write the readable studies of a folder to a new folder inside it.

    Raise `StorageError` if nothing can be read.
    """
    source = folder / FILE
    if not source.is_file():
        raise StorageError(f"there are no studies in {folder}: there is no file {FILE}")
    target = _new_folder(folder)
    whole: list[str] = []
    earlier: list[str] = []
    lost: list[str] = []
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        ids = _ids(connection)
        if not ids:
            raise StorageError(f"nothing in {source} can be read: restore it from a backup")
        with closing(SqliteStorage(target)) as storage:
            for id in ids:
                found = _find(connection, id)
                if found is None:
                    lost.append(id)
                    continue
                storage.create(found.row, found.document, found.node)
                storage.file(id, found.filing)
                if found.chapter is not None:
                    storage.bind(id, found.chapter)
                for link in _links(connection, id):
                    storage.add_link(link)
                (whole if found.is_current else earlier).append(id)
    return Repaired(target, tuple(whole), tuple(earlier), tuple(lost))


def _new_folder(folder: Path) -> Path:
    for number in range(1, 1_000):
        target = folder / f"repaired-{number}"
        if not target.exists():
            return target
    raise StorageError(f"there are 999 repaired copies in {folder} already: delete some of them")


def _ids(connection: sqlite3.Connection) -> list[str]:
    """Return the ids of all studies that any search finds."""
    found: dict[str, None] = {}
    for query in _IDS:
        found.update((id, None) for (id,) in _rows(connection, query) if isinstance(id, str))
    return list(found)


def _rows(connection: sqlite3.Connection, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query up to the first unreadable one."""
    with suppress(sqlite3.DatabaseError):
        yield from connection.execute(query, values)


def _find(connection: sqlite3.Connection, id: str) -> _Found | None:
    known = next(
        _rows(connection, "SELECT title, game, nodes, place, folder, tags FROM studies WHERE id = ?", id),
        None,
    )
    current = None if known is None else known[3]
    parts = _parts(connection, id)
    for place, text, node in _documents(connection, id):
        if current is not None and place > current:  # undone
            continue
        document = Document(text, {name: part for name, part in parts.items() if name in text})
        with suppress(Exception):  # a damaged document may raise anything; an earlier one may be intact
            content = read_document(document)
            row = Row(id, content.shown_title, content.kind, len(content.game.main_line) + 1)
            filing = Filing() if known is None else Filing(known[4], tuple(known[5].splitlines()))
            return _Found(row, document, node, filing, _chapter(connection, id), place == current)
    return None


def _chapter(connection: sqlite3.Connection, id: str) -> Chapter | None:
    """Return the chapter data of a study; databases of earlier versions have none."""
    query = "SELECT volume, volume_title, chapter FROM studies WHERE id = ? AND volume <> ''"
    return next((Chapter(*row) for row in _rows(connection, query, id)), None)


def _documents(connection: sqlite3.Connection, id: str) -> list[tuple[int, str, int]]:
    """Return the places, texts and nodes of the readable documents, newest first."""
    found: dict[int, tuple[int, str, int]] = {}
    for order in ("DESC", "ASC"):
        query = f"SELECT place, document, node, checksum FROM history WHERE study = ? ORDER BY place {order}"
        for place, data, node, expected in _rows(connection, query, id):
            with suppress(ValueError, TypeError):
                if checksum(data) == expected:
                    found[place] = (place, unpack(data), node)
    return [found[place] for place in sorted(found, reverse=True)]


def _parts(connection: sqlite3.Connection, id: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for order in ("DESC", "ASC"):
        query = f"SELECT fingerprint, body, checksum FROM parts WHERE study = ? ORDER BY fingerprint {order}"
        for name, data, expected in _rows(connection, query, id):
            with suppress(ValueError, TypeError):
                if checksum(data) == expected:
                    found[name] = unpack(data)
    return found


def _links(connection: sqlite3.Connection, id: str) -> Iterator[Link]:
    """Yield the readable links to a study: on a public server it is unreachable without them."""
    query = "SELECT token, id, role, name FROM links WHERE study = ?"
    for token, link, role, name in _rows(connection, query, id):
        with suppress(ValueError):
            yield Link(token, id, link, Role(role), name)
