"""Store of settled tasks on disk: one SQLite table for each question about a position.

A row is written when its first action is settled, and survives if the process is killed.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Self

from hyperchess.multiverse import Color, Position
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.errors import StoreError

__all__ = ["Result", "Settled", "Store", "pack_records", "unpack_records"]

_VERSION = 1
_TABLES = """
CREATE TABLE start (version INTEGER NOT NULL, claim TEXT NOT NULL);
CREATE TABLE settled (
    attacker TEXT NOT NULL, within INTEGER NOT NULL, action TEXT NOT NULL, result TEXT NOT NULL,
    records INTEGER NOT NULL, proof BLOB, nodes INTEGER NOT NULL, seconds REAL NOT NULL,
    memory INTEGER NOT NULL, PRIMARY KEY (attacker, within, action)
) WITHOUT ROWID;
"""
_CHUNK = 1 << 16


class Result(Enum):
    """The result of a first action: the attacker mates after it, or the defender holds."""

    MATES = "mates"
    HOLDS = "holds"


@dataclass(frozen=True, slots=True)
class Settled:
    """A settled first action, with the records of its part of the proof and the effort.

    `proof` is the result of `pack_records`, or `None` if there are too many records.
    """

    attacker: Color
    within: int
    action: str
    result: Result
    records: int
    proof: bytes | None
    nodes: int
    seconds: float
    memory: int


def pack_records(records: Iterable[str], most: int) -> tuple[int, bytes | None]:
    """Return the number of records, and the records compressed; `None` if there are more than `most`.

    >>> count, packed = pack_records(["a", "b"], 2)
    >>> count, list(unpack_records(packed)), pack_records(["a", "b"], 1)
    (2, ['a', 'b'], (2, None))
    """
    compressor = zlib.compressobj()
    parts = []
    count = 0
    for count, record in enumerate(records, start=1):
        if count > most:
            return count, None
        parts.append(compressor.compress(f"{record}\n".encode("ascii")))
    parts.append(compressor.flush())
    return count, b"".join(parts)


def unpack_records(packed: bytes) -> Iterator[str]:
    """Yield the records."""
    decompressor = zlib.decompressobj()
    rest = b""
    while not decompressor.eof:
        data = decompressor.decompress(packed, _CHUNK)
        packed = decompressor.unconsumed_tail
        *lines, rest = (rest + data).split(b"\n")
        yield from (line.decode("ascii") for line in lines)


class Store:
    """The settled first actions of one position."""

    def __init__(self, path: Path, start: Position, variant: str = "") -> None:
        """Open or create a file; raise `StoreError` if it belongs to another position or is not a store."""
        self.path = path
        # A claim that needs no search identifies the position.
        about = Claim(start, ClaimKind.NONE, start.player, 1, variant).text()
        try:
            self._database = sqlite3.connect(path, isolation_level=None)
            self._begin(about)
        except sqlite3.Error as error:
            raise StoreError(f"{path} is not a store of proofs, or cannot be opened: {error}") from error

    def _begin(self, about: str) -> None:
        database = self._database
        # Rows survive a killed process; a power failure may lose the last ones, but not the table.
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("BEGIN IMMEDIATE")
        if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for statement in _TABLES.split(";"):
                database.execute(statement)
            database.execute("INSERT INTO start VALUES (?, ?)", (_VERSION, about))
        database.execute("COMMIT")
        version, claim = database.execute("SELECT version, claim FROM start").fetchone()
        if version != _VERSION:
            raise StoreError(
                f"{self.path} is a store of version {version}; this program reads version {_VERSION}"
            )
        if claim != about:
            raise StoreError(f"{self.path} is about another position; name another file with --store")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def add(self, settled: Settled) -> None:
        """Store a result; it is on disk when this returns."""
        row = (
            settled.attacker.letter,
            settled.within,
            settled.action,
            settled.result.value,
            settled.records,
            settled.proof,
            settled.nodes,
            settled.seconds,
            settled.memory,
        )
        try:
            self._database.execute("INSERT OR REPLACE INTO settled VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise StoreError(f"cannot write to {self.path}: {error}") from error

    def results(self, attacker: Color, within: int) -> dict[str, Result]:
        """Return the settled first actions for a length."""
        rows = self._database.execute(
            "SELECT action, result FROM settled WHERE attacker = ? AND within = ?", (attacker.letter, within)
        )
        return {action: Result(result) for action, result in rows}

    def settled(self, attacker: Color, within: int, action: str) -> Settled:
        """Return the stored data of a settled first action."""
        row = self._database.execute(
            "SELECT result, records, proof, nodes, seconds, memory FROM settled"
            " WHERE attacker = ? AND within = ? AND action = ?",
            (attacker.letter, within, action),
        ).fetchone()
        return Settled(attacker, within, action, Result(row[0]), *row[1:])

    def effort(self, attacker: Color, within: int) -> tuple[int, float, int]:
        """Return nodes and seconds of everything settled up to a length, and the peak memory of a search."""
        nodes, seconds, memory = self._database.execute(
            "SELECT coalesce(sum(nodes), 0), coalesce(sum(seconds), 0), coalesce(max(memory), 0) FROM settled"
            " WHERE attacker = ? AND within <= ?",
            (attacker.letter, within),
        ).fetchone()
        return nodes, seconds, memory
