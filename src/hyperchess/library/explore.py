"""What was played from a position: each action with its games and results, transpositions joined."""

from __future__ import annotations

from typing import Any

from hyperchess import multiverse
from hyperchess.kinds import Kind
from hyperchess.library.actions import unpack_actions
from hyperchess.library.explored import Entry, Explored
from hyperchess.library.facts import keys_of, same_position, word
from hyperchess.library.store import Store

__all__ = ["explore", "games_at"]


def explore(store: Store, position: Any, *, exact: bool = False) -> Explored:
    """What was played from a position, or (not `exact`) from positions with the same front."""
    where = _where(position, exact)
    rows = list(
        store.rows(
            "SELECT action, count(*), count_if(result = 1), count_if(result = 0), count_if(result = -1), "
            f"count(DISTINCT game), grouping(action) FROM positions WHERE {where} "
            "GROUP BY GROUPING SETS ((action), ()) ORDER BY count(*) DESC, action"
        )
    )
    games = next((row[5] for row in rows if row[6]), 0)
    multi = isinstance(position, multiverse.Position)
    kind, even = (Kind.MULTIVERSE, position.even) if multi else (Kind.INFINITE, False)
    found: list[tuple[tuple[Any, ...], Any, list[int]]] = []
    for data, *counts, _, is_total in rows:
        if data is None or is_total:
            continue
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
    keys = [_words(position) for position in positions]
    # The rows are sorted by their front: its list of keys keeps the database from reading the whole table.
    fronts = sorted({front for front, _, _ in keys})
    names = "front, material, key" if exact else "front, material"
    found = store.rows(
        f"SELECT {names}, count(DISTINCT game) FROM positions "
        f"WHERE front IN ({', '.join(map(str, fronts))}) GROUP BY ALL"
    )
    counted = {tuple(words): count for *words, count in found}
    return [counted.get(key if exact else key[:2], 0) for key in keys]


def _words(position: Any) -> tuple[int, int, int]:
    keys = keys_of(position)
    return word(keys.front), keys.material, word(keys.full)


def _where(position: Any, exact: bool) -> str:
    return same_position(keys_of(position), exact=exact)
