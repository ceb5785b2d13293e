"""What was played from a position: each action with its games and results, transpositions joined."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hyperchess import multiverse
from hyperchess.analysis.wording import action_text
from hyperchess.kinds import Kind
from hyperchess.library.actions import unpack_actions
from hyperchess.library.facts import keys_of, split
from hyperchess.library.store import Store

__all__ = ["Entry", "Explored", "explore", "games_at"]


@dataclass(frozen=True, slots=True)
class Entry:
    """An action that was played: how often, the results, and the games that reached the position after it.

    `reached` counts all ways to that position, so it may be more than `count`.
    """

    before: Any = field(repr=False)
    action: tuple[Any, ...]
    count: int
    white: int
    draws: int
    black: int
    reached: int

    @property
    def text(self) -> str:
        """The action as people read it; worked out when it is asked for, which takes a moment."""
        return action_text(self.before, self.action)

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
    found: list[tuple[tuple[Any, ...], Any, list[int]]] = []
    for data, *counts in rows:
        (action,) = unpack_actions(bytes(data), kind, even=even)
        if multi:
            action = multiverse.Action(action)
            if not position.is_legal(action):
                continue  # it was, in a game with another past
        found.append((action, position.play_legal(action), counts))
    reached = _reached(store, [after for _, after, _ in found], exact)
    return Explored(
        games,
        tuple(
            Entry(position, action, counts[0], counts[1], counts[2], counts[3], after)
            for (action, _, counts), after in zip(found, reached, strict=True)
        ),
    )


def games_at(position: Any, columns: str = "game") -> str:
    """A query for columns of the positions with the same last boards as one."""
    return f"SELECT {columns} FROM positions WHERE {_where(position, exact=False)}"


def _reached(store: Store, positions: list[Any], exact: bool) -> list[int]:
    """How many games reached each of some positions, in one query."""
    if not positions:
        return []
    # One look-up for each: a list of keys would make the database read the whole table.
    counted = (
        f"SELECT {number} AS number, count(DISTINCT game) FROM positions WHERE {_where(position, exact)}"
        for number, position in enumerate(positions)
    )
    return [count for _, count in store.rows(f"{' UNION ALL '.join(counted)} ORDER BY number")]


def _keys(position: Any, exact: bool) -> tuple[int, int]:
    keys = keys_of(position)
    return split(keys.full if exact else keys.front)


def _where(position: Any, exact: bool) -> str:
    front_high, front_low = _keys(position, False)
    where = f"front_high = {front_high} AND front_low = {front_low}"
    if exact:
        high, low = _keys(position, True)
        where += f" AND key_high = {high} AND key_low = {low}"
    return where
