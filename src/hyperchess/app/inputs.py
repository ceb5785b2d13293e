"""What the app reads: files, folders, globs, standard input (`-`), `example:NAME` and `variant:NAME`."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from hyperchess.errors import HyperchessError

if TYPE_CHECKING:
    from hyperchess.notation.registry import AnyGame
    from hyperchess.text import Problem

__all__ = [
    "EXAMPLE",
    "STDIN",
    "VARIANT",
    "Input",
    "InputError",
    "ReadText",
    "called",
    "expand",
    "games_of",
    "one_game",
    "parse_games",
    "read_text",
]

STDIN = "-"
EXAMPLE = "example:"
VARIANT = "variant:"
_OWN_SUFFIXES = (".5dpgn", ".pgn", ".icn", ".txt")
_SURE = 0.1  # a text with less confidence than this in any notation is not a game


class InputError(HyperchessError):
    """Something cannot be read or written, or was asked for in a way that makes no sense."""


@dataclass(frozen=True, slots=True)
class Input:
    """Something to read, and its path below the folder in which it was found."""

    name: str
    below: PurePath


@dataclass(frozen=True, slots=True)
class ReadText:
    """The text of an input, its encoding, and the problem if some of its bytes are not valid in it."""

    name: str
    text: str
    encoding: str
    problem: Problem | None = None


def expand(names: Sequence[str]) -> list[Input]:
    """Files one by one and each once: folders and globs are looked through."""
    found = (file for name in names for file in _expand_one(name))
    return list({file.name: file for file in found}.values())


def _expand_one(name: str) -> Iterator[Input]:
    path = Path(name)
    if name == STDIN or name.startswith((EXAMPLE, VARIANT)):
        yield Input(name, PurePath("stdin" if name == STDIN else name.partition(":")[2]))
    elif path.is_dir():
        files = list(_in_folder(path))
        if not files:
            raise InputError(f"there are no games in the folder {name}")
        yield from files
    elif path.exists():
        yield Input(name, PurePath(path.name))
    else:
        files = [Input(file, PurePath(Path(file).name)) for file in sorted(_globbed(name))]
        if not files:
            raise InputError(f"there is no file {name}")
        yield from files


def _in_folder(folder: Path) -> Iterator[Input]:
    from hyperchess.notation.registry import notations

    suffixes = {*_OWN_SUFFIXES, *(notation.suffix for notation in notations().values())}
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and name.lower().endswith(tuple(suffixes)):
                file = Path(path) / name
                yield Input(str(file), file.relative_to(folder))


def _globbed(name: str) -> list[str]:
    if not glob.has_magic(name):
        return []
    return [file for file in glob.glob(name, recursive=True) if Path(file).is_file()]  # noqa: PTH207


def read_text(name: str) -> ReadText:
    """The text behind a name; `InputError` if there is none."""
    from hyperchess.notation.reading import decode

    data = _bytes_of(name)
    utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    if b"\0" in data[:10_000] and not utf16:
        raise InputError(f"{called(name)} is not a text file")
    text, problem = decode(data, called(name))
    if not text.strip():
        raise InputError(f"{called(name)} is empty")
    encoding = "utf-16" if utf16 else "utf-8-sig" if data[:3] == b"\xef\xbb\xbf" else "utf-8"
    return ReadText(name, text, encoding, problem)


def _bytes_of(name: str) -> bytes:
    if name == STDIN:
        return sys.stdin.buffer.read()
    if name.startswith(EXAMPLE):
        from hyperchess.notation.examples import example_names, read_example

        example = name.removeprefix(EXAMPLE)
        if example not in example_names():
            raise InputError(f"there is no example {example!r}; there are {', '.join(example_names())}")
        return read_example(example)
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror}") from error


def called(name: str) -> str:
    """What reports call an input."""
    return "<stdin>" if name == STDIN else name


def games_of(name: str, notation: str | None = None) -> Iterator[AnyGame]:
    """The games behind a name, one by one, at least one; problems name the file as it was given."""
    if name.startswith(VARIANT):
        from hyperchess.notation.starts import game_of_variant

        yield game_of_variant(name.removeprefix(VARIANT))
        return
    yield from parse_games(read_text(name), notation)


def parse_games(read: ReadText, notation: str | None = None) -> list[AnyGame]:
    """All games of a text, at least one."""
    from hyperchess.notation.reading import parse_all
    from hyperchess.notation.registry import detect

    name = called(read.name)
    if notation is None:
        found, confidence = detect(read.text)
        if confidence < _SURE:
            hint = "--from NAME reads it anyway, and `hyperchess notations` lists the names"
            raise InputError(f"{name} does not look like a game; {hint}")
        notation = found.name
    games = parse_all(read.text, notation, name=name)
    if not games:
        raise InputError(f"there is no game in {name}")
    if read.problem is not None:
        games[0].problems = (read.problem, *games[0].problems)
    return games


def one_game(name: str, notation: str | None = None, number: int = 1) -> AnyGame:
    """One game of a file, counted from 1."""
    if Path(name).is_dir():
        raise InputError(f"{name} is a folder; name one file")
    count = 0
    for count, game in enumerate(games_of(name, notation), start=1):
        if count == number:
            return game
    games = "1 game" if count == 1 else f"{count} games"
    raise InputError(f"there is no game {number} in {called(name)}, which has {games}")
