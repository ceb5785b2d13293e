"""Puzzle collections as text: proof trees in Branched 5DPGN, which `hyperchess verify` reads, or in ICN.

Each puzzle has the headers `Id`, `Event`, `Puzzle`, `Origin` (the variant of its game), `TimelineCount` (5D
chess only), `Difficulty`, `Themes` and `Source` (how to reproduce it). The bundled collections are
`mates.5dpgn` and `hunts.icn`; listing them reads only the headers.

>>> entries = bundled()
>>> entries[0].mate_in, entries[0].goal[-12:]
(1, ' mates in 1.')
>>> find_entry("no such puzzle") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from hyperchess.errors import HyperchessError
from hyperchess.kinds import Kind
from hyperchess.notation.reading import parse
from hyperchess.notation.text5d.header_text import format_header
from hyperchess.puzzles.candidates import Candidate
from hyperchess.puzzles.themes import find_themes

__all__ = ["Entry", "bundled", "collection_text", "find_entry", "position_text", "read_collection"]

_FILES = {Kind.MULTIVERSE: "mates.5dpgn", Kind.INFINITE: "hunts.icn"}
_FIRST = re.compile(r'^(?=\[Id(?: "|: ))', re.MULTILINE)
_HEADER = re.compile(r'^\[(\w+)(?: "|: )([^"\]]*)"?\]$', re.MULTILINE)
_BLACK = re.compile(r"^(?:\d+b\.|b )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a collection. Its proof is the solution, and starts with the position."""

    id: str
    kind: Kind
    player: str
    mate_in: int
    timelines: int
    variant: str
    difficulty: int
    themes: tuple[str, ...]
    proof: str

    @property
    def goal(self) -> str:
        """The task, as a sentence."""
        return f"{self.player.capitalize()} mates in {self.mate_in}."


@cache
def bundled() -> tuple[Entry, ...]:
    """Return the puzzles of the package, 5D chess first, sorted by length and number of timelines."""
    folder = files("hyperchess").joinpath("puzzles")
    texts = (folder.joinpath(name).read_text("utf-8") for name in _FILES.values())
    return tuple(entry for text in texts for entry in read_collection(text))


@cache
def _by_id() -> dict[str, Entry]:
    return {entry.id: entry for entry in bundled()}


def find_entry(id: str) -> Entry | None:
    """Return the bundled puzzle with this id, or `None`."""
    return _by_id().get(id)


def read_collection(text: str) -> Iterator[Entry]:
    """Yield the puzzles of a text written by `collection_text`."""
    for number, proof in enumerate(filter(None, _FIRST.split(text)), 1):
        headers = dict(_HEADER.findall(proof))
        try:
            player, _, _, length = headers["Event"].rstrip(".").split()
            kind = Kind.INFINITE if proof.startswith("[Id: ") else Kind.MULTIVERSE
            yield Entry(
                id=headers["Id"],
                kind=kind,
                player=player.casefold(),
                mate_in=int(length),
                timelines=int(headers["TimelineCount"]) if kind is Kind.MULTIVERSE else 0,
                variant=headers["Origin"],
                difficulty=int(headers["Difficulty"]),
                themes=tuple(filter(None, headers["Themes"].split(", "))),
                proof=proof.rstrip("\n") + "\n",
            )
        except (KeyError, ValueError):
            raise HyperchessError(
                f"puzzle {number} of the collection: expected the headers Id, Event, Origin, TimelineCount, "
                f"Difficulty and Themes, found {', '.join(headers) or 'none'}"
            ) from None


def position_text(entry: Entry) -> str:
    """Return a puzzle without its solution: headers and boards.

    >>> position_text(bundled()[0]).endswith("w]")
    True
    """
    return entry.proof.rstrip().rpartition("\n\n")[0]


def collection_text(candidates: Iterable[Candidate]) -> str:
    """Return the text of a collection, in the given order."""
    return "\n".join(map(_text, candidates))


def _text(candidate: Candidate) -> str:
    moves = candidate.proof.partition("\n\n")[2]
    player = "Black" if _BLACK.match(moves) else "White"
    game = parse(candidate.proof)
    headers = {
        "Id": candidate.id,
        "Event": f"{player} mates in {candidate.mate_in}",
        "Origin": candidate.variant,
        "TimelineCount": str(candidate.features.timelines),
        "Difficulty": str(candidate.features.difficulty),
        "Themes": ", ".join(find_themes(game)),
        "Source": f"seed {candidate.seed}, game {candidate.game}, action {candidate.actions_before}",
    }
    if game.kind is Kind.INFINITE:
        del headers["TimelineCount"]
        lines = [f"[{key}: {value}]" for key, value in headers.items()]
    else:
        lines = [format_header(key, value) for key, value in headers.items()]
    return "\n".join(lines) + "\n" + candidate.proof.rstrip("\n") + "\n"
