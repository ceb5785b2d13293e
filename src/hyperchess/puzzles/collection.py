"""Puzzle collections as text: proof trees in Branched 5DPGN, which `hyperchess verify` reads.

Each puzzle has the headers `Id`, `Event`, `Puzzle`, `Origin` (the variant of its game), `TimelineCount`,
`Difficulty` and `Source` (how to reproduce it). The bundled collection is `mates.5dpgn`; listing it reads
only the headers.

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
from hyperchess.notation.text5d.header_text import format_header
from hyperchess.puzzles.candidates import Candidate

__all__ = ["Entry", "bundled", "collection_text", "find_entry", "position_text", "read_collection"]

_FILE = "mates.5dpgn"
_FIRST = re.compile(r'^(?=\[Id ")', re.MULTILINE)
_HEADER = re.compile(r'^\[(\w+) "([^"]*)"\]$', re.MULTILINE)
_BLACK = re.compile(r"^\d+b\.", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a collection. Its proof is the solution, and starts with the position."""

    id: str
    player: str
    mate_in: int
    timelines: int
    variant: str
    difficulty: int
    proof: str

    @property
    def goal(self) -> str:
        """The task, as a sentence."""
        return f"{self.player.capitalize()} mates in {self.mate_in}."


@cache
def bundled() -> tuple[Entry, ...]:
    """Return the puzzles of the package, sorted by length and number of timelines."""
    text = files("hyperchess").joinpath("puzzles", _FILE).read_text("utf-8")
    return tuple(read_collection(text))


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
            yield Entry(
                id=headers["Id"],
                player=player.casefold(),
                mate_in=int(length),
                timelines=int(headers["TimelineCount"]),
                variant=headers["Origin"],
                difficulty=int(headers["Difficulty"]),
                proof=proof,
            )
        except (KeyError, ValueError):
            raise HyperchessError(
                f"puzzle {number} of the collection: expected the headers Id, Event, Origin, TimelineCount "
                f"and Difficulty, found {', '.join(headers) or 'none'}"
            ) from None


def position_text(entry: Entry) -> str:
    """Return a puzzle without its solution: headers and boards.

    >>> position_text(bundled()[0]).endswith("w]")
    True
    """
    return entry.proof.partition("\n\n")[0]


def collection_text(candidates: Iterable[Candidate]) -> str:
    """Return the text of a collection, in the given order."""
    return "\n".join(map(_text, candidates))


def _text(candidate: Candidate) -> str:
    moves = candidate.proof.partition("\n\n")[2]
    player = "Black" if _BLACK.match(moves) else "White"
    headers = {
        "Id": candidate.id,
        "Event": f"{player} mates in {candidate.mate_in}",
        "Origin": candidate.variant,
        "TimelineCount": str(candidate.features.timelines),
        "Difficulty": str(candidate.features.difficulty),
        "Source": f"seed {candidate.seed}, game {candidate.game}, action {candidate.actions_before}",
    }
    lines = [format_header(key, value) for key, value in headers.items()]
    return "\n".join(lines) + "\n" + candidate.proof.rstrip("\n") + "\n"
