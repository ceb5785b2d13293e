"""Files that every part of the app writes: each is either complete or not there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from secrets import token_hex
from shutil import copyfileobj
from stat import S_IMODE, S_IWGRP, S_IWOTH, S_IWUSR
from typing import IO, TYPE_CHECKING

from hyperchess.app.files.inputs import InputError

if TYPE_CHECKING:
    from hyperchess.notation.registry import Notation

__all__ = [
    "STDOUT",
    "atomic",
    "check_target",
    "expect_games",
    "notation_for",
    "refuse_same_file",
    "refuse_sources",
    "remove_stale_parts",
    "sync_folder",
    "write_file",
]

STDOUT = "-"
"""As the name of a file: print it."""

_PART = ".part"  # suffix of files that are being written
_WRITABLE = S_IWUSR | S_IWGRP | S_IWOTH


def check_target(path: Path, *, force: bool, sources: Iterable[str] = ()) -> None:
    """Refuse a file that exists already, a folder, a file in a folder that does not exist, or a source.

    `sources` are the inputs of the command as they were named; those that are not files are ignored.
    """
    refuse_sources(sources, [path])
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file")
    if path.is_file() and not force:
        raise InputError(f"{path} exists already; --force overwrites it")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {path.parent}")


def refuse_same_file(source: Path, target: Path) -> None:
    """Raise `InputError` if `target` names the file `source`, directly or through links.

    Devices and pipes are allowed: on a terminal, /dev/stdin and /dev/stdout are the same one.
    """
    try:
        is_same = source.samefile(target) and target.is_file()
    except OSError:  # one of them does not exist
        is_same = os.path.normcase(source.resolve()) == os.path.normcase(target.resolve())
    if is_same:
        name = str(source) if source == target else f"{target} (the same file as {source})"
        raise InputError(f"cannot write {name}: it is the file being read; name another file")


def refuse_sources(sources: Iterable[str], targets: Iterable[Path]) -> None:
    """Raise `InputError` if one of `targets` is one of the files `sources`, directly or through links."""
    ids = {(found.st_dev, found.st_ino): name for name in sources if (found := _stat(Path(name)))}
    for target in targets:
        found = _stat(target)
        if found is not None and (found.st_dev, found.st_ino) in ids:
            refuse_same_file(Path(ids[found.st_dev, found.st_ino]), target)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


def notation_for(path: Path, name: str | None) -> Notation:
    """Return the notation of that name, else the one implied by the suffix; Branched 5DPGN for `-`.

    >>> notation_for(Path("tree.5dpgn"), None).name, notation_for(Path("tree.json"), None).name
    ('branched', 'json')
    >>> notation_for(Path("tree.txt"), None)
    Traceback (most recent call last):
    ...
    hyperchess.app.files.inputs.InputError: the name tree.txt does not tell the notation; --to does
    """
    from hyperchess.notation.registry import find_notation, notations

    if name is not None:
        return find_notation(name)
    suffix = path.suffix.lower()
    if str(path) == STDOUT or suffix == ".5dpgn":
        return find_notation("branched")
    if suffix == ".json":
        return find_notation("json")
    fitting = [notation for notation in notations().values() if notation.suffix == suffix]
    if len(fitting) != 1:
        raise InputError(f"the name {path.name} does not tell the notation; --to does")
    return fitting[0]


def expect_games(notation: Notation, file: IO[bytes], expected: int) -> None:
    """Refuse a file in which the reader of `notation` does not find `expected` games.

    A pipe or a device cannot be read again and is not checked.
    """
    from hyperchess.notation.reading import count_games

    if expected < 2 or not (file.readable() and file.seekable()):
        return
    file.seek(0)
    found = count_games(notation, file, "<output>")
    file.seek(0, os.SEEK_END)
    if found != expected:
        message = f"{notation.title} cannot keep these {expected:,} games apart in one text"
        raise InputError(f"{message}: its reader finds {found:,}")


@contextmanager
def atomic(path: Path, *, force: bool = False) -> Iterator[IO[bytes]]:
    """A file to write, put in place once it is complete and on the disk; after an error nothing has changed.

    An existing file keeps its mode. For a symbolic link, the file it points to is written. A file with
    several hard links is written in place. A write-protected file is not touched, even if its folder is
    writable.
    """
    check_target(path, force=force)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
        with _sentence(path), target.open("wb") as file:
            yield file
        return
    known = target.stat() if target.is_file() else None
    if known is not None and not (known.st_mode & _WRITABLE and os.access(target, os.W_OK)):
        raise InputError(f"{path} is read-only; make it writable, or name another file")
    part = target.with_name(f".{target.name}.{token_hex(8)}{_PART}")
    remove_stale_parts(target)
    try:
        with _sentence(path):
            with part.open("x+b") as file:
                _lock(file)
                if known is not None:
                    part.chmod(S_IMODE(known.st_mode))
                yield file
                _sync(file)
            if known is not None and known.st_nlink > 1:
                _write_in_place(part, target)
            else:
                part.replace(target)
                sync_folder(target.parent)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def remove_stale_parts(target: Path) -> None:
    """Remove the part files of `target` that a process which was killed has left."""
    for part in target.parent.glob(f".{escape(target.name)}.{'[0-9a-f]' * 16}{_PART}"):
        with suppress(OSError):
            with part.open("rb") as file:
                if not _lock(file):
                    continue  # another process is writing it
            part.unlink()


def _lock(file: IO[bytes]) -> bool:
    """Lock a part file until it is closed; `False` if another process has locked it.

    Windows does not delete a file that is open, which has the same effect.
    """
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


@contextmanager
def _sentence(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def _write_in_place(part: Path, target: Path) -> None:
    """Copy a part file over a file with several hard links; if that fails, keep it under its own name."""
    try:
        with part.open("rb") as source, target.open("r+b") as file:
            copyfileobj(source, file)
            file.truncate()
            _sync(file)
    except OSError as error:
        reason = error.strerror or error
        part = part.rename(target.with_name(f"{part.name.removeprefix('.').removesuffix(_PART)}.new"))
        message = f"{target} has several names (hard links) and could not be written in place: {reason}"
        raise InputError(f"{message}; the new content is in {part}") from error


def _sync(file: IO[bytes]) -> None:
    """Wait until a file is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system can."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_file(path: Path, data: str | bytes, *, force: bool = False, encoding: str = "utf-8") -> None:
    """Write a whole file at once; line breaks stay as they are."""
    with atomic(path, force=force) as file:
        file.write(data.encode(encoding) if isinstance(data, str) else data)
