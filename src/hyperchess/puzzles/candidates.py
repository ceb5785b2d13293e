"""Puzzle candidates found in games, stored in a file so that a run can be continued."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hyperchess.errors import HyperchessError
from hyperchess.journal import Journal
from hyperchess.puzzles.difficulty import Features

__all__ = ["Candidate", "Searched", "append_searched", "open_searched", "read_searched"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proven puzzle of a game: its origin, its features, its key, and its proof as text.

    `id` is derived from its position, so it is stable if the position is found again. `boards` are the last
    boards of its timelines, used to detect near-duplicates.
    """

    id: str
    seed: int
    game: int
    actions_before: int
    variant: str
    features: Features
    key: str
    boards: tuple[str, ...]
    rounds: int
    proof: str

    @property
    def mate_in(self) -> int:
        """The number of actions of the attacker."""
        return self.features.mate_in


@dataclass(frozen=True, slots=True)
class Searched:
    """A game by its seed and number, and the candidates found in it."""

    seed: int
    game: int
    candidates: tuple[Candidate, ...]


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
    return Candidate(**{**data, "features": Features(**data["features"]), "boards": tuple(data["boards"])})
