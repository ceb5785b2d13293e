"""Actions played from a position, with games and results, transpositions included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import add
from typing import Any, NamedTuple

from hyperchess.library.explored import Entry, Explored
from hyperchess.library.facts import same_position, word
from hyperchess.library.lines import creates_timeline, play_elsewhere
from hyperchess.library.store import Store
from hyperchess.ruleset import BasePosition, Ruleset
from hyperchess.rulesets import AnyAction, AnyPosition, play_action, ruleset_of

__all__ = ["explore", "first_games_at", "games_at"]


class Played(NamedTuple):
    """Number of games in which an action was played, and their results.

    `is_own`: played from the position itself, not only from one with another past. `reached` is the number of
    games that reached the position after it, where it was counted.
    """

    times: int
    white: int
    draws: int
    black: int
    is_own: bool
    reached: int | None = None

    def plus(self, other: Played) -> Played:
        """Merge two entries; the entry of the position itself takes precedence."""
        first, second = (other, self) if other.is_own else (self, other)
        reached = second.reached if first.reached is None else first.reached
        times, white, draws, black = map(add, self[:4], other[:4])
        return Played(times, white, draws, black, first.is_own, reached)


def explore(store: Store, position: AnyPosition, *, exact: bool = False) -> Explored[Any]:
    """Return the actions played from a position, or (not `exact`) from positions with the same front."""
    newer = store.newer_games
    games, actions, is_popular = _played(store, position, exact, newer)
    ruleset: Ruleset[Any, Any, Any] = ruleset_of(position)
    before: BasePosition[Any, Any] = position
    found: list[tuple[Any, Played]] = []
    afters: dict[int, AnyPosition] = {}  # positions to count games for
    for data, played in sorted(actions.items(), key=lambda row: (-row[1].times, row[0])):
        action: AnyAction = ruleset.unpack(data, position)
        if not played.is_own or played.reached is None:
            play = play_action if played.is_own else play_elsewhere
            after = play(position, action)
            if after is None:
                continue  # played in a game with another past
            if played.reached is None or creates_timeline(position, after):
                afters[len(found)] = after
        found.append((action, played))
    reached = dict(
        zip(afters, _reached(store, position, [*afters.values()], exact, newer, is_popular), strict=True)
    )
    return Explored(
        games,
        tuple(
            Entry(before, action, *played[:4], reached.get(place, played.reached or 0))
            for place, (action, played) in enumerate(found)
        ),
    )


def games_at(position: AnyPosition) -> str:
    """Return a query for the games with the same last boards as a position."""
    return f"SELECT game FROM positions WHERE {_where(position)}"


def first_games_at(store: Store, position: AnyPosition, limit: int) -> list[tuple[int, int]]:
    """Return the first games that reached a position, or one with the same last boards, and the plies."""
    found = f"SELECT game, ply FROM positions WHERE {_where(position)}"
    if ruleset_of(position).recurs:
        found = f"SELECT game, min(ply) FROM ({found}) GROUP BY game"
    return [(game, ply) for game, ply in store.rows(f"{found} ORDER BY game LIMIT ?", [limit])]


def _played(
    store: Store, position: AnyPosition, exact: bool, newer: str
) -> tuple[int, dict[bytes, Played], bool]:
    """Return the games that reached a position, the actions played there, and whether the position is
    popular.

    `newer` is the condition for games that were not counted before.
    """
    front, material, key = _words(position)
    games = 0
    actions: dict[bytes, Played] = {}
    popular = list(
        store.rows(
            "SELECT key, is_total, action, games, count, white, draws, black, reached FROM popular "
            f"WHERE front = {front} AND material = {material}"
        )
    )
    for its_key, is_total, action, number, times, white, draws, black, reached in popular:
        if is_total and its_key == (key if exact else None):
            games += number
        elif not is_total and action is not None and (not exact or its_key == key):
            after = None if exact or newer else reached
            played = Played(times, white, draws, black, its_key == key, after)
            actions[action] = actions[action].plus(played) if action in actions else played
    if popular and not newer:
        return games, actions, True
    where = same_position(position.keys(), exact=exact) + (f" AND {newer}" if popular else "")
    rows = store.rows(
        "SELECT action, count(*), count_if(result = 1), count_if(result = 0), count_if(result = -1), "
        f"bool_or(key = {key}) FROM positions WHERE {where} GROUP BY action"
    )
    more = 0
    for action, *values in rows:
        more += values[0]
        if action is not None:
            played = Played(*values)
            actions[action] = actions[action].plus(played) if action in actions else played
    if more and ruleset_of(position).recurs:
        more = store.value(f"SELECT count(DISTINCT game) FROM positions WHERE {where}")
    return games + more, actions, bool(popular)


def _reached(
    store: Store, before: AnyPosition, positions: list[AnyPosition], exact: bool, newer: str, is_popular: bool
) -> list[int]:
    """Return the number of games that reached each of several successor positions, in a few queries.

    Where all games are counted, a position that is not in the tables was reached by at most one game. It was
    reached because an action that leads there was played, unless that action creates a timeline, which
    depends on the past.
    """
    keys = [_words(position) if exact else _words(position)[:2] for position in positions]
    fronts = {key[0] for key in keys}
    found: Counter[tuple[int, ...]] = Counter()
    names = "front, material, key" if exact else "front, material"
    if is_popular and fronts and (exact or newer):
        total = "key IS NOT NULL" if exact else "key IS NULL"
        sql = f"SELECT {names}, games FROM popular WHERE front IN {_listed(fronts)} AND is_total AND {total}"
        found.update({tuple(words): games for *words, games in store.rows(sql)})
    known = {words[0] for words in found}
    wheres = [f"front IN {_listed(known)} AND {newer}"] if known and newer else []
    others = fronts - known
    if others and not exact and not newer:
        sql = "SELECT front, material, games FROM reached WHERE front IN (SELECT unnest(?::UBIGINT[]))"
        found.update({tuple(words): games for *words, games in store.rows(sql, [sorted(others)])})
        others = {
            key[0]
            for position, key in zip(positions, keys, strict=True)
            if key not in found and creates_timeline(before, position)
        }
        found.update({key: 1 for key in keys if key not in found and key[0] not in others})
    if others:
        # Rows are sorted by front: the list prevents a scan of the whole table.
        wheres.append(f"front IN {_listed(others)}")
    number = "count(DISTINCT game)" if ruleset_of(before).recurs else "count(*)"
    for where in wheres:
        for *words, games in store.rows(
            f"SELECT {names}, {number} FROM positions WHERE {where} GROUP BY ALL"
        ):
            found[tuple(words)] += games
    return [found[key] for key in keys]


def _listed(words: Iterable[int]) -> str:
    return f"({', '.join(map(str, sorted(words)))})"


def _words(position: AnyPosition) -> tuple[int, int, int]:
    keys = position.keys()
    return word(keys.front), keys.material, word(keys.full)


def _where(position: AnyPosition) -> str:
    return same_position(position.keys(), exact=False)
