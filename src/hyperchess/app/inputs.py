"""What commands read: files, folders, globs, standard input (`-`) and bundled examples (`example:NAME`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from hyperchess.errors import HyperchessError

if TYPE_CHECKING:
    from hyperchess.notation.registry import AnyGame

__all__ = ["InputError", "example_names", "expand", "games_of", "text_of"]

_EXAMPLE = "example:"
_SUFFIXES = (".5dpgn", ".pgn", ".txt")


class InputError(HyperchessError):
    """Something to read is not there or cannot be read."""


def example_names() -> list[str]:
    """The bundled examples."""
    folder = files("hyperchess").joinpath("examples")
    return sorted(Path(entry.name).stem for entry in folder.iterdir() if entry.name.endswith(".5dpgn"))


def expand(names: list[str]) -> Iterator[str]:
    """Files one by one: folders and globs are looked through, everything else stays as it is."""
    for name in names:
        path = Path(name)
        if name == "-" or name.startswith(_EXAMPLE) or path.is_file():
            yield name
        elif path.is_dir():
            found = sorted(str(file) for file in path.rglob("*") if file.suffix in _SUFFIXES)
            if not found:
                raise InputError(f"there are no games in the folder {name}")
            yield from found
        else:
            found = sorted(map(str, Path().glob(name))) if not path.is_absolute() and _is_glob(name) else []
            if not found:
                raise InputError(f"there is no file {name}")
            yield from found


def _is_glob(name: str) -> bool:
    return any(sign in name for sign in "*?[")


def text_of(name: str) -> str:
    """The text behind a name that is not a file on disk."""
    if name == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig", errors="replace")
    example = name.removeprefix(_EXAMPLE)
    if example not in example_names():
        raise InputError(f"there is no example {example}; there are {', '.join(example_names())}")
    return files("hyperchess").joinpath("examples", f"{example}.5dpgn").read_text(encoding="utf-8")


def games_of(name: str, notation: str | None) -> list[AnyGame]:
    """All games behind a name."""
    from hyperchess.notation.reading import parse_all, read_all

    if name == "-" or name.startswith(_EXAMPLE):
        return parse_all(text_of(name), notation, name="<stdin>" if name == "-" else name)
    try:
        return read_all(name, notation)
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror}") from error
