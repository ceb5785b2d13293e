"""All notations by name, and which of them a text is written in.

To add one: write a module with a `Notation`, and add its line to `_MODULES`.

>>> find_notation("Branched").title
'Branched 5DPGN'
>>> find_notation("brnched")
Traceback (most recent call last):
...
hyperchess.errors.UnknownNotation: unknown notation 'brnched'; did you mean 'branched'?
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from hyperchess.errors import UnknownNotation, WrongGame
from hyperchess.game import Game
from hyperchess.kinds import Kind
from hyperchess.notation.boundaries import Boundaries
from hyperchess.notation.options import check_options
from hyperchess.notation.writing import Written
from hyperchess.text import Source

__all__ = ["SAMPLE", "AnyGame", "Notation", "Reader", "detect", "find_notation", "notations"]

AnyGame = Game[Any, Any]

SAMPLE = 50_000  # characters that are looked at to tell notations apart
_MODULES = (
    "hyperchess.notation.pgn5d.dialects",
    "hyperchess.notation.dynamical.dialects",
    "hyperchess.notation.small.axel",
    "hyperchess.notation.small.alexbay",
    "hyperchess.notation.small.averagehuman",
    "hyperchess.notation.small.cwmtt",
    "hyperchess.notation.small.hexicube",
    "hyperchess.notation.json",
    "hyperchess.notation.small.nidlatam",
    "hyperchess.notation.icn.dialects",
    "hyperchess.notation.icn.json",
    "hyperchess.notation.small.shad_json",
    "hyperchess.notation.small.slavrick",
)


class Reader(Protocol):
    """A function that reads all games of a text; with `start` they start there, whatever the text says."""

    def __call__(self, source: Source, /, *, start: Any = None) -> list[AnyGame]:
        """All games, at least one."""


ReadBefore = Callable[[Source], tuple[list[AnyGame], bool]]
"""The games of a text but the last, and whether there was another one; if there was none, the only one."""


@dataclass(frozen=True)
class Notation:
    """A way to write games. `confidence` tells from 0 to 1 how much a text looks like it."""

    name: str
    title: str
    confidence: Callable[[str], float]
    read: Reader
    writer: Callable[..., Written]
    suffix: str = ".txt"
    kinds: tuple[Kind, ...] = (Kind.MULTIVERSE,)  # the games that it can write
    boundaries: Boundaries | None = None  # where games end in a text; `None`: a text holds one game
    read_before: ReadBefore | None = None  # `read` for a text of which the last game only begins

    def read_until(self, source: Source) -> tuple[list[AnyGame], bool]:
        """The games before one that only begins in the text, and whether that was found.

        If it was not, the reader has met its limit of problems, and gives back what it has read.
        """
        if self.read_before is not None:
            return self.read_before(source)
        games = self.read(source)
        return (games[:-1], True) if len(games) > 1 else (games, False)

    @property
    def scope(self) -> str:
        """Which games it can write, for machines: `5d`, `infinite`, or `any`."""
        return self.kinds[0].value if len(self.kinds) == 1 else "any"

    @property
    def label(self) -> str:
        """Which games it can write, for people."""
        return " and ".join(kind.label for kind in self.kinds)

    def write(self, game: AnyGame, **options: Any) -> Written:
        """The text of a game and what it could not hold.

        `WrongGame` if it is a game of the other kind, `InvalidOption` if the writer has no such option.
        """
        if game.kind not in self.kinds:
            raise WrongGame(f"{self.title} writes games of {self.label}, not of {game.kind.label}")
        check_options(self.title, self.writer, options)
        return self.writer(game, **options)


@cache
def notations() -> dict[str, Notation]:
    """All notations by their names."""
    listed = (notation for module in _MODULES for notation in import_module(module).NOTATIONS)
    return {notation.name: notation for notation in listed}


def find_notation(name: str) -> Notation:
    """The notation of that name, else `UnknownNotation` with suggestions."""
    known = notations()
    key = name.strip().casefold()
    if key in known:
        return known[key]
    raise UnknownNotation(name, tuple(get_close_matches(key[:100], known, n=3, cutoff=0.5)))


def detect(text: str, kind: Kind | None = None) -> tuple[Notation, float]:
    """The notation that a text looks most like, of one game if it is named, and how sure that is."""
    sample = text[:SAMPLE]
    scored = [
        (notation.confidence(sample), notation)
        for notation in notations().values()
        if kind is None or kind in notation.kinds
    ]
    confidence, best = max(scored, key=lambda pair: pair[0])
    return best, confidence
