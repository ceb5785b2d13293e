"""What commands write: files that are either whole or not there, and JSON for machines."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Annotated

import typer

from hyperchess.app.cli.inputs import InputError

__all__ = ["AsJson", "Force", "atomic", "check_target", "print_json", "write_file"]

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite files that are there already.")]


def print_json(data: object) -> None:
    """Print data as JSON, with characters as they are."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def check_target(path: Path, *, force: bool) -> None:
    """Refuse a file that is there already, a folder, or a file in a folder that is not there."""
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file")
    if path.is_file() and not force:
        raise InputError(f"{path} is there already; --force overwrites it")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {path.parent}")


@contextmanager
def atomic(path: Path, *, force: bool = False) -> Iterator[IO[bytes]]:
    """A file to write, which takes its place when all is written; after an error nothing has changed."""
    check_target(path, force=force)
    target = Path(os.path.realpath(path))
    special = target.exists() and not target.is_file()  # a device or a pipe cannot be replaced
    part = target if special else target.with_name(f".{target.name}.{os.getpid()}.part")
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
