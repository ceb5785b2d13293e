"""What was found in games: candidates for a collection, kept in a file so that a run can be continued."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hyperchess.errors import HyperchessError
from hyperchess.puzzles.difficulty import Features

__all__ = ["Candidate", "Searched", "append_searched", "read_searched"]

_BEGIN = b'{"seed": '  # of every line


@dataclass(frozen=True, slots=True)
class Candidate:
    """A proven puzzle of a game: where it comes from, its features, its key, and its proof as text.

    `id` is made from its position, so it stays the same wherever the position is found again. `boards` are
    the last boards of its timelines, by which near-duplicates are recognised.
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
    """A game by its seed and number, and what was found in it."""

    seed: int
    game: int
    candidates: tuple[Candidate, ...]


def append_searched(file: Path, searched: Searched) -> None:
    """Add a game to a file, as a line of JSON."""
    with file.open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(json.dumps(asdict(searched)) + "\n")


def read_searched(file: Path) -> Iterator[Searched]:
    """The games of a file; none if there is no such file. A last line that was cut off is taken out of it."""
    if not file.exists():
        return
    *lines, rest = file.read_bytes().split(b"\n")
    if rest and not rest.startswith(_BEGIN):
        raise _not_a_store(file, len(lines) + 1)
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            candidates = tuple(map(_candidate, data["candidates"]))
            yield Searched(data["seed"], data["game"], candidates)
        except (ValueError, TypeError, KeyError):
            raise _not_a_store(file, number) from None
    if rest:
        file.write_bytes(b"".join(line + b"\n" for line in lines))


def _not_a_store(file: Path, line: int) -> HyperchessError:
    return HyperchessError(f"{file}, line {line}: this is not a game that was searched for puzzles")


def _candidate(data: dict[str, Any]) -> Candidate:
    return Candidate(**{**data, "features": Features(**data["features"]), "boards": tuple(data["boards"])})
