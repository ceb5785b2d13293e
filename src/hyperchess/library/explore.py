"""What was played from a position: each action with its games and results, transpositions joined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hyperchess import multiverse
from hyperchess.analysis.wording import action_text
from hyperchess.kinds import Kind
from hyperchess.library.actions import unpack_actions
from hyperchess.library.facts import keys_of, split
from hyperchess.library.store import Store

__all__ = ["Entry", "Explored", "explore"]


@dataclass(frozen=True, slots=True)
class Entry:
    """An action that was played: how often, the results, and the games that reached the position after it.

    `reached` counts all ways to that position, so it may be more than `count`.
    """

    action: tuple[Any, ...]
    text: str
    count: int
    white: int
    draws: int
    black: int
    reached: int

    def as_data(self) -> dict[str, object]:
        """The entry for machines."""
        return {
            "action": self.text,
            "raw": " ".join(map(str, self.action)),
            "count": self.count,
            "white": self.white,
            "draws": self.draws,
            "black": self.black,
            "reached": self.reached,
        }


@dataclass(frozen=True, slots=True)
class Explored:
    """The games that reached a position, and what was played there, the most frequent first."""

    games: int
    entries: tuple[Entry, ...]


def explore(store: Store, position: Any, *, exact: bool = False) -> Explored:
    """What was played from a position, or (not `exact`) from positions with the same front."""
    where = _where(position, exact)
    games = store.value(f"SELECT count(DISTINCT game) FROM positions WHERE {where}")
    rows = store.rows(
        "SELECT action, count(*), count_if(result = 1), count_if(result = 0), count_if(result = -1) "
        f"FROM positions WHERE {where} AND action IS NOT NULL GROUP BY action ORDER BY count(*) DESC, action"
    )
    multi = isinstance(position, multiverse.Position)
    kind, even = (Kind.MULTIVERSE, position.even) if multi else (Kind.INFINITE, False)
    entries = []
    for data, count, white, draws, black in list(rows):
        (action,) = unpack_actions(bytes(data), kind, even=even)
        if multi and not position.is_legal(action):
            continue  # of a game with another past, in which it was
        after = position.play_legal(action)
        reached = store.value(f"SELECT count(DISTINCT game) FROM positions WHERE {_where(after, exact)}")
        text = action_text(position, multiverse.Action(action) if multi else action)
        entries.append(Entry(action, text, count, white, draws, black, reached))
    return Explored(games, tuple(entries))


def _where(position: Any, exact: bool) -> str:
    keys = keys_of(position)
    front_high, front_low = split(keys.front)
    where = f"front_high = {front_high} AND front_low = {front_low}"
    if exact:
        high, low = split(keys.full)
        where += f" AND key_high = {high} AND key_low = {low}"
    return where
