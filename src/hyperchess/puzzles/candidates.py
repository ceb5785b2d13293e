"""Puzzles as they are found, stored in a file so that a run can be continued."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from hyperchess import multiverse
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyGame
from hyperchess.journal import Journal
from hyperchess.puzzles.entry import Entry
from hyperchess.puzzles.themes import find_themes
from hyperchess.ruleset import GameKind

__all__ = ["Candidate", "Searched", "append_searched", "measure_entry", "open_searched", "read_searched"]

_ID = 10  # characters


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proven puzzle, and its proof as text."""

    entry: Entry
    proof: str


@dataclass(frozen=True, slots=True)
class Searched:
    """A game or random position by its seed and number, and the puzzles found in it."""

    seed: int
    game: int
    candidates: tuple[Candidate, ...]


def measure_entry(proof: AnyGame, variant: str, mate_in: int, rounds: int, source: str) -> Entry:
    """Return the entry of the puzzle that a proof tree solves, found with `rounds` of the solver.

    Its id is derived from its position, so it is stable if the position is found again.
    """
    position = proof.root.position
    text = position.text()
    return Entry(
        id=sha256(text.encode("ascii")).hexdigest()[:_ID],
        kind=proof.kind,
        player="white" if position.player.name == "WHITE" else "black",
        mate_in=mate_in,
        timelines=len(position.timelines) if isinstance(position, multiverse.Position) else 0,
        variant=variant,
        themes=find_themes(proof),
        rounds=rounds,
        source=source,
    )


def open_searched(file: Path) -> Journal:
    """Open the journal of a search for puzzles."""
    return Journal(file, begins=('{"seed": ',))


def append_searched(journal: Journal, searched: Searched) -> None:
    """Write a game to the journal."""
    journal.append(asdict(searched))


def read_searched(journal: Journal) -> Iterator[Searched]:
    """Yield the games of the journal; raise `HyperchessError` if a line is something else."""
    for number, data in enumerate(journal.entries, 1):
        try:
            yield Searched(data["seed"], data["game"], tuple(map(_candidate, data["candidates"])))
        except (ValueError, TypeError, KeyError):
            message = f"{journal.path}, line {number}: this is not a game that was searched for puzzles"
            raise HyperchessError(message) from None


def _candidate(data: dict[str, Any]) -> Candidate:
    entry = data["entry"]
    kind, themes = GameKind(entry["kind"]), tuple(entry["themes"])
    return Candidate(Entry(**{**entry, "kind": kind, "themes": themes}), data["proof"])
