"""Sources of an import: files, folders, members of zip archives, packed files (gz, bz2, xz, zst), and `-`."""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, cast

from hyperchess.library.errors import LibraryError
from hyperchess.notation.registry import notations
from hyperchess.notation.unpacking import Unpacked, UnpackingError

__all__ = [
    "MOST_UNPACKED",
    "STDIN",
    "Digested",
    "Unit",
    "close_archive",
    "find_units",
    "hash_unit",
    "open_unit",
]

STDIN = "-"
MOST_UNPACKED = 1 << 33
"""Limit on the unpacked size of a file: a small file can unpack to more than any disk holds."""

_PACKED = (".gz", ".bz2", ".xz", ".zst")
_ARCHIVE = ".zip"
_OWN_SUFFIXES = (".5dpgn", ".pgn", ".icn", ".txt", ".json")
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Unit:
    """Something to import: its name, its file, and size and time to detect changes.

    `problem` is the reason why it cannot be read, if known in advance.
    """

    name: str
    path: str
    member: str = ""
    size: int = -1
    mtime: int = 0
    problem: str = ""


def find_units(paths: Iterable[str]) -> list[Unit]:
    """Return the units that paths name, each once and in order; folders and archives are expanded."""
    found = (unit for path in paths for unit in _list_units(path))
    return list({unit.name: unit for unit in found}.values())


def _list_units(name: str) -> Iterator[Unit]:
    path = Path(name)
    if name == STDIN:
        yield Unit("<stdin>", STDIN)
    elif path.is_dir():
        suffixes = {*_OWN_SUFFIXES, *(notation.suffix for notation in notations().values())}
        wanted = (*suffixes, *(suffix + packed for suffix in suffixes for packed in _PACKED), _ARCHIVE)
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(each for each in folders if not each.startswith("."))
            for file in sorted(files):
                if not file.startswith(".") and file.lower().endswith(wanted):
                    yield from _file_units(Path(folder) / file)
    elif path.exists():
        yield from _file_units(path)
    else:
        yield Unit(str(path), str(path), problem="there is no such file")


def _file_units(path: Path) -> Iterator[Unit]:
    name = str(path.resolve())
    try:
        stat = path.stat()
        unit = Unit(name, str(path), "", stat.st_size, stat.st_mtime_ns)
        if path.suffix.lower() != _ARCHIVE:
            yield unit
            return
        with zipfile.ZipFile(path) as archive:
            members = [info for info in archive.infolist() if not info.is_dir()]
        for info in members:
            yield replace(unit, name=f"{name}!{info.filename}", member=info.filename, size=info.file_size)
    except OSError as error:
        yield Unit(name, str(path), problem=error.strerror or str(error))
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        yield Unit(name, str(path), problem=f"this is not a zip archive that can be read: {error}")


@contextmanager
def open_unit(unit: Unit) -> Iterator[IO[bytes]]:
    """Open a unit as unpacked bytes; raise `LibraryError` with the reason if that fails."""
    with ExitStack() as opened:
        try:
            if unit.problem:
                raise LibraryError(f"cannot read {unit.name}: {unit.problem}")
            if unit.path == STDIN:
                stream: Any = sys.stdin.buffer
            elif unit.member:
                archive = _archive(unit.path, Path(unit.path).stat().st_mtime_ns)
                stream = opened.enter_context(archive.open(unit.member))
            else:
                stream = opened.enter_context(Path(unit.path).open("rb"))
            expected = (unit.member or unit.path).lower().endswith(_PACKED)
            yield cast(IO[bytes], Unpacked(stream, unit.name, MOST_UNPACKED, expected=expected))
        except UnpackingError as error:
            raise LibraryError(str(error)) from error
        except OSError as error:
            raise LibraryError(f"cannot read {unit.name}: {error.strerror or error}") from error
        except (EOFError, zipfile.BadZipFile, RuntimeError, ValueError) as error:
            raise LibraryError(f"cannot unpack {unit.name}: {error}") from error


@lru_cache(maxsize=1)
def _archive(path: str, mtime: int) -> zipfile.ZipFile:
    """Open an archive and cache it for its other members: opening reads the whole directory."""
    return zipfile.ZipFile(path)


def close_archive() -> None:
    """Close the archive that was read last."""
    _archive.cache_clear()


class Digested:
    """A stream that counts and hashes the bytes read from it."""

    def __init__(self, stream: IO[bytes], name: str, most: int = MOST_UNPACKED) -> None:
        self._stream = stream
        self._name = name
        self._most = most
        self._digest = blake2b(digest_size=16)

    def read(self, size: int) -> bytes:
        """Return the next bytes."""
        data = self._stream.read(size)
        self._digest.update(data)
        self._most -= len(data)
        if self._most < 0:
            raise LibraryError(f"{self._name} is larger than hyperchess reads")
        return data

    def digest(self) -> str:
        """Return the digest of the whole stream; the rest of it is read now."""
        while self.read(_CHUNK):
            pass
        return self._digest.hexdigest()


def hash_unit(unit: Unit) -> str:
    """Return the digest of the contents of a unit."""
    with open_unit(unit) as stream:
        return Digested(stream, unit.name).digest()
