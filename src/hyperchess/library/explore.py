"""What was played from a position: each action with its games and results, transpositions joined."""

from __future__ import annotations

from collections.abc import Iterable
from operator import add
from typing import Any, NamedTuple

from hyperchess import multiverse
from hyperchess.kinds import Kind
from hyperchess.library.actions import unpack_actions
from hyperchess.library.explored import Entry, Explored
from hyperchess.library.facts import keys_of, same_position, word
from hyperchess.library.store import Store

__all__ = ["explore", "first_games_at", "games_at"]


class Counts(NamedTuple):
    """How often an action was played, and the results of the games."""

    played: int = 0
    white: int = 0
    draws: int = 0
    black: int = 0

    def plus(self, other: Counts) -> Counts:
        """The sum of both."""
        return Counts(*map(add, self, other))


def explore(store: Store, position: Any, *, exact: bool = False) -> Explored:
    """What was played from a position, or (not `exact`) from positions with the same front."""
    games, counted, newer = _played(store, position, exact)
    rows = sorted(counted.items(), key=lambda row: (-row[1].played, row[0]))
    multi = isinstance(position, multiverse.Position)
    kind, even = (Kind.MULTIVERSE, position.even) if multi else (Kind.INFINITE, False)
    found: list[tuple[tuple[Any, ...], Any, Counts]] = []
    for data, counts in rows:
        (action,) = unpack_actions(data, kind, even=even)
        if multi:
            action = multiverse.Action(action)
            if not position.is_legal(action):
                continue  # it was, in a game with another past
        found.append((action, position.play_legal(action), counts))
    reached = _reached(store, [after for _, after, _ in found], exact, newer)
    return Explored(
        games,
        tuple(
            Entry(position, action, *counts, after)
            for (action, _, counts), after in zip(found, reached, strict=True)
        ),
    )


def games_at(position: Any) -> str:
    """A query for the games with the same last boards as a position."""
    return f"SELECT game FROM positions WHERE {_where(position)}"


def first_games_at(store: Store, position: Any, limit: int) -> list[tuple[int, int]]:
    """The first games that reached a position, or one with the same last boards, and the plies."""
    found = f"SELECT game, ply FROM positions WHERE {_where(position)}"
    if not isinstance(position, multiverse.Position):  # which may come up twice in a game
        found = f"SELECT game, min(ply) FROM ({found}) GROUP BY game"
    return [(game, ply) for game, ply in store.rows(f"{found} ORDER BY game LIMIT ?", [limit])]


def _played(store: Store, position: Any, exact: bool) -> tuple[int, dict[bytes, Counts], str | None]:
    """The games that reached a position, and what was played there.

    The third value is the condition for games that were not counted before, `None` if it is not popular.
    """
    keys = keys_of(position)
    front, material, key = _words(position)
    games = 0
    counted: dict[bytes, Counts] = {}
    popular = list(
        store.rows(
            "SELECT key, is_total, action, games, count, white, draws, black FROM popular "
            f"WHERE front = {front} AND material = {material}"
        )
    )
    for its_key, is_total, action, number, *counts in popular:
        if is_total and its_key == (key if exact else None):
            games += number
        elif not is_total and action is not None and (not exact or its_key == key):
            counted[bytes(action)] = counted.get(bytes(action), Counts()).plus(Counts(*counts))
    newer = store.newer_games if popular else None
    if newer == "":
        return games, counted, newer
    where = f"{same_position(keys, exact=exact)} AND {newer or 'TRUE'}"
    rows = store.rows(
        "SELECT action, count(*), count_if(result = 1), count_if(result = 0), count_if(result = -1) "
        f"FROM positions WHERE {where} GROUP BY action"
    )
    more = 0
    for action, *counts in rows:
        more += counts[0]
        if action is not None:
            counted[bytes(action)] = counted.get(bytes(action), Counts()).plus(Counts(*counts))
    if more and not isinstance(position, multiverse.Position):  # the others do not come up twice in a game
        more = store.value(f"SELECT count(DISTINCT game) FROM positions WHERE {where}")
    return games + more, counted, newer


def _reached(store: Store, positions: list[Any], exact: bool, newer: str | None) -> list[int]:
    """How many games reached each of some positions after one.

    `newer` is the condition for games that were not counted before, `None` if the position before them is not
    popular: the same numbers follow without what was counted.
    """
    if not positions:
        return []
    keys = [_words(position) for position in positions]
    fronts = {front for front, _, _ in keys}
    names = "front, material, key" if exact else "front, material"
    total = "key IS NOT NULL" if exact else "key IS NULL"
    popular: dict[tuple[int, ...], int] = {}
    if newer is not None:
        sql = f"SELECT {names}, games FROM popular WHERE front IN {_listed(fronts)} AND is_total AND {total}"
        popular = {tuple(words): games for *words, games in store.rows(sql)}
    known = {words[0] for words in popular}
    # The rows are sorted by their front: its list of keys keeps the database from reading the whole table.
    wheres = [f"front IN {_listed(fronts - known)}"] if fronts - known else []
    if known and newer:
        wheres.append(f"front IN {_listed(known)} AND {newer}")
    number = "count(*)" if isinstance(positions[0], multiverse.Position) else "count(DISTINCT game)"
    found = [
        row
        for where in wheres
        for row in store.rows(f"SELECT {names}, {number} FROM positions WHERE {where} GROUP BY ALL")
    ]
    counted = {tuple(words): count for *words, count in found}
    wanted = [key if exact else key[:2] for key in keys]
    return [popular.get(words, 0) + counted.get(words, 0) for words in wanted]


def _listed(words: Iterable[int]) -> str:
    return f"({', '.join(map(str, sorted(words)))})"


def _words(position: Any) -> tuple[int, int, int]:
    keys = keys_of(position)
    return word(keys.front), keys.material, word(keys.full)


def _where(position: Any) -> str:
    return same_position(keys_of(position), exact=False)
