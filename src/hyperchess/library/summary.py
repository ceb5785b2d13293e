"""Counts of a library."""

from __future__ import annotations

from typing import Any

from hyperchess.library.store import Store

__all__ = ["summarize"]

_MOST = 12


def summarize(store: Store) -> dict[str, dict[str, Any]]:
    """Return the totals, and the number of games by variant, result, player, ending, length and so on."""
    numbers = {
        "games": "SELECT count(*) FROM games",
        "of 5D chess": "SELECT count(*) FROM games WHERE kind = '5d'",
        "of infinite chess": "SELECT count(*) FROM games WHERE kind = 'infinite'",
        "with errors": "SELECT count(*) FROM games WHERE errors > 0",
        "duplicates": "SELECT count(*) FROM duplicates",
        "sources": "SELECT count(*) FROM sources",
        "positions": "SELECT count(*) FROM positions",
        "different positions": "SELECT count(*) FROM (SELECT DISTINCT key, front FROM positions)",
        "different fronts": "SELECT count(*) FROM (SELECT DISTINCT front, material FROM positions)",
        "longest game, actions": "SELECT coalesce(max(plies), 0) FROM games",
        "most timelines": "SELECT coalesce(max(timelines), 0) FROM games",
    }
    counted = {name: int(store.value(query)) for name, query in numbers.items()}
    return {
        "numbers": {**counted, "bytes": store.size},
        "variants": _counts(store, "CASE WHEN variant = '' THEN 'custom' ELSE variant END", "games"),
        "results": _counts(store, "CASE WHEN result = '' THEN 'unknown' ELSE result END", "games"),
        "players": _counts(
            store, "player", "(SELECT white AS player FROM games UNION ALL SELECT black FROM games)"
        ),
        "ends": _counts(store, "status", "games"),
        "actions": dict(store.rows("SELECT plies, count(*) FROM games GROUP BY plies ORDER BY plies")),
        "timelines": dict(
            store.rows("SELECT timelines, count(*) FROM games GROUP BY timelines ORDER BY timelines")
        ),
    }


def _counts(store: Store, column: str, table: str) -> dict[str, int]:
    query = (
        f"SELECT {column} AS name, count(*) FROM {table} GROUP BY name HAVING name IS NOT NULL "
        f"ORDER BY count(*) DESC, name LIMIT {_MOST}"
    )
    return dict(store.rows(query))
