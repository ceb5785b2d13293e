"""Integrity check of a library: its tables must agree with each other, and its games with their positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from hyperchess import multiverse
from hyperchess.errors import HyperchessError
from hyperchess.library.facts import game_facts
from hyperchess.library.games import STORED, StoredGame
from hyperchess.library.search import JOINED
from hyperchess.library.store import Store
from hyperchess.multiverse.line_table import POSITION, LineTable
from hyperchess.text import plural

__all__ = ["find_faults"]

_ORPHANS = {
    "positions": "SELECT count(*) FROM positions WHERE game NOT IN (SELECT id FROM games)",
    "boards": "SELECT count(*) FROM boards WHERE game NOT IN (SELECT id FROM games)",
    "problems": "SELECT count(*) FROM problems WHERE game NOT IN (SELECT id FROM games)",
    "duplicates": "SELECT count(*) FROM duplicates WHERE game NOT IN (SELECT id FROM games)",
    "games without a source": "SELECT count(*) FROM games WHERE source NOT IN (SELECT id FROM sources)",
}

_TOGETHER = 4_000  # games whose positions are fetched at once
_MISCOUNTED = """
    SELECT count(*) FROM popular p JOIN (
        SELECT front, material, count(DISTINCT game) AS n FROM positions
        WHERE front IN (SELECT front FROM popular) AND NOT ({newer}) GROUP BY ALL
    ) c ON c.front = p.front AND c.material = p.material
    WHERE p.is_total AND p.key IS NULL AND c.n != p.games"""


def find_faults(store: Store) -> Iterator[str]:
    """Yield the faults of a library as sentences."""
    for what, query in _ORPHANS.items():
        count = store.value(query)
        if count:
            yield f"{plural(count, 'row')} of {what} belong to nothing"
    repeated = store.value("SELECT count(*) - count(DISTINCT id) FROM games")
    if repeated:
        yield f"{plural(repeated, 'number')} of games given twice"
    wrong = store.rows(
        "SELECT s.name, s.games, count(*) FROM sources s JOIN (SELECT source FROM games UNION ALL "
        "SELECT source FROM duplicates) n ON n.source = s.id GROUP BY ALL HAVING s.games != count(*)"
    )
    for name, said, found in wrong:
        yield f"{name} had {plural(said, 'game')}, and {found:,} are in the library"
    if store.value(_MISCOUNTED.format(newer=store.newer_games or "FALSE")):
        yield "the numbers of popular positions do not agree with the positions"
    rows = store.rows(f"SELECT {STORED} FROM {JOINED} ORDER BY g.id")
    while together := [StoredGame.of_row(row) for row in islice(rows, _TOGETHER)]:
        stored = _positions(store, together[0].id, together[-1].id)
        for game in together:
            fault = _fault(game, stored.get(game.id, []))
            if fault:
                yield fault


def _positions(store: Store, first: int, last: int) -> dict[int, list[tuple[Any, ...]]]:
    """Return the position rows of some games; each call scans all rows, so ask for many games."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    columns = "game, key, front, material, ply"
    sql = f"SELECT {columns} FROM positions WHERE game BETWEEN ? AND ? ORDER BY game, ply"
    for game, *row in store.rows(sql, [first, last]):
        found.setdefault(game, []).append(tuple(row))
    return found


def _fault(game: StoredGame, stored: list[tuple[Any, ...]]) -> str:
    """Return the fault of a game, or an empty string."""
    try:
        if game.tree is None and isinstance(game.start, multiverse.Position):
            line: LineTable | None = game.start.line_table(game.packed)
        else:
            line = game_facts(game.game()).line
    except (HyperchessError, ValueError) as error:
        return f"game {game.id} cannot be replayed: {error}"
    rows = b"" if line is None else line.positions
    made = [row[:4] for row in POSITION.iter_unpack(rows)]
    return "" if made == stored else f"game {game.id} does not agree with its positions"
