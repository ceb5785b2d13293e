"""A puzzle of a collection without its proof: what a list of puzzles shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hyperchess.puzzles.difficulty import rate_proof
from hyperchess.ruleset import GameKind

__all__ = ["Entry"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle. `rounds` of the solver are the size of its proof.

    `variant` is the starting position of its game, or the kind of hunt; `source` says how to find it again.
    """

    id: str
    kind: GameKind
    player: Literal["white", "black"]
    mate_in: int
    timelines: int
    variant: str
    themes: tuple[str, ...]
    rounds: int
    source: str

    @property
    def goal(self) -> str:
        """The task, as a sentence."""
        return f"{self.player.capitalize()} mates in {self.mate_in}."

    @property
    def difficulty(self) -> int:
        """The difficulty, as a rating."""
        return rate_proof(self.rounds)
