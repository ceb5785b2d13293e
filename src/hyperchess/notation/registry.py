"""All notations by name, and detection of the notation of a text.

To add one: write a module with a `Notation`, and add its line to `MODULES`.

>>> find_notation("Branched").title
'Branched 5DPGN'
>>> find_notation("brnched")
Traceback (most recent call last):
...
hyperchess.errors.UnknownNotation: unknown notation 'brnched'; did you mean 'branched'?

A text without a game has a problem with a hint:

>>> print(no_game_problem(Source("Dear Ada, how are you?")))
<text>:1:1: error[no-game]: nothing here is a game
  1 | Dear Ada, how are you?
    | ^
  = hint: looked for headers, boards and moves of 16 notations; to read it anyway, name its notation
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from hyperchess.errors import UnknownNotation, WrongGame
from hyperchess.game import AnyGame, new_game
from hyperchess.notation.boundaries import Boundaries
from hyperchess.notation.detection import Evidence, Sample, Sign, confidence, total, weigh
from hyperchess.notation.writing import WriterOption, Written, check_options, writer_options
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import AnyPosition, AnyRuleset
from hyperchess.text import Problem, Source, Span

__all__ = [
    "JSON_MODULES",
    "MODULES",
    "NO_GAME",
    "OTHER_NAMES",
    "SAMPLE",
    "Candidate",
    "Later",
    "Notation",
    "Reader",
    "candidates",
    "detect",
    "find_notation",
    "no_game",
    "no_game_problem",
    "notations",
    "recognise",
]


SAMPLE = 50_000  # characters used for detection
_LEAST = 1.0  # minimum points of a game text
MODULES = {
    "hyperchess.notation.pgn5d.dialects": ("shad", "branched", "shad-first", "raw"),
    "hyperchess.notation.dynamical.dialects": ("dynamical", "dynamical-2"),
    "hyperchess.notation.minor.axel": ("axel",),
    "hyperchess.notation.minor.alexbay": ("alexbay",),
    "hyperchess.notation.minor.averagehuman": ("averagehuman",),
    "hyperchess.notation.minor.cwmtt": ("cwmtt",),
    "hyperchess.notation.minor.hexicube": ("hexicube",),
    "hyperchess.notation.json": ("json",),
    "hyperchess.notation.minor.nidlatam": ("nidlatam",),
    "hyperchess.notation.icn.dialects": ("icn", "icn-legacy", "icn-site"),
    "hyperchess.notation.icn.json": ("icn-json",),
    "hyperchess.notation.minor.shad_json": ("shad-json",),
    "hyperchess.notation.minor.slavrick": ("slavrick",),
}
"""Modules with the names of their notations. A module is imported when one of them is needed."""

JSON_MODULES = frozenset(
    ("hyperchess.notation.json", "hyperchess.notation.icn.json", "hyperchess.notation.minor.shad_json")
)
"""Modules of JSON notations: other texts are not compared with them."""


OTHER_NAMES = {
    "5dpgn": "shad",
    "5dpgn-first": "shad-first",
    "5dpgn-raw": "raw",
    "branched-5dpgn": "branched",
    "5dpgn-branched": "branched",
}
"""Other names of notations."""


class Reader(Protocol):
    """A function that reads all games of a text; `start` overrides the start given by the text."""

    def __call__(self, source: Source, /, *, start: Any = None) -> Sequence[AnyGame]:
        """Return all games, at least one."""


class ReadBefore(Protocol):
    """A `Reader` for a text whose last game is incomplete."""

    def __call__(self, source: Source, end: int, /, *, start: Any = None) -> tuple[Sequence[AnyGame], bool]:
        """Return the games before the one that starts at `end`, and whether that one was found."""


@dataclass(frozen=True, slots=True)
class Later:
    """A function by its module and name, imported on demand: most texts are of other notations."""

    module: str
    name: str

    def find(self) -> Callable[..., Any]:
        """Return the function."""
        found: Callable[..., Any] = getattr(import_module(self.module), self.name)
        return found

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the function."""
        return self.find()(*arguments, **options)


@dataclass(frozen=True)
class Notation:
    """A notation. `signs` are patterns that identify its texts."""

    name: str
    title: str
    signs: tuple[Sign, ...]
    read: Reader
    writing: Callable[..., Written] | Later
    suffix: str = ".txt"
    kinds: tuple[GameKind, ...] = (GameKind.MULTIVERSE,)  # the games that it can write
    boundaries: Boundaries | None = None  # boundaries between games; `None`: one game per text
    shape: str = ""  # fields of its objects, if it is a JSON notation
    read_before: ReadBefore | None = None  # `read` for a text whose last game is incomplete
    empty_end: str = ""  # end mark of a game without actions, if another game follows

    @cached_property
    def writer(self) -> Callable[..., Written]:
        """The writer function."""
        return self.writing.find() if isinstance(self.writing, Later) else self.writing

    def read_until(
        self, source: Source, end: int, start: AnyPosition | None = None
    ) -> tuple[Sequence[AnyGame], bool]:
        """Return the games before an incomplete one at `end`, and whether that one was found.

        If it was not found, the reader has reached its limit of problems, and the games so far are returned.
        """
        if self.read_before is not None:
            return self.read_before(source, end, start=start)
        games = self.read(source, start=start)
        return (games[:-1], True) if len(games) > 1 else (games, False)

    @property
    def scope(self) -> str:
        """Kinds of game that it can write, for machines: `5d`, `infinite`, or `any`."""
        return self.kinds[0].value if len(self.kinds) == 1 else "any"

    @property
    def label(self) -> str:
        """Kinds of game that it can write, for people."""
        return " and ".join(kind.label for kind in self.kinds)

    @property
    def options(self) -> dict[str, WriterOption]:
        """The options of the writer by name."""
        return writer_options(self.writer)

    def write(self, game: AnyGame, **options: object) -> Written:
        """Return the text of a game and its losses.

        Raise `WrongGame` if it is a game of the other kind, `InvalidOption` if the writer has no such option.
        """
        if game.kind not in self.kinds:
            raise WrongGame(f"{self.title} writes games of {self.label}, not of {game.kind.label}")
        check_options(self.title, self.writer, options)
        return self.writer(game, **options)


@cache
def notations() -> dict[str, Notation]:
    """Return all notations by name."""
    return {notation.name: notation for module in MODULES for notation in _load_notations(module)}


def _load_notations(module: str) -> tuple[Notation, ...]:
    listed: tuple[Notation, ...] = import_module(module).NOTATIONS
    return listed


@cache
def _in_form(is_json: bool) -> tuple[Notation, ...]:
    """Return the JSON notations, or all others."""
    modules = [module for module in MODULES if (module in JSON_MODULES) is is_json]
    return tuple(notation for module in modules for notation in _load_notations(module))


def find_notation(name: str) -> Notation:
    """Return the notation with a name or alias; raise `UnknownNotation` with suggestions if there is none."""
    key = name.strip().casefold()
    found = _named(OTHER_NAMES.get(key, key))
    if found is None:
        from difflib import get_close_matches

        close = get_close_matches(key[:100], (*notations(), *OTHER_NAMES), n=5, cutoff=0.5)
        meant: dict[str, str] = {}
        for other in close:  # the closest of several names of one notation
            meant.setdefault(OTHER_NAMES.get(other, other), other)
        raise UnknownNotation(name, tuple(meant.values())[:3])
    return found


@lru_cache(maxsize=64)
def _named(key: str) -> Notation | None:
    module = next((module for module, names in MODULES.items() if key in names), None)
    if module is None:
        return None
    return next(notation for notation in _load_notations(module) if notation.name == key)


class Candidate(NamedTuple):
    """A notation, and the signs in a text that indicate it."""

    notation: Notation
    evidence: Evidence


def candidates(text: str, kind: GameKind | None = None) -> list[Candidate]:
    """Return the notations that a text may be written in, optionally of one game, likeliest first.

    JSON text is compared only with JSON notations, and other text with the others.

    >>> first = candidates("1. e3 / Nf6 2. Nc3 / d5 3. (0T3)Nc3>>(0T2)c5")[0]
    >>> first.notation.name, first.evidence.reasons[0]
    ('shad', 'moves with (0T1) boards')
    """
    sample = Sample(text[:SAMPLE])
    found = [Candidate(notation, weigh(notation.signs, sample)) for notation in _possible(sample, kind)]
    return sorted(found, key=lambda candidate: -candidate.evidence.points)


def _possible(sample: Sample, kind: GameKind | None) -> Iterable[Notation]:
    """Return the notations with the form of a text (JSON or not), optionally of one game."""
    found = _in_form(sample.is_json)
    return found if kind is None else [notation for notation in found if kind in notation.kinds]


def _likeliest(text: str, kind: GameKind | None) -> tuple[Notation, float]:
    """Return the first candidate and its points."""
    sample = Sample(text[:SAMPLE])
    best: Notation | None = None
    most = -1.0
    for notation in _possible(sample, kind):
        points = total(notation.signs, sample)
        if points > most:
            best, most = notation, points
    assert best is not None
    return best, most


def detect(text: str, kind: GameKind | None = None) -> tuple[Notation, float]:
    """Return the likeliest notation of a text, optionally of one game, and the confidence."""
    notation, points = _likeliest(text, kind)
    return notation, confidence(points)


def recognise(text: str, kind: GameKind | None = None) -> Notation | None:
    """Return the notation of a text, optionally of one game; `None` if the text is not a game."""
    if "\0" in text[:SAMPLE]:
        return None
    notation, points = _likeliest(text, kind)
    return notation if points >= _LEAST else None


NO_GAME = "no-game"
"""The code of the problem."""

_BLANK = re.compile(r"[\ufeff\s]*")


def no_game(source: Source, ruleset: AnyRuleset | None = None) -> AnyGame:
    """Return a placeholder for a text without a game: no start, no moves, and the problem."""
    game = new_game(None) if ruleset is None else new_game(None, kind=ruleset.kind)
    game.problems = (no_game_problem(source),)
    return game


def no_game_problem(source: Source) -> Problem:
    """Return the problem that a text is not a game, with the expected content."""
    blank = _BLANK.match(source.text)
    assert blank is not None
    place = blank.end() if blank.end() < len(source.text) else 0
    span = Span(place, min(place + 1, len(source.text)))
    return Problem(source, span, NO_GAME, "nothing here is a game", _hint(source.text[:SAMPLE]))


def _hint(text: str) -> str:
    if not text.strip("\ufeff \t\r\n"):
        return "the text is empty"
    if "\0" in text:
        return "this is not text: it contains NUL characters, as in an image or in a program's own format"
    if Sample(text).is_json:
        shapes = "; ".join(notation.shape for notation in notations().values() if notation.shape)
        return f"this looks like JSON, of which these objects are read: {shapes}"
    count = sum(1 for notation in notations().values() if not notation.shape)
    return f"looked for headers, boards and moves of {count} notations; to read it anyway, name its notation"
