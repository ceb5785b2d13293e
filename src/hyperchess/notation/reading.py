"""Reading and writing of texts and files: implementation of `hyperchess.parse`, `read` and `write`.

Invalid arguments raise `InvalidArgument`; files that cannot be opened or read raise `OSError`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, TypeVar, Unpack, overload

from hyperchess import multiverse
from hyperchess.errors import InvalidArgument, ParseError, WrongGame
from hyperchess.game import AnyGame, Game, InfiniteGame, MultiverseGame
from hyperchess.notation.joining import write_games
from hyperchess.notation.no_game import no_game
from hyperchess.notation.pasted.doubts import is_doubtful
from hyperchess.notation.profiles import find_profile
from hyperchess.notation.registry import Notation, find_notation, recognise
from hyperchess.notation.starts import find_any_variant
from hyperchess.notation.streaming import Decoder, Stream, TextStream, stream_games
from hyperchess.notation.unpacking import unpack
from hyperchess.notation.writing import Loss
from hyperchess.ruleset import BasePosition, Ruleset
from hyperchess.rulesets import AnyPosition
from hyperchess.text import Problem, Severity, Source

if TYPE_CHECKING:
    from hyperchess import infinite

__all__ = [
    "LONGEST_PASTED",
    "Converted",
    "Start",
    "check_kind",
    "convert",
    "decode",
    "find_position",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "read_games",
    "read_stream",
    "write",
]

LONGEST_PASTED = 250_000
"""Characters of a text that is read again without the text around the game, if it has errors.

Both readings keep all games of the text in memory, about 500 bytes for each character, and take up to 40
microseconds for each; a stream must not need more than that.
"""

_LONGEST_NAME = 255  # characters of a file name
PositionT = TypeVar("PositionT", bound=BasePosition[Any, Any])
MoveT = TypeVar("MoveT")
Start: TypeAlias = "AnyPosition | str"
"""A position, or its text: the name of a variant, 5DFEN, or a position text of infinite chess."""


class ReadOptions(TypedDict, total=False):
    """Options of `read`, `read_all` and `read_games`."""

    strict: bool


class ParseOptions(ReadOptions, total=False):
    """Options of `parse` and `parse_all`."""

    name: str


@overload
def parse(
    text: str,
    notation: str | None = None,
    *,
    game: Ruleset[PositionT, MoveT, Any],
    start: Start | None = None,
    **options: Unpack[ParseOptions],
) -> Game[PositionT, MoveT]: ...
@overload
def parse(
    text: str, notation: str | None = None, *, start: multiverse.Position, **options: Unpack[ParseOptions]
) -> MultiverseGame: ...
@overload
def parse(
    text: str, notation: str | None = None, *, start: infinite.Position, **options: Unpack[ParseOptions]
) -> InfiniteGame: ...
@overload
def parse(
    text: str, notation: str | None = None, *, start: Start | None = None, **options: Unpack[ParseOptions]
) -> AnyGame: ...
def parse(
    text: str,
    notation: str | None = None,
    *,
    game: Ruleset[Any, Any, Any] | None = None,
    start: Start | None = None,
    strict: bool = False,
    name: str = "<text>",
) -> Game[Any, Any]:
    """Return the first game of a text, in the given or detected notation.

    All problems are in `game.problems`; with `strict`, the first error or warning is raised instead. `start`
    overrides the start given by the text, for texts with moves only. With `game=hc.MULTIVERSE` or
    `game=hc.INFINITE`, only notations of that game are considered, a game of the other kind raises
    `WrongGame`, and type checkers know the types of positions and moves.

    >>> game = parse("1. Kb1", start="[k2/3/K2:0:1:w]")
    >>> str(game.main_line[0].action[0]), game.problems
    ('(0T1)a1>(0T1)b1', ())
    """
    return _parse_all(text, notation, game, start, strict, name)[0]


@overload
def parse_all(
    text: str,
    notation: str | None = None,
    *,
    game: Ruleset[PositionT, MoveT, Any],
    start: Start | None = None,
    **options: Unpack[ParseOptions],
) -> list[Game[PositionT, MoveT]]: ...
@overload
def parse_all(
    text: str, notation: str | None = None, *, start: multiverse.Position, **options: Unpack[ParseOptions]
) -> list[MultiverseGame]: ...
@overload
def parse_all(
    text: str, notation: str | None = None, *, start: infinite.Position, **options: Unpack[ParseOptions]
) -> list[InfiniteGame]: ...
@overload
def parse_all(
    text: str, notation: str | None = None, *, start: Start | None = None, **options: Unpack[ParseOptions]
) -> list[AnyGame]: ...
def parse_all(
    text: str,
    notation: str | None = None,
    *,
    game: Ruleset[Any, Any, Any] | None = None,
    start: Start | None = None,
    strict: bool = False,
    name: str = "<text>",
) -> list[Game[Any, Any]]:
    """Return all games of a text, at least one."""
    return _parse_all(text, notation, game, start, strict, name)


def _parse_all(
    text: str,
    notation: str | None,
    ruleset: Ruleset[Any, Any, Any] | None,
    start: Start | None,
    strict: bool,
    name: str,
) -> list[AnyGame]:
    _expect(text, str, "text", "a text")
    _expect(name, str, "name", "a text")
    position, named = _start_of(start, ruleset), _find(notation)
    chosen = _chosen(named, text, position, ruleset)
    source = Source(text, name)
    games = [no_game(source, ruleset)] if chosen is None else [*chosen.read(source, start=position)]
    games = _read_again(source, games, named, position) or games
    return [_checked(game, ruleset, strict) for game in games]


@overload
def read(
    path: str | os.PathLike[str],
    notation: str | None = None,
    *,
    game: Ruleset[PositionT, MoveT, Any],
    start: Start | None = None,
    **options: Unpack[ReadOptions],
) -> Game[PositionT, MoveT]: ...
@overload
def read(
    path: str | os.PathLike[str],
    notation: str | None = None,
    *,
    start: multiverse.Position,
    **options: Unpack[ReadOptions],
) -> MultiverseGame: ...
@overload
def read(
    path: str | os.PathLike[str],
    notation: str | None = None,
    *,
    start: infinite.Position,
    **options: Unpack[ReadOptions],
) -> InfiniteGame: ...
@overload
def read(
    path: str | os.PathLike[str],
    notation: str | None = None,
    *,
    start: Start | None = None,
    **options: Unpack[ReadOptions],
) -> AnyGame: ...
def read(
    path: str | os.PathLike[str],
    notation: str | None = None,
    *,
    game: Ruleset[Any, Any, Any] | None = None,
    start: Start | None = None,
    strict: bool = False,
) -> Game[Any, Any]:
    """Return the first game of a file."""
    return _read_all(path, notation, game, start, strict)[0]


@overload
def read_all(
    path: str | os.PathLike[str],
    notation: str | None = None,
    *,
    game: Ruleset[PositionT, MoveT, Any],
    start: Start | None = None,
    **options: Unpack[ReadOptions],
) -> list[Game[PositionT, MoveT]]: ...
@overload
def read_all(
    path: str | os.PathLike[str],
    notation: str | None = None,
    *,
    start: multiverse.Position,
    **options: Unpack[ReadOptions],
) -> list[MultiverseGame]: ...
@overload
def read_all(
    path: str | os.PathLike[str],
    notation: str | None = None,
    *,
    start: infinite.Position,
    **options: Unpack[ReadOptions],
) -> list[InfiniteGame]: ...
@overload
def read_all(
    path: str | os.PathLike[str],
    notation: str | None = None,
    *,
    start: Start | None = None,
    **options: Unpack[ReadOptions],
) -> list[AnyGame]: ...
def read_all(
    path: str | os.PathLike[str],
    notation: str | None = None,
    *,
    game: Ruleset[Any, Any, Any] | None = None,
    start: Start | None = None,
    strict: bool = False,
) -> list[Game[Any, Any]]:
    """Return all games of a file, which may be compressed. Invalid bytes are reported.

    For large files use `read_games`.
    """
    return _read_all(path, notation, game, start, strict)


def _read_all(
    path: str | os.PathLike[str],
    notation: str | None,
    ruleset: Ruleset[Any, Any, Any] | None,
    start: Start | None,
    strict: bool,
) -> list[AnyGame]:
    file = _path(path)
    position, named = _start_of(start, ruleset), _find(notation)
    text, problem = decode(file.read_bytes(), file.name)
    chosen = _chosen(named, text, position, ruleset)
    source = Source(text, file.name)
    games = [no_game(source, ruleset)] if chosen is None else [*chosen.read(source, start=position)]
    again = _read_again(source, games, named, position)
    if problem is not None and (chosen is not None or again is not None):
        index = 0
        if again is None and chosen is not None and chosen.boundaries is not None:
            starts = (boundary.start for boundary in chosen.boundaries(text, True))
            index = sum(start <= problem.span.start for start in starts)
        games = again or games
        game = games[min(index, len(games) - 1)]
        game.problems = (problem, *game.problems)
    return [_checked(game, ruleset, strict) for game in again or games]


@overload
def read_games(
    source: str | os.PathLike[str] | Stream,
    notation: str | None = None,
    *,
    game: Ruleset[PositionT, MoveT, Any],
    start: Start | None = None,
    **options: Unpack[ReadOptions],
) -> Iterator[Game[PositionT, MoveT]]: ...
@overload
def read_games(
    source: str | os.PathLike[str] | Stream,
    notation: str | None = None,
    *,
    start: multiverse.Position,
    **options: Unpack[ReadOptions],
) -> Iterator[MultiverseGame]: ...
@overload
def read_games(
    source: str | os.PathLike[str] | Stream,
    notation: str | None = None,
    *,
    start: infinite.Position,
    **options: Unpack[ReadOptions],
) -> Iterator[InfiniteGame]: ...
@overload
def read_games(
    source: str | os.PathLike[str] | Stream,
    notation: str | None = None,
    *,
    start: Start | None = None,
    **options: Unpack[ReadOptions],
) -> Iterator[AnyGame]: ...
def read_games(
    source: str | os.PathLike[str] | Stream,
    notation: str | None = None,
    *,
    game: Ruleset[Any, Any, Any] | None = None,
    start: Start | None = None,
    strict: bool = False,
) -> Iterator[Game[Any, Any]]:
    """Yield the games of a file, or of a stream of text or bytes, one at a time.

    The games and problems are the same as in `read_all`, but only a part of the text and one game are in
    memory, so files of any size can be read. The source of a problem is the text of its game. Raise
    `TextTooLong` if a game has more than 8 million characters, or if a notation with one game per text has a
    longer text.

    A file is opened when the first game is requested, and closed after the last one; a stream stays open.

    >>> from io import StringIO
    >>> text = '[Board "Standard"] 1. e4 / e5 1-0 ' * 3
    >>> [game.result for game in read_games(StringIO(text))]
    ['1-0', '1-0', '1-0']
    """
    position, chosen = _start_of(start, game), _find(notation)
    if chosen is not None:
        check_kind(chosen, position, game)
    if isinstance(source, str | os.PathLike):
        return _stream(_path(source), chosen, position, game, strict)
    if not callable(getattr(source, "read", None)):
        raise InvalidArgument(f"expected a path or a stream, found {_described(source)}")
    return _stream(source, chosen, position, game, strict)


def _stream(
    source: Path | Stream,
    notation: Notation | None,
    start: AnyPosition | None,
    ruleset: Ruleset[Any, Any, Any] | None,
    strict: bool,
) -> Iterator[AnyGame]:
    with ExitStack() as opened:
        if isinstance(source, Path):
            stream = TextStream(opened.enter_context(source.open("rb")), source.name)
        else:
            name = getattr(source, "name", None)
            stream = TextStream(source, Path(name).name if isinstance(name, str) else "<stream>")
        for game in read_stream(stream, notation, start=start, ruleset=ruleset):
            yield _checked(game, ruleset, strict)


def read_stream(
    stream: TextStream,
    notation: Notation | None = None,
    *,
    start: AnyPosition | None = None,
    ruleset: Ruleset[Any, Any, Any] | None = None,
) -> Iterator[AnyGame]:
    """Yield the games of a stream; a short text with errors is read again without the text around it."""
    text = stream.read(LONGEST_PASTED + 1)
    if notation is None and ruleset is not None:
        notation = recognise(text, ruleset.kind)
    games = stream_games(stream, notation, start=start, text=text)
    if not stream.ended or len(text) > LONGEST_PASTED:
        yield from games
        return
    found = list(games)
    source = Source(text, stream.name)
    again = _read_again(source, found, notation, start)
    if again is not None and (bad := stream.bad(0, len(text))) is not None:
        again[0].problems = (bad.problem(source), *again[0].problems)
    yield from again or found


def _read_again(
    source: Source, games: Sequence[AnyGame], named: Notation | None, start: AnyPosition | None
) -> list[AnyGame] | None:
    """Return the games of a second reading; `None` if none is needed, or if `games` are better or as good."""
    problems = (problem for game in games for problem in game.problems)
    if len(source.text) > LONGEST_PASTED or not any(map(is_doubtful, problems)):
        return None
    # Most texts have no errors, so the second reading is imported when one has.
    from hyperchess.notation.pasted.rereading import read_without_surroundings

    return read_without_surroundings(source, games, named, start)


def write(game: AnyGame, notation: str | None = None, *, profile: str | None = None, **options: Any) -> str:
    """Return the text of a game in a notation, or as the program of a `profile` reads it.

    The profiles are `5d-chess-js`, `ftxi`, `shad`, `recorder`, `infinitechess.org` and `apeiron`. Content
    that the notation cannot express is left out; `convert` reports it.

    >>> game = parse('[Board "Very Small"] 1. cxb3')
    >>> print(write(game, profile="5d-chess-js"), end="")
    [Mode "5D"]
    [Size "4x4"]
    [Promotions "Q,N,R,B"]
    [Board "custom"]
    [nbr*k*/p*p*p*p*/P*P*P*P*/K*R*BN:0:1:w]
    <BLANKLINE>
    1. cxb3
    """
    _expect(game, Game, "game", "a game")
    chosen, values = _target(notation, profile)
    return chosen.write(game, **{**values, **options}).text


@dataclass(frozen=True)
class Converted:
    """A converted text, the problems of the source, and the losses."""

    text: str
    """The converted text."""
    problems: tuple[Problem, ...]
    """The problems of all games of the source."""
    losses: tuple[Loss, ...]
    """The content that the target cannot express."""


def convert(
    text: str, to: str | None = None, source: str | None = None, *, profile: str | None = None, **options: Any
) -> Converted:
    """Read all games of a text and write them in another notation, or for a program, with the losses."""
    target, values = _target(to, profile)
    games = parse_all(text, source)
    written = write_games(target, games, **{**values, **options})
    return Converted(
        text=written.text,
        problems=tuple(problem for game in games for problem in game.problems),
        losses=written.losses,
    )


def decode(data: bytes, name: str) -> tuple[str, Problem | None]:
    """Return the text of a file, unpacked if it is compressed, and a problem if some bytes are invalid."""
    decoder = Decoder()
    text = decoder.decode(unpack(data, name), final=True)
    return text, None if decoder.bad is None else decoder.bad.problem(Source(text, name))


def _checked(game: AnyGame, ruleset: Ruleset[Any, Any, Any] | None, strict: bool) -> AnyGame:
    """Return a game that was read; raise `WrongGame`, or with `strict` the first error or warning."""
    if ruleset is not None and game.kind is not ruleset.kind:
        raise WrongGame(f"expected a game of {ruleset.label}, found one of {game.kind.label}")
    for problem in game.problems if strict else ():
        if problem.severity is not Severity.INFO:
            raise ParseError(problem)
    return game


def _start_of(start: Start | None, ruleset: Ruleset[Any, Any, Any] | None) -> AnyPosition | None:
    if ruleset is not None:
        _expect(ruleset, Ruleset, "game", "MULTIVERSE or INFINITE")
    position = None if start is None else find_position(start)
    return position if position is None or ruleset is None else ruleset.expect(position)


def _chosen(
    named: Notation | None, text: str, start: AnyPosition | None, ruleset: Ruleset[Any, Any, Any] | None
) -> Notation | None:
    """Return the named notation, or the detected one for the kind of game."""
    known = start or ruleset
    if named is None:
        return recognise(text, None if known is None else known.kind)
    check_kind(named, start, ruleset)
    return named


def check_kind(
    notation: Notation, start: AnyPosition | None, ruleset: Ruleset[Any, Any, Any] | None = None
) -> None:
    """Raise `WrongGame` if games of a notation cannot start from a position, or are not of the game."""
    if start is not None and start.kind not in notation.kinds:
        raise WrongGame(f"{notation.title} is for {notation.label}, the start is of {start.kind.label}")
    if ruleset is not None and ruleset.kind not in notation.kinds:
        raise WrongGame(f"{notation.title} is for {notation.label}, not for {ruleset.label}")


def find_position(start: Start) -> AnyPosition:
    """Return the position given as a position, 5DFEN, a position text, or the name of a variant."""
    if isinstance(start, multiverse.Position):
        return start
    from hyperchess import infinite

    if isinstance(start, infinite.Position):
        return start
    _expect(start, str, "start", "a position or its text")
    if "[" in start:
        return multiverse.Position.of_fen(start)
    if "," in start:
        return infinite.Position.parse(start)
    return find_any_variant(start).position


def _path(path: str | os.PathLike[str]) -> Path:
    _expect(path, str | os.PathLike, "path", "a path")
    text: str | bytes = os.fspath(path)
    if isinstance(text, bytes) or "\0" in text:
        raise InvalidArgument(f"path: expected a path, found {_described(text)}")
    if "\n" in text or any(len(part) > _LONGEST_NAME for part in Path(text).parts):
        raise InvalidArgument(
            f"path: expected a path, found {text[:30]!r}...; `parse` and `parse_all` read texts"
        )
    return Path(path)


def _find(notation: str | None) -> Notation | None:
    return None if notation is None else _find_named(notation)


def _find_named(notation: str) -> Notation:
    _expect(notation, str, "notation", "the name of a notation")
    return find_notation(notation)


def _target(notation: str | None, profile: str | None) -> tuple[Notation, Mapping[str, object]]:
    """Return the notation to write and its options, by name or by the profile of a program."""
    if profile is None:
        if notation is None:
            raise InvalidArgument("notation: expected the name of a notation, or a profile")
        return _find_named(notation), {}
    if notation is not None:
        raise InvalidArgument("a profile chooses the notation; give one of them")
    _expect(profile, str, "profile", "the name of a program")
    found = find_profile(profile)
    return find_notation(found.notation), found.options


def _expect(value: object, types: Any, argument: str, what: str) -> None:
    if not isinstance(value, types):
        raise InvalidArgument(f"{argument}: expected {what}, found {_described(value)}")


def _described(value: object) -> str:
    """Return a short description of any value for a message."""
    text = repr(value) if isinstance(value, str | bytes | int | float | bool | None) else ""
    return text if 0 < len(text) <= 40 else f"a value of type {type(value).__name__}"
