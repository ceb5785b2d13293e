"""Inputs of the app: files, folders, globs, standard input (`-`), `example:NAME` and `variant:NAME`."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING, Any

from hyperchess.errors import HyperchessError, ParseError
from hyperchess.text import plural, visible_line

if TYPE_CHECKING:
    from hyperchess.game import AnyGame
    from hyperchess.notation.registry import Notation
    from hyperchess.notation.streaming import Batch
    from hyperchess.text import Problem

__all__ = [
    "EXAMPLE",
    "STDIN",
    "VARIANT",
    "Input",
    "InputError",
    "ReadText",
    "choose",
    "display_name",
    "expand",
    "missing_file",
    "one_game",
    "parse_games",
    "read_batches",
    "read_bytes",
    "read_games",
    "read_text",
]

STDIN = "-"
EXAMPLE = "example:"
VARIANT = "variant:"
_OWN_SUFFIXES = (".5dpgn", ".pgn", ".icn", ".txt")
_LARGE = 1 << 20  # bytes of a file for several processes: more characters than are read a second time
_LEAST_BATCH, _LARGEST_BATCH = 1 << 13, 1 << 16  # characters that a process reads at a time
_BATCHES = 16  # number of batches for the rest of a file; batches shrink so that workers finish together
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class InputError(HyperchessError):
    """Something cannot be read or written, or was asked for in a way that makes no sense.

    Its message is one line, whatever characters a file name in it has.
    """

    def __init__(self, message: str) -> None:
        super().__init__(visible_line(message))


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
    is_packed: bool = False


def expand(names: Sequence[str], *, also: tuple[str, ...] = ()) -> list[Input]:
    """Return the files one by one, each once under its first name; folders and globs are expanded.

    In folders, files with the suffix of a notation or one of `also` are taken.
    """
    found = (file for name in names for file in _expand_one(name, also))
    each: dict[str | Path, Input] = {}
    for file in found:
        each.setdefault(_identity(file.name), file)
    return list(each.values())


def _identity(name: str) -> str | Path:
    """Return what two names of one file have in common."""
    return name if name == STDIN or name.startswith((EXAMPLE, VARIANT)) else Path(name).resolve()


def _expand_one(name: str, also: tuple[str, ...]) -> Iterator[Input]:
    path = Path(name)
    if name == STDIN or name.startswith((EXAMPLE, VARIANT)):
        yield Input(name, PurePath("stdin" if name == STDIN else name.partition(":")[2]))
    elif path.is_dir():
        files = list(_in_folder(path, also))
        if not files:
            raise InputError(f"there are no games in the folder {name}")
        yield from files
    elif path.exists():
        yield Input(name, PurePath(path.name))
    else:
        files = [Input(file, PurePath(Path(file).name)) for file in sorted(_globbed(name))]
        if not files:
            raise missing_file(name)
        yield from files


def missing_file(name: str) -> InputError:
    """Return the error that there is no such file, with similar names of its folder."""
    from difflib import get_close_matches

    path = Path(name)
    try:
        names = [file.name for file in path.parent.iterdir() if file.is_file()]
    except (OSError, ValueError):
        names = []
    near = [str(path.with_name(each)) for each in get_close_matches(path.name, names, n=2)]
    return InputError(f"there is no file {name}" + (f"; did you mean {' or '.join(near)}?" if near else ""))


def _in_folder(folder: Path, also: tuple[str, ...]) -> Iterator[Input]:
    from hyperchess.notation.registry import notations

    suffixes = {*_OWN_SUFFIXES, *also, *(notation.suffix for notation in notations().values())}
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
    """Return the text of an input; `InputError` if it cannot be read."""
    from hyperchess.notation.reading import decode
    from hyperchess.notation.unpacking import is_packed

    with _opened(name) as stream:
        data = stream.read()
    text, problem = decode(data, display_name(name))
    utf16 = data[:2] in _UTF_16
    encoding = "utf-16" if utf16 else "utf-8-sig" if data[:3] == b"\xef\xbb\xbf" else "utf-8"
    return ReadText(name, text, encoding, problem, is_packed(data))


def read_bytes(name: str) -> bytes:
    """Return the content of an input as it is; `InputError` if it cannot be read."""
    with _opened(name) as stream:
        return stream.read()


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    """Open an input as bytes; `InputError` if it cannot be opened."""
    if name == STDIN:
        yield sys.stdin.buffer
        return
    if name.startswith(EXAMPLE):
        from hyperchess.notation.examples import example_names, read_example

        example = name.removeprefix(EXAMPLE)
        if example not in example_names():
            raise InputError(f"there is no example {example!r}; there are {', '.join(example_names())}")
        yield BytesIO(read_example(example))
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115
    except FileNotFoundError:
        raise missing_file(name) from None
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror}") from error
    with file:
        yield file


def display_name(name: str) -> str:
    """Return the name of an input in reports."""
    return "<stdin>" if name == STDIN else name


def read_games(name: str, notation: str | None = None, start: str | None = None) -> Iterator[AnyGame]:
    """Yield the games of an input, at least one; problems name the file as it was given.

    `ParseError` if there is no game. With `start`, as `hyperchess.parse` has it, the games start there. Only
    a piece of the text and one game are in memory, where the notation allows that.
    """
    from hyperchess.notation.reading import read_stream
    from hyperchess.notation.streaming import TextStream

    if name.startswith(VARIANT):
        from hyperchess.notation.starts import game_of_variant

        yield game_of_variant(name.removeprefix(VARIANT))
        return
    chosen, position = choose(notation, start)
    with _opened(name) as stream:
        for game in read_stream(TextStream(stream, display_name(name)), chosen, start=position):
            _refuse_nothing(game)
            yield game


def read_batches(
    name: str, notation: str | None = None, start: str | None = None
) -> tuple[Notation, Iterator[Batch]] | None:
    """The notation and the games of a large file, some of them at a time, for several processes to read.

    `None` for anything else, which is for `read_games`.
    """
    from hyperchess.notation.registry import SAMPLE, recognise
    from hyperchess.notation.streaming import TextStream, stream_batches

    if name == STDIN or name.startswith((EXAMPLE, VARIANT)) or (size := Path(name).stat().st_size) < _LARGE:
        return None
    chosen, position = choose(notation, start)
    with ExitStack() as opened:
        stream = TextStream(opened.enter_context(_opened(name)), display_name(name))
        text = stream.read(SAMPLE)
        chosen = chosen or recognise(text, None if position is None else position.kind)
        if chosen is None:
            return None
        kept = opened.pop_all()

    def least(offset: int) -> int:
        return min(max(_LEAST_BATCH, (size - offset) // _BATCHES), _LARGEST_BATCH)

    return chosen, _closing(stream_batches(stream, text, chosen, least=least), kept)


def _closing(batches: Iterator[Batch], opened: ExitStack) -> Iterator[Batch]:
    with opened:
        yield from batches


def choose(notation: str | None, start: str | None) -> tuple[Notation | None, Any]:
    """The notation and the start that are named."""
    from hyperchess.notation.reading import check_kind, find_position
    from hyperchess.notation.registry import find_notation

    chosen = None if notation is None else find_notation(notation)
    position = None if start is None else find_position(start)
    if chosen is not None and position is not None:
        check_kind(chosen, position)
    return chosen, position


def parse_games(read: ReadText, notation: str | None = None, start: str | None = None) -> list[AnyGame]:
    """All games of a text, at least one; `ParseError` if there is none."""
    from hyperchess.notation.reading import parse_all

    games = parse_all(read.text, notation, start=start, name=display_name(read.name))
    _refuse_nothing(games[0])
    if read.problem is not None:
        games[0].problems = (read.problem, *games[0].problems)
    return games


def _refuse_nothing(game: AnyGame) -> None:
    """`ParseError` if the text is not a game."""
    if not game.problems:
        return
    from hyperchess.notation.registry import NO_GAME

    for problem in game.problems:
        if problem.code == NO_GAME:
            raise ParseError(problem)


def one_game(name: str, notation: str | None = None, number: int = 1, start: str | None = None) -> AnyGame:
    """One game of a file, counted from 1."""
    if Path(name).is_dir():
        raise InputError(f"{name} is a folder; name one file")
    count = 0
    for count, game in enumerate(read_games(name, notation, start), start=1):
        if count == number:
            return game
    games = plural(count, "game")
    raise InputError(f"there is no game {number} in {display_name(name)}, which has {games}")
