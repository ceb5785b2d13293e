"""The tables of a library.

`positions` has one row per position of each main line, as far as it can be replayed: ply 0 is the start, ply
n follows the n-th action. Effects of an action (`jumps`, `captured`, `shift`) are in the row of the position
after it; `action` is the one played *from* the position. The rows are sorted by front key, without an index:
a lookup reads only the blocks that can contain the key. `boards` has one row per created board, sorted by
content. `reached` has the number of games of each front with more than one row; `popular` has the actions
played from fronts with many rows. Both are derived from `positions` when the rows are sorted.

Keys are words of 64 bits. The material follows from the front, and the front from the key, but each is hashed
on its own: a front is found by front and material, a position by all three, which is 128 and 192 bits.
"""

from __future__ import annotations

__all__ = ["COLUMNS", "COUNTED", "OLDER", "SORTED", "TABLES", "VERSION"]

VERSION = 4

TABLES: dict[str, dict[str, str]] = {
    "meta": {"name": "VARCHAR PRIMARY KEY", "value": "VARCHAR"},
    "sources": {
        "id": "INTEGER",
        "name": "VARCHAR",
        "size": "BIGINT",  # size of the file or archive member; -1 if unknown
        "mtime": "BIGINT",  # in nanoseconds
        "digest": "VARCHAR",  # of the contents, once everything was read
        "pieces": "INTEGER",  # imported pieces of its text; most pieces are one game
        "games": "INTEGER",  # games read, including duplicates
        "status": "VARCHAR",  # partial, done, or failed
        "problem": "VARCHAR",  # reason of the failure
    },
    "starts": {"id": "INTEGER", "kind": "VARCHAR", "key": "VARCHAR", "name": "VARCHAR", "data": "BLOB"},
    "games": {
        "id": "INTEGER",
        "source": "INTEGER",
        "number": "INTEGER",  # number in its source, from 1
        "kind": "VARCHAR",
        "notation": "VARCHAR",
        "variant": "VARCHAR",
        "white": "VARCHAR",
        "black": "VARCHAR",
        "event": "VARCHAR",
        "site": "VARCHAR",
        "date": "VARCHAR",
        "result": "VARCHAR",
        "plies": "INTEGER",  # actions that can be replayed
        "moves": "INTEGER",
        "timelines": "INTEGER",  # at the end
        "jumps": "INTEGER",
        "errors": "INTEGER",
        "warnings": "INTEGER",
        "status": "VARCHAR",  # of the last position: checkmate, stalemate, ongoing, ... or unknown
        "start": "INTEGER",
        "line": "VARCHAR",  # hash of start and canonical actions
        "headers": "VARCHAR",  # JSON
        "actions": "BLOB",
        "tree": "BLOB",  # content beyond a plain line of legal actions, as compressed JSON notation
    },
    "duplicates": {"game": "INTEGER", "source": "INTEGER", "number": "INTEGER", "notation": "VARCHAR"},
    "problems": {
        "game": "INTEGER",
        "line": "INTEGER",
        "col": "INTEGER",
        "severity": "VARCHAR",
        "code": "VARCHAR",
        "message": "VARCHAR",
    },
    "positions": {
        "front": "UBIGINT",  # key of the last boards
        "key": "UBIGINT",  # key of all boards
        "material": "UBIGINT",  # of the last boards
        "game": "INTEGER",
        "ply": "INTEGER",
        "player": "UTINYINT",  # player to move: 0 is White
        "result": "TINYINT",  # of the game: 1, 0, -1, and 2 if it is not known
        "white_lines": "INTEGER",  # timelines created by White
        "black_lines": "INTEGER",
        "timelines": "INTEGER",
        "boards": "INTEGER",
        "present": "INTEGER",  # half-turns: White's turn T is 2T, Black's 2T+1
        "shift": "INTEGER",  # of the present, in half-turns
        "checked": "INTEGER",  # timelines on which the player to move has a royal in check
        "cross_time": "BOOLEAN",  # a check from another board
        "cross_line": "BOOLEAN",  # a check from another timeline
        "jumps": "VARCHAR",  # of each jump the letter and the turns back, as in `N2 q-1`
        "branches": "INTEGER",
        "captured": "VARCHAR",  # letters, as in `Q p`
        "action": "BLOB",
    },
    "boards": {
        "contents": "UBIGINT",
        "game": "INTEGER",
        "ply": "INTEGER",
    },
    "reached": {"front": "UBIGINT", "material": "UBIGINT", "games": "BIGINT"},
    "popular": {
        "front": "UBIGINT",
        "material": "UBIGINT",
        "key": "UBIGINT",  # NULL in the row for all actions
        "is_total": "BOOLEAN",  # whether the row is for all actions
        "action": "BLOB",
        "count": "BIGINT",  # number of rows
        "white": "BIGINT",
        "draws": "BIGINT",
        "black": "BIGINT",
        "games": "BIGINT",  # number of distinct games
        "reached": "BIGINT",  # games that reached the front after the action; NULL in rows for all actions
    },
}

COLUMNS = {table: tuple(columns) for table, columns in TABLES.items()}

SORTED = {"positions": "front, game, ply", "boards": "contents, game, ply"}
"""The order of the rows of the large tables."""

COUNTED = {
    "reached": """
        SELECT front, material, count(DISTINCT game) FROM {of}.positions WHERE front IN (
            SELECT front FROM (SELECT front, lag(front) OVER () AS before FROM {of}.positions)
            WHERE front = before)
        GROUP BY front, material ORDER BY front""",
    "popular": """
        SELECT c.* EXCLUDE (example), CASE WHEN n.game IS NOT NULL THEN coalesce(r.games, 1) END
        FROM (
            SELECT front, material, key, grouping(action) = 1 AS is_total, action, count(*),
                count_if(result = 1), count_if(result = 0), count_if(result = -1), count(DISTINCT game),
                CASE WHEN NOT is_total AND action IS NOT NULL
                    THEN min((game::BIGINT << 32) | ply) END AS example
            FROM {of}.positions WHERE front IN (
                SELECT front FROM {of}.positions WHERE rowid % 8 = 0 GROUP BY front HAVING count(*) > 1)
            GROUP BY GROUPING SETS ((front, material, key, action), (front, material, key), (front, material))
        ) c
        LEFT JOIN {of}.positions n ON ((n.game::BIGINT << 32) | n.ply) = c.example + 1
        LEFT JOIN {of}.reached r ON r.front = n.front AND r.material = n.material
        ORDER BY c.front""",
}
"""Derived tables, in order of creation.

`reached` compares adjacent rows: it contains all fronts with at least two rows. `popular` samples the sorted
rows: it contains fronts with at least 16 rows. The games that reached the front after an action are the games
of the position that followed in one of them, because all of them played the same action in the same position.
"""

OLDER: dict[int, dict[str, dict[str, str]]] = {
    1: {
        "positions": {"front": "front_high", "key": "key_high"},
    },
    2: {},
    3: {},
}
"""For each older version that can be read, the columns computed from others, as SQL expressions."""
