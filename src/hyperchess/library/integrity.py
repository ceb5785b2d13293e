"""Whether a library is complete: its tables agree with each other, and its games with their positions."""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.errors import HyperchessError
from hyperchess.library.facts import game_facts
from hyperchess.library.games import STORED, StoredGame
from hyperchess.library.search import JOINED
from hyperchess.library.store import Store
from hyperchess.multiverse.line_table import POSITION
from hyperchess.text import plural

__all__ = ["find_faults"]

_ORPHANS = {
    "positions": "SELECT count(*) FROM positions WHERE game NOT IN (SELECT id FROM games)",
    "boards": "SELECT count(*) FROM boards WHERE game NOT IN (SELECT id FROM games)",
    "problems": "SELECT count(*) FROM problems WHERE game NOT IN (SELECT id FROM games)",
    "duplicates": "SELECT count(*) FROM duplicates WHERE game NOT IN (SELECT id FROM games)",
    "games without a source": "SELECT count(*) FROM games WHERE source NOT IN (SELECT id FROM sources)",
}


def find_faults(store: Store) -> Iterator[str]:
    """What is wrong with a library, as sentences; nothing if it is complete."""
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
    columns = "key, front, material, ply"
    for row in store.rows(f"SELECT {STORED} FROM {JOINED} ORDER BY g.id"):
        game = StoredGame.of_row(row)
        stored = store.rows(f"SELECT {columns} FROM positions WHERE game = ? ORDER BY ply", [game.id])
        try:
            facts = game_facts(game.game())
        except (HyperchessError, ValueError) as error:
            yield f"game {game.id} cannot be replayed: {error}"
            continue
        rows = b"" if facts.line is None else facts.line.positions
        made = [row[:4] for row in POSITION.iter_unpack(rows)]
        if made != list(stored):
            yield f"game {game.id} does not agree with its positions"
