"""Every reader of texts, and what must be true of any input: `judge` raises `Wrong`, or nothing.

* Only a `HyperchessError` may be raised.
* Problems have spans inside their text, in order, and print.
* What reads without errors or warnings can be written in its own notation, and reads again as the same game.
* A stream gives the games of the whole text.
"""

from __future__ import annotations

import gc
import io
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from time import process_time

from hyperchess import infinite, multiverse
from hyperchess.app.rules.session import RulesSession
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyGame
from hyperchess.infinite.coordinates import parse_square as parse_infinite_square
from hyperchess.infinite.syntax.text import parse_move, read_setup
from hyperchess.line_protocol import serve
from hyperchess.multiverse.coordinates import Timeline, parse_board_at, parse_square
from hyperchess.multiverse.syntax.fen import read_boards
from hyperchess.multiverse.syntax.movetext import read_move
from hyperchess.multiverse.syntax.shorthand import read_action
from hyperchess.notation.examples import example_names, read_example
from hyperchess.notation.minor.variant_json import read_variants
from hyperchess.notation.places import find_node
from hyperchess.notation.reading import decode, parse, parse_all, read_games
from hyperchess.notation.registry import find_notation, notations
from hyperchess.text import Problem, Severity, Source
from tests.notation.comparison import tell

__all__ = ["GROWN", "READERS", "Reading", "Wrong", "judge", "read_only", "read_seeds"]

CORPUS = Path(__file__).parents[1] / "corpus"
GROWN = CORPUS / "fuzz"  # a folder for each reader, with what fuzzing found worth keeping
_LARGEST_SEED = 100_000
_CHUNKS = (1, 7, 4096)  # bytes that a stream gives at a time


class Wrong(Exception):
    """An input for which a promise of a reader does not hold."""


@dataclass(frozen=True)
class Reading:
    """Result of an input: games and problems; `features` measure how much it differs from other inputs."""

    games: tuple[AnyGame, ...] = ()
    problems: tuple[Problem, ...] = ()
    raised: str = ""
    seconds: float = 0.0  # of processor time

    @property
    def features(self) -> frozenset[str]:
        """The codes of the problems, what was raised, and roughly what was read."""
        sizes = {f"{len(self.games).bit_length()} games"} if self.games else set()
        for game in self.games[:5]:
            count = sum(1 for _ in game.walk())
            branched = any(len(node.children) > 1 for node in game.walk())
            sizes.add(f"{count.bit_length()} nodes{' branched' * branched}")
        return frozenset({*(problem.code for problem in self.problems), *sizes, self.raised})


def _games(name: str | None, data: bytes) -> Reading:
    text, problem = decode(data, "<fuzz>")
    games = parse_all(text, name)
    return _reading(games, [] if problem is None else [problem])


def _reading(games: list[AnyGame], problems: Iterable[Problem] = ()) -> Reading:
    return Reading(tuple(games), (*problems, *(problem for game in games for problem in game.problems)))


def _streamed(data: bytes) -> Reading:
    return _reading(list(read_games(io.BytesIO(data))))


class _Trickle(io.BytesIO):
    """A stream that gives few bytes at a time."""

    def __init__(self, data: bytes, most: int) -> None:
        super().__init__(data)
        self._most = most

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes."""
        return super().read(self._most if size is None or size < 0 else min(size, self._most))


def _boards(data: bytes) -> Reading:
    text = decode(data, "<fuzz>")[0]
    _, problems = read_boards(Source(text))
    multiverse.Position.of_fen(text)
    return Reading(problems=problems)


def _setup(data: bytes) -> Reading:
    text = decode(data, "<fuzz>")[0]
    _, problems = read_setup(Source(text))
    position = infinite.Position.parse(text)
    if infinite.Position.parse(position.text()).text() != position.text():
        raise Wrong("the position is not read back as it was written")
    return Reading(problems=problems)


def _variants(data: bytes) -> Reading:
    _, problems = read_variants(Source(decode(data, "<fuzz>")[0]))
    return Reading(problems=problems)


def _attempts(data: bytes, *readers: Callable[[str], object]) -> Reading:
    """Readers of one word or move, each of which may refuse."""
    text = data.decode("utf-8", "replace")
    raised = []
    for number, read in enumerate(readers):
        try:
            read(text)
        except HyperchessError as error:
            raised.append(f"{number} {type(error).__name__}")
    return Reading(raised=", ".join(raised))


@cache
def _start() -> multiverse.Position:
    return multiverse.start("Standard")


@cache
def _long_game() -> AnyGame:
    return parse(read_example("four-timelines").decode())


def _moves_5d(data: bytes) -> Reading:
    play = partial(read_action, _start())
    return _attempts(data, read_move, play, parse_square, parse_board_at, Timeline.parse)


def _moves_infinite(data: bytes) -> Reading:
    return _attempts(data, parse_move, parse_infinite_square)


def _places(data: bytes) -> Reading:
    return _attempts(data, partial(find_node, _long_game()))


def _protocol(data: bytes) -> Reading:
    answers = io.StringIO()
    serve(io.StringIO(data.decode("utf-8", "replace")), answers, RulesSession())
    return Reading(raised=answers.getvalue().partition("\n")[0][:20])


READERS: dict[str, Callable[[bytes], Reading]] = {
    **{name: partial(_games, name) for name in notations()},
    "detection": partial(_games, None),
    "stream": _streamed,
    "5dfen": _boards,
    "icn-position": _setup,
    "variant-json": _variants,
    "5d-move": _moves_5d,
    "infinite-move": _moves_infinite,
    "place": _places,
    "protocol": _protocol,
}
_WORDS = {
    "5d-move": (
        b"e4 Nf3 (0T1)e2>(0T1)e4 (0T1)Ng1f3 O-O e8=Q (0T2)Nf3>>(0T1)f5 (L+1 T2)e4 (-0T3b)a1 exd6 -- e4+!?"
    ).split(),
    "infinite-move": b"4,2>4,4 P-5,6x-6,7=R+!? K0,0>1,1 -8,2x-6,0# 1,1>8,8Q 1e3,2>0,0".split(),
    "place": b"12b 5w.1/7b start end 1w 3b.2 0/0/1".split(),
    "protocol": [
        b"position K0,0|R3,0|k9,8\nlegal\nplay 3,0>9,0\nstatus\nundo\nlegal -5 12 -5 12\ncount 0 9 0 9\n",
        b"game 5d\nbudget rounds 99\nvariant Standard\nplay e4\nsubmit\nlegal\nactions 9\nundo\ntext\n",
        b"game 5d\nbudget rounds 9\nvariant Two Timelines\nplay (-0T1)e4\nstatus\npresent\n",
        b"game 5d\nbudget rounds 99\nposition [2k/3/K2:0:1:w]\ncount\nposition 1. e4 / e5 2. Nf3\nhash\n",
        b"variant Classical\nlegal 1 8 1 8\nplay 4,2>4,4\nundo\nposition w 0/100 1 (8|1) P1,7|K5,1|k5,9\n",
    ],
    "variant-json": [
        b'[{"Name": "A", "Author": "B", "Timelines": {"0L": ["2k/3/K2", null]}, "CosmeticTurnOffset": 0}]',
    ],
}


@cache
def read_seeds(reader: str) -> tuple[bytes, ...]:
    """Return the seeds of the mutations of a reader: files of the corpus, words, and games that we write."""
    found = [*_WORDS.get(reader, ())]
    if reader in notations():
        found += _written(reader)
        kinds = {kind.value for kind in find_notation(reader).kinds}
        found += [data for suffix, data in _files() if suffix in kinds or suffix in ("txt", "json")]
    elif reader in ("detection", "stream"):
        found += [data for name in notations() for data in _written(name)[:3]]
        found += [data for suffix, data in _files() if suffix not in ("5dfen", "icn-position")]
    elif reader in ("5dfen", "icn-position"):
        found += [path.read_bytes() for path in sorted(CORPUS.glob(f"*/*.{reader}"))]
        found = [data for data in found if len(data) <= _LARGEST_SEED]
    grown = GROWN / reader
    return (*found, *(path.read_bytes() for path in sorted(grown.glob("*")) if grown.is_dir()))


@cache
def _files() -> tuple[tuple[str, bytes], ...]:
    """The game texts of the corpus, each with the game that its suffix tells, or the suffix."""
    reports = {path.with_suffix(".txt") for path in CORPUS.glob("bad/*") if path.suffix != ".txt"}
    games = {".5dpgn": "5d", ".icn": "infinite", ".4xel": "5d", ".alexbay": "5d"}
    listed = []
    for path in sorted(CORPUS.glob("*/*")):
        if path.is_file() and path not in reports and path.stat().st_size <= _LARGEST_SEED:
            suffix = games.get(path.suffix, path.suffix.removeprefix("."))
            listed.append((suffix, path.read_bytes()))
    return tuple(listed)


@cache
def _written(reader: str) -> tuple[bytes, ...]:
    """Games in a notation, as its writer writes them."""
    notation = find_notation(reader)
    texts = [read_example(name).decode() for name in example_names()]
    short = [data for suffix, data in _files() if suffix in ("5d", "infinite") and len(data) < 600]
    texts += [decode(data, "<fuzz>")[0] for data in short[::5]]
    written = []
    for text in texts:
        for game in parse_all(text)[:2]:
            if game.kind in notation.kinds and game.start is not None:
                try:
                    written.append(notation.write(game).text.encode("utf-8", "replace"))
                except HyperchessError:
                    continue
    return tuple(written)


def read_only(reader: str, data: bytes) -> float:
    """Seconds of processor time that reading an input takes, whatever comes of it.

    Existing objects are excluded from garbage collection, which is not the reader's work.
    """
    gc.collect()
    gc.freeze()
    try:
        began = process_time()
        with suppress(Exception):
            READERS[reader](data)
        return process_time() - began
    finally:
        gc.unfreeze()


def judge(reader: str, data: bytes) -> Reading:
    """Read an input and check what must be true of any; `Wrong` says what is not."""
    began = process_time()
    try:
        reading = READERS[reader](data)
    except HyperchessError as error:
        return Reading(raised=type(error).__name__, seconds=process_time() - began)
    except Exception as error:
        raise Wrong(f"{_crash(error)} while reading: {str(error)[:200]}") from error
    reading = replace(reading, seconds=process_time() - began)
    for problem in reading.problems:
        _check_problem(problem)
    for game in reading.games:
        _check_game(game, reader)
    if reader == "stream":
        _check_stream(data, reading)
    return reading


def _check_problem(problem: Problem) -> None:
    length = len(problem.source.text)
    spans = [problem.span, *([problem.fix.span] if problem.fix is not None else [])]
    for span in spans:
        if not 0 <= span.start <= span.end <= length:
            raise Wrong(f"the problem {problem.code} has the span {span} in a text of {length} characters")
    try:
        str(problem)
    except Exception as error:
        raise Wrong(f"{_crash(error)} while printing a problem: {error}") from error


def _crash(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}, {frame.name},"


def _check_game(game: AnyGame, reader: str) -> None:
    """Check that a game can be written, and that one read without problems round-trips."""
    own = game.notation if reader in ("detection", "stream") else reader
    notation = find_notation(own if own in notations() else "json")
    if game.kind not in notation.kinds or game.start is None:
        return
    clean = all(problem.severity is Severity.INFO for problem in game.problems)
    try:
        written = notation.write(game)
    except HyperchessError as error:
        if clean:
            raise Wrong(f"read cleanly, but not written as {notation.name}: {error}") from error
        return
    except Exception as error:
        raise Wrong(f"{_crash(error)} while writing as {notation.name}: {error}") from error
    if not clean or written.losses:
        return
    again = parse_all(written.text, notation.name)
    if len(again) != 1:
        raise Wrong(f"written as {notation.name} and read again, one game becomes {len(again)}")
    errors = [problem.message for problem in again[0].problems if problem.severity is Severity.ERROR]
    if errors:
        raise Wrong(f"read cleanly, but not what {notation.name} makes of it: {errors[0]}")
    if not all(node.is_resolved for node in (*game.walk(), *again[0].walk())):
        if notation.name == "json":  # which keeps unresolved moves as text
            return
        raise Wrong(f"read cleanly as {notation.name}, but a move is not resolved")
    before, after = tell(game, set()), tell(again[0], set())
    for part, value in before.items():
        if value != after[part]:
            change = f"{str(value)[:100]} becomes {str(after[part])[:100]}"
            raise Wrong(f"written as {notation.name} and read again, the {part} of the game change: {change}")


def _check_stream(data: bytes, reading: Reading) -> None:
    text, _ = decode(data, "<fuzz>")
    whole = [len(list(game.walk())) for game in parse_all(text)]
    if (found := [len(list(game.walk())) for game in reading.games]) != whole:
        raise Wrong(f"the stream has games of {found[:9]} actions, the text of {whole[:9]}")
    most = _CHUNKS[len(data) % len(_CHUNKS)]
    trickled = [len(list(game.walk())) for game in read_games(_Trickle(data, most))]
    if trickled != whole:
        raise Wrong(f"read {most} bytes at a time, the games have {trickled[:9]} actions, not {whole[:9]}")
