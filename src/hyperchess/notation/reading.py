"""Reading and writing of texts and files: implementation of `hyperchess.parse`, `read` and `write`.

Invalid arguments raise `InvalidArgument`; files that cannot be opened or read raise `OSError`.

Several games are joined so that the reader of the notation finds as many as were written. Some notations have
no sign for the start of a game, and their games cannot be joined:

>>> game = parse('[Board "Standard"] 1. e4 / e5 2. Nf3')
>>> for name in ("shad", "axel"):
...     print(name, [str(loss) for loss in write_games(find_notation(name), [game, game]).losses])
shad []
axel ["Axel's notation (4xel) cannot keep 2 games apart in one text"]
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias, TypedDict, TypeVar, Unpack, overload

from hyperchess import multiverse
from hyperchess.errors import InvalidArgument, ParseError, WrongGame
from hyperchess.game import AnyGame, Game, InfiniteGame, MultiverseGame, attach_copy, new_game
from hyperchess.notation.pasted import is_doubtful
from hyperchess.notation.profiles import find_profile
from hyperchess.notation.registry import Notation, find_notation, no_game, recognise
from hyperchess.notation.starts import find_any_variant
from hyperchess.notation.streaming import CHUNK, Decoder, Stream, TextStream, stream_games, stream_pieces
from hyperchess.notation.unpacking import unpack
from hyperchess.notation.writing import Loss, Written
from hyperchess.ruleset import BasePosition, Ruleset
from hyperchess.rulesets import AnyPosition
from hyperchess.text import Problem, Severity, Source
from hyperchess.validation import check_instance, invalid_argument

if TYPE_CHECKING:
    from hyperchess import infinite

__all__ = [
    "LONGEST_PASTED",
    "Converted",
    "Start",
    "are_separable",
    "check_kind",
    "convert",
    "count_games",
    "decode",
    "find_position",
    "joinable_text",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "read_games",
    "read_stream",
    "write",
    "write_games",
    "write_opening",
]


LONGEST_PASTED = 250_000
"""Characters of a text that is read again without the text around the game, if it has errors.

Both readings keep all games of the text in memory, about 500 bytes for each character, and take up to 40
microseconds for each; a stream must not need more than that.
"""

_ACTIONS = 2  # of the opening of a game: enough to see its form, and quick to read
_LONGEST_NAME = 255  # characters of a file name
_AnyRuleset: TypeAlias = "Ruleset[Any, Any, Any]"
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
    game: _AnyRuleset | None = None,
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
    return _read_source(_source(text, name), notation, game, start, strict)[0]


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
    game: _AnyRuleset | None = None,
    start: Start | None = None,
    strict: bool = False,
    name: str = "<text>",
) -> list[Game[Any, Any]]:
    """Return all games of a text, at least one."""
    return _read_source(_source(text, name), notation, game, start, strict)


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
    game: _AnyRuleset | None = None,
    start: Start | None = None,
    strict: bool = False,
) -> Game[Any, Any]:
    """Return the first game of a file."""
    return _read_file(path, notation, game, start, strict)[0]


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
    game: _AnyRuleset | None = None,
    start: Start | None = None,
    strict: bool = False,
) -> list[Game[Any, Any]]:
    """Return all games of a file, which may be compressed. Invalid bytes are reported.

    For large files use `read_games`.
    """
    return _read_file(path, notation, game, start, strict)


def _source(text: str, name: str) -> Source:
    return Source(check_instance("text", text, str, "a text"), check_instance("name", name, str, "a text"))


def _read_file(
    path: str | os.PathLike[str],
    notation: str | None,
    ruleset: _AnyRuleset | None,
    start: Start | None,
    strict: bool,
) -> list[AnyGame]:
    file = _path(path)
    text, problem = decode(file.read_bytes(), file.name)
    return _read_source(Source(text, file.name), notation, ruleset, start, strict, problem)


def _read_source(
    source: Source,
    notation: str | None,
    ruleset: _AnyRuleset | None,
    start: Start | None,
    strict: bool,
    encoding: Problem | None = None,
) -> list[AnyGame]:
    """Return all games of a text, at least one; `encoding` is a problem of the file that it comes from."""
    position, named = _start_of(start, ruleset), _find(notation)
    chosen = _chosen(named, source.text, position, ruleset)
    found = [no_game(source, ruleset)] if chosen is None else [*chosen.read(source, start=position)]
    again = _read_again(source, found, named, position)
    games = again or found
    if encoding is not None and (again is not None or chosen is not None):
        index = 0
        if again is None and chosen is not None and chosen.boundaries is not None:
            starts = (boundary.start for boundary in chosen.boundaries(source.text, True))
            index = sum(start <= encoding.span.start for start in starts)
        game = games[min(index, len(games) - 1)]
        game.problems = (encoding, *game.problems)
    return [_checked(game, ruleset, strict) for game in games]


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
    game: _AnyRuleset | None = None,
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
        raise invalid_argument("source", "a path or a stream", source)
    return _stream(source, chosen, position, game, strict)


def _stream(
    source: Path | Stream,
    notation: Notation | None,
    start: AnyPosition | None,
    ruleset: _AnyRuleset | None,
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
    ruleset: _AnyRuleset | None = None,
) -> Iterator[AnyGame]:
    """Yield the games of a stream; a short text with errors is read again without the text around it."""
    text = stream.read(LONGEST_PASTED + 1)
    chosen = recognise(text, ruleset.kind) if notation is None and ruleset is not None else notation
    games = stream_games(stream, chosen, start=start, text=text)
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


def write(
    game: AnyGame, notation: str | None = None, *, profile: str | None = None, **options: object
) -> str:
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
    check_instance("game", game, Game, "a game")
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
    text: str,
    to: str | None = None,
    source: str | None = None,
    *,
    profile: str | None = None,
    **options: object,
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


def _checked(game: AnyGame, ruleset: _AnyRuleset | None, strict: bool) -> AnyGame:
    """Return a game that was read; raise `WrongGame`, or with `strict` the first error or warning."""
    if ruleset is not None and game.kind is not ruleset.kind:
        raise WrongGame(f"expected a game of {ruleset.label}, found one of {game.kind.label}")
    for problem in game.problems if strict else ():
        if problem.severity is not Severity.INFO:
            raise ParseError(problem)
    return game


def _start_of(start: Start | None, ruleset: _AnyRuleset | None) -> AnyPosition | None:
    if ruleset is not None and not isinstance(ruleset, Ruleset):
        raise invalid_argument("game", "MULTIVERSE or INFINITE", ruleset)
    position = None if start is None else find_position(start)
    return position if position is None or ruleset is None else ruleset.expect(position)


def _chosen(
    named: Notation | None, text: str, start: AnyPosition | None, ruleset: _AnyRuleset | None
) -> Notation | None:
    """Return the named notation, or the detected one for the kind of game."""
    known = start or ruleset
    if named is None:
        return recognise(text, None if known is None else known.kind)
    check_kind(named, start, ruleset)
    return named


def check_kind(notation: Notation, start: AnyPosition | None, ruleset: _AnyRuleset | None = None) -> None:
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
    if "[" in check_instance("start", start, str, "a position or its text"):
        return multiverse.Position.of_fen(start)
    if "," in start:
        return infinite.Position.parse(start)
    return find_any_variant(start).position


def _path(path: str | os.PathLike[str]) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise invalid_argument("path", "a path", path)
    text: str | bytes = os.fspath(path)
    if isinstance(text, bytes) or "\0" in text:
        raise invalid_argument("path", "a path", text)
    if "\n" in text or any(len(part) > _LONGEST_NAME for part in Path(text).parts):
        raise InvalidArgument(
            f"path: expected a path, found {text[:30]!r}...; `parse` and `parse_all` read texts"
        )
    return Path(path)


def _find(notation: str | None) -> Notation | None:
    if notation is None:
        return None
    return find_notation(check_instance("notation", notation, str, "the name of a notation"))


def _target(notation: str | None, profile: str | None) -> tuple[Notation, Mapping[str, object]]:
    """Return the notation to write and its options, by name or by the profile of a program."""
    if profile is None:
        chosen = _find(notation)
        if chosen is None:
            raise InvalidArgument("notation: expected the name of a notation, or a profile")
        return chosen, {}
    if notation is not None:
        raise InvalidArgument("a profile chooses the notation; give one of them")
    found = find_profile(check_instance("profile", profile, str, "the name of a program"))
    return find_notation(found.notation), found.options


def write_games(notation: Notation, games: Sequence[AnyGame], **options: object) -> Written:
    """Write games one after the other into one text; report a loss if the reader cannot separate them."""
    written = [notation.write(game, **options) for game in games]
    losses = [loss for part in written for loss in part.losses]
    if len(games) == 1:
        return written[0]
    if not are_separable(notation, *(write_opening(notation, game, options) for game in games)):
        message = f"{notation.title} cannot keep {len(games)} games apart in one text"
        losses.append(Loss("games", message))
    texts = [joinable_text(notation, game, part.text) for game, part in zip(games, written, strict=True)]
    return Written("\n".join(texts), tuple(losses))


def joinable_text(notation: Notation, game: AnyGame, text: str) -> str:
    """Return the text of a game as it stands among others: a game without actions has its end marked.

    Its headers would otherwise be read as the first headers of the next game.
    """
    return text if game.main_line or not notation.empty_end else f"{text.rstrip()}\n\n{notation.empty_end}\n"


def write_opening(notation: Notation, game: AnyGame, options: Mapping[str, object]) -> str:
    """Write a game with its first actions only: its head shows where a game starts."""
    opening = new_game(game.start, game.headers, notation=game.notation, kind=game.kind)
    node = opening.root
    for step in game.main_line[:_ACTIONS]:
        node = attach_copy(node, step, result=False)
    return joinable_text(notation, game, notation.write(opening, **options).text)


def are_separable(notation: Notation, *openings: str) -> bool:
    """Return whether the reader finds one game in each of the texts when they follow each other."""
    return all(len(notation.read(Source(f"{first}\n{second}"))) == 2 for first, second in pairwise(openings))


def count_games(notation: Notation, stream: IO[bytes], name: str) -> int:
    """Count the games that the reader finds in a stream, without resolving their moves."""
    text = TextStream(stream, name)
    return sum(1 for _ in stream_pieces(text, text.read(CHUNK), notation))
