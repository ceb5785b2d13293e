"""From text or files to games, and back: the functions behind `hyperchess.parse`, `read` and `write`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hyperchess.errors import ParseError
from hyperchess.notation.junctions import write_games
from hyperchess.notation.registry import AnyGame, detect, find_notation
from hyperchess.notation.writing import Loss
from hyperchess.text import Problem, Severity, Source, Span

__all__ = ["Converted", "convert", "decode", "parse", "parse_all", "read", "read_all", "write"]


def parse(text: str, notation: str | None = None, *, strict: bool = False, name: str = "<text>") -> AnyGame:
    """The first game of a text, in the notation named or detected.

    All problems are in `game.problems`; with `strict`, the first error or warning is raised instead.
    """
    return parse_all(text, notation, strict=strict, name=name)[0]


def parse_all(
    text: str, notation: str | None = None, *, strict: bool = False, name: str = "<text>"
) -> list[AnyGame]:
    """All games of a text, at least one."""
    chosen = find_notation(notation) if notation is not None else detect(text)[0]
    games = chosen.read(Source(text, name))
    if strict:
        for game in games:
            _raise_first(game.problems)
    return games


def read(path: str | Path, notation: str | None = None, *, strict: bool = False) -> AnyGame:
    """The first game of a file."""
    return read_all(path, notation, strict=strict)[0]


def read_all(path: str | Path, notation: str | None = None, *, strict: bool = False) -> list[AnyGame]:
    """All games of a file. Bytes that are no text are reported and replaced, never silently dropped."""
    path = Path(path)
    text, problem = decode(path.read_bytes(), path.name)
    games = parse_all(text, notation, strict=strict, name=path.name)
    if problem is not None:
        if strict:
            raise ParseError(problem)
        games[0].problems = (problem, *games[0].problems)
    return games


def write(game: AnyGame, notation: str, **options: Any) -> str:
    """The text of a game. What the notation cannot hold is left out; `convert` tells what that was."""
    return find_notation(notation).write(game, **options).text


@dataclass(frozen=True)
class Converted:
    """A converted text, the problems of the source, and what the target could not hold."""

    text: str
    problems: tuple[Problem, ...]
    losses: tuple[Loss, ...]


def convert(text: str, to: str, source: str | None = None, **options: Any) -> Converted:
    """Read all games of a text and write them in another notation, telling what is lost."""
    target = find_notation(to)
    games = parse_all(text, source)
    written = write_games(target, games, **options)
    return Converted(
        text=written.text,
        problems=tuple(problem for game in games for problem in game.problems),
        losses=written.losses,
    )


def _raise_first(problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        if problem.severity is not Severity.INFO:
            raise ParseError(problem)


def decode(data: bytes, name: str) -> tuple[str, Problem | None]:
    """The text of a file, and a problem if not all of its bytes are text."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding), None
    except UnicodeDecodeError as error:
        text = data.decode(encoding, errors="replace")
        place = max(0, text.find("\N{REPLACEMENT CHARACTER}"))
        message = f"byte {error.start + 1} is not {encoding.removesuffix('-sig')} text; it was replaced"
        return text, Problem(Source(text, name), Span(place, place + 1), "encoding", message)
