"""A game together with what a study keeps beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from hyperchess.game import Game, Node
from hyperchess.text import Source

__all__ = ["AnyGame", "AnyNode", "Record"]

AnyGame: TypeAlias = Game[Any, Any]
AnyNode: TypeAlias = Node[Any, Any]


@dataclass
class Record:
    """A game, the numbers of its nodes, the text that it was read from, and a title.

    Numbers of nodes last: a node that is deleted leaves a gap, and `next_id` is the first number that was
    never used. `short` has short forms of moves that nobody wrote; `games` is how many the text holds.
    """

    game: AnyGame
    ids: dict[AnyNode, int]
    next_id: int
    source: Source | None = None
    title: str = ""
    games: int = 1
    short: dict[AnyNode, tuple[str, ...]] = field(default_factory=dict)
