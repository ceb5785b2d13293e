"""A game with the data that a study stores."""

from __future__ import annotations

from dataclasses import dataclass, field

from hyperchess.game import AnyGame, AnyNode
from hyperchess.text import Source

__all__ = ["Record"]


@dataclass
class Record:
    """A game, the numbers of its nodes, the text that it was read from, and a title.

    Node numbers are permanent: a deleted node leaves a gap, and `next_id` is the first unused number. `short`
    has short forms of generated moves; `games` is the number of games in the text.
    """

    game: AnyGame
    ids: dict[AnyNode, int]
    next_id: int
    source: Source | None = None
    title: str = ""
    games: int = 1
    short: dict[AnyNode, tuple[str, ...]] = field(default_factory=dict)
