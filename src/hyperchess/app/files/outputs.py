"""Files that every part of the app writes: each is either complete or not there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO

from hyperchess.app.files.inputs import InputError

__all__ = ["atomic", "check_target", "write_file"]


def check_target(path: Path, *, force: bool) -> None:
    """Refuse a file that exists already, a folder, or a file in a folder that does not exist."""
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file")
    if path.is_file() and not force:
        raise InputError(f"{path} exists already; --force overwrites it")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {path.parent}")


@contextmanager
def atomic(path: Path, *, force: bool = False) -> Iterator[IO[bytes]]:
    """A file to write, put in place once it is complete; after an error nothing has changed."""
    check_target(path, force=force)
    target = Path(os.path.realpath(path))
    special = target.exists() and not target.is_file()  # a device or a pipe cannot be replaced
    part = target if special else target.with_name(f".{target.name}.{token_hex(8)}.part")
    try:
        with part.open("wb" if special else "xb") as file:
            if target.is_file():
                part.chmod(target.stat().st_mode & 0o777)
            yield file
        if not special:
            part.replace(target)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        if not special:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def write_file(path: Path, data: str | bytes, *, force: bool = False, encoding: str = "utf-8") -> None:
    """Write a whole file at once; line breaks stay as they are."""
    with atomic(path, force=force) as file:
        file.write(data.encode(encoding) if isinstance(data, str) else data)
