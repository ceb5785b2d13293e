"""All notations by name, and which of them a text is written in.

To add one: write a module with a `Notation`, and add its line to `MODULES`.

>>> find_notation("Branched").title
'Branched 5DPGN'
>>> find_notation("brnched")
Traceback (most recent call last):
...
hyperchess.errors.UnknownNotation: unknown notation 'brnched'; did you mean 'branched'?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from hyperchess.errors import UnknownNotation, WrongGame
from hyperchess.game import Game
from hyperchess.kinds import Kind
from hyperchess.notation.boundaries import Boundaries
from hyperchess.notation.detection import Evidence, Sample, Sign, confidence, total, weigh
from hyperchess.notation.options import check_options
from hyperchess.notation.writing import Written
from hyperchess.text import Source

__all__ = [
    "JSON_MODULES",
    "MODULES",
    "OTHER_NAMES",
    "SAMPLE",
    "AnyGame",
    "Candidate",
    "Later",
    "Notation",
    "Reader",
    "candidates",
    "detect",
    "find_notation",
    "notations",
    "recognise",
]

AnyGame = Game[Any, Any]

SAMPLE = 50_000  # characters used for detection
_LEAST = 1.0  # points without which a text is not a game
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
"""The modules with the names of their notations. A module is imported when one of them is needed."""

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
    """A function that reads all games of a text; with `start` they start there, whatever the text says."""

    def __call__(self, source: Source, /, *, start: Any = None) -> list[AnyGame]:
        """All games, at least one."""


class ReadBefore(Protocol):
    """A `Reader` for a text whose last game is incomplete."""

    def __call__(self, source: Source, end: int, /, *, start: Any = None) -> tuple[list[AnyGame], bool]:
        """Return the games before the one that starts at `end`, and whether that one was found."""


class Later(NamedTuple):
    """A function by its module and name. It is imported when it is needed: most texts are never written."""

    module: str
    name: str


@dataclass(frozen=True)
class Notation:
    """A way to write games. `signs` are what texts in it have, and others do not."""

    name: str
    title: str
    signs: tuple[Sign, ...]
    read: Reader
    writing: Callable[..., Written] | Later
    suffix: str = ".txt"
    kinds: tuple[Kind, ...] = (Kind.MULTIVERSE,)  # the games that it can write
    boundaries: Boundaries | None = None  # boundaries between games; `None`: one game per text
    shape: str = ""  # if it is written in JSON: what such an object has
    read_before: ReadBefore | None = None  # `read` for a text whose last game is incomplete
    empty_end: str = ""  # the end of a game without actions, where another game follows

    @cached_property
    def writer(self) -> Callable[..., Written]:
        """The function that writes games."""
        if not isinstance(self.writing, Later):
            return self.writing
        found: Callable[..., Written] = getattr(import_module(self.writing.module), self.writing.name)
        return found

    def read_until(self, source: Source, end: int, start: Any = None) -> tuple[list[AnyGame], bool]:
        """Return the games before an incomplete one at `end`, and whether that one was found.

        If it was not, the reader has met its limit of problems, and gives back what it has read.
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

    def write(self, game: AnyGame, **options: Any) -> Written:
        """Return the text of a game and its losses.

        `WrongGame` if it is a game of the other kind, `InvalidOption` if the writer has no such option.
        """
        if game.kind not in self.kinds:
            raise WrongGame(f"{self.title} writes games of {self.label}, not of {game.kind.label}")
        check_options(self.title, self.writer, options)
        return self.writer(game, **options)


@cache
def notations() -> dict[str, Notation]:
    """All notations by their names."""
    return {notation.name: notation for module in MODULES for notation in _load_notations(module)}


def _load_notations(module: str) -> tuple[Notation, ...]:
    listed: tuple[Notation, ...] = import_module(module).NOTATIONS
    return listed


@cache
def _in_form(is_json: bool) -> tuple[Notation, ...]:
    """The notations that are written in JSON, or those that are not."""
    modules = [module for module in MODULES if (module in JSON_MODULES) is is_json]
    return tuple(notation for module in modules for notation in _load_notations(module))


def find_notation(name: str) -> Notation:
    """The notation of that name, or with that other name, else `UnknownNotation` with suggestions."""
    key = name.strip().casefold()
    found = _named(OTHER_NAMES.get(key, key))
    if found is None:
        close = get_close_matches(key[:100], (*notations(), *OTHER_NAMES), n=5, cutoff=0.5)
        meant: dict[str, str] = {}
        for other in close:  # of several names of one notation, the closest
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
    """A notation, and what speaks for it in a text."""

    notation: Notation
    evidence: Evidence


def candidates(text: str, kind: Kind | None = None) -> list[Candidate]:
    """The notations that a text may be written in, of one game if it is named, the likeliest first.

    JSON text is compared only with JSON notations, and other text with the others.

    >>> first = candidates("1. e3 / Nf6 2. Nc3 / d5 3. (0T3)Nc3>>(0T2)c5")[0]
    >>> first.notation.name, first.evidence.reasons[0]
    ('shad', 'moves with (0T1) boards')
    """
    sample = Sample(text[:SAMPLE])
    found = [Candidate(notation, weigh(notation.signs, sample)) for notation in _possible(sample, kind)]
    return sorted(found, key=lambda candidate: -candidate.evidence.points)


def _possible(sample: Sample, kind: Kind | None) -> Iterable[Notation]:
    """The notations of the form that a text has, of one game if it is named."""
    found = _in_form(sample.is_json)
    return found if kind is None else [notation for notation in found if kind in notation.kinds]


def _likeliest(text: str, kind: Kind | None) -> tuple[Notation, float]:
    """The first of the candidates, and its points."""
    sample = Sample(text[:SAMPLE])
    best: Notation | None = None
    most = -1.0
    for notation in _possible(sample, kind):
        points = total(notation.signs, sample)
        if points > most:
            best, most = notation, points
    assert best is not None
    return best, most


def detect(text: str, kind: Kind | None = None) -> tuple[Notation, float]:
    """The notation that a text looks most like, of one game if it is named, and how sure that is."""
    notation, points = _likeliest(text, kind)
    return notation, confidence(points)


def recognise(text: str, kind: Kind | None = None) -> Notation | None:
    """The notation of a text, of one game if it is named; `None` if the text is not a game."""
    if "\0" in text[:SAMPLE]:
        return None
    notation, points = _likeliest(text, kind)
    return notation if points >= _LEAST else None
