"""A library of games: importing, its size, exploring and searching.

python -m benchmarks.library

The games are random ones of `collection.random_game`, of 28 actions in four variants, in one file of Branched
5DPGN. Processor time is taken for reading and validating them, and for importing them in one process, which
is reading, keys and facts of all positions, and writing; the ratio means something on a busy machine, too.
Scans are searches that replay all games; their rate is by processor time, and only what two processes gain is
by the clock, with the time that they take to start.
For the searches the library is multiplied: its rows are copied with new numbers until it has
`LIBRARY_GAMES` games (100,000 if not set), and sorted. Every search is timed as the shortest of five.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.collection import random_game
from benchmarks.timing import Figures, best
from hyperchess.app.cli.batch import run_parts
from hyperchess.library.facts import game_facts
from hyperchess.library.library import Library, open_library
from hyperchess.library.schema import COLUMNS
from hyperchess.multiverse import start
from hyperchess.notation.reading import read_games, write

GAMES = 1_500
ACTIONS = 28
PATTERN = 'pattern "8/8/8/8/3k4/8/8/.3K3" at any board'
TOTAL = int(os.environ.get("LIBRARY_GAMES", "100000"))


def main() -> Figures:
    """Run the benchmark."""
    with TemporaryDirectory() as folder:
        return _measure(Path(folder))


def _measure(folder: Path) -> Figures:
    path = folder / "games.5dpgn"
    texts = [write(random_game(seed, ACTIONS), "branched") for seed in range(GAMES)]
    path.write_text("\n".join(texts), encoding="utf-8")
    figures: Figures = {}

    def show(what: str, value: float) -> None:
        figures[what] = value
        print(f"  {what:<58}  {value:>14,.2f}")

    games = list(read_games(path))  # which also loads the notation
    with open_library(folder / "first", create=True) as library:  # and this the database
        (folder / "first.5dpgn").write_text(texts[0], encoding="utf-8")
        library.add(folder / "first.5dpgn")
    read = _processor_time(lambda: deque(read_games(path), maxlen=0))  # as an import, which keeps no game
    facts = _processor_time(lambda: [game_facts(game) for game in games])
    with open_library(folder / "library", create=True) as library:
        imported = _processor_time(lambda: library.add(path))
        positions = library._store.value("SELECT count(*) FROM positions")
        show("games", GAMES)
        show("positions per game", positions / GAMES)
        show("reading and validating, games per second", GAMES / read)
        show("keys and facts, games per second", GAMES / facts)
        show("importing, games per second", GAMES / imported)
        show("importing, positions per second", positions / imported)
        show("importing to reading, ratio", imported / read)
        show("bytes a game, all different", library._store.size / GAMES)
        _scan(library, positions, show)
        _multiply(library, TOTAL)
        _search(library, show)
        _share(library, show)
    return figures


def _multiply(library: Library, total: int) -> None:
    """Copy the rows of all games with new numbers until there are enough, and sort them."""
    store = library._store
    games = len(library)
    copies = max(0, total // games - 1)
    for table, number in (("games", "id"), ("positions", "game"), ("boards", "game")):
        columns = ", ".join(
            f"{name} + {games}::INTEGER * c::INTEGER" if name == number else name for name in COLUMNS[table]
        )
        store.run(f"INSERT INTO {table} SELECT {columns} FROM {table}, range(1, {copies + 1}) r(c)")
    store.sort()


def _search(library: Library, show: Callable[[str, float], None]) -> None:
    games = len(library)
    show("games in the large library", games)
    standard = start("Standard")
    after = standard.play(library.explore(standard).entries[0].action)
    for what, position in (("the start", standard), ("one action later", after)):
        hits = library.explore(position).games
        show(f"exploring {what}, {hits:,} games, ms", 1e3 * best(lambda at=position: library.explore(at)))  # type: ignore[misc]
    queries = {
        "event": 'event = "random 7"',
        "front": f'front "{after.fen()}"',
        "board anywhere": 'board "Standard"',
        "timelines": "timelines(white) - timelines(black) >= 3",
        "jumps back": "Nn jumps back >= 2 and check on other timeline",
    }
    for what, query in queries.items():
        seconds = best(lambda query=query: library.count(query))  # type: ignore[misc]
        show(f"counting by {what}, {library.count(query):,} games, ms", 1e3 * seconds)


def _scan(library: Library, positions: int, show: Callable[[str, float], None]) -> None:
    """Replaying all games: nothing more, and with conditions that nothing fits, so that all are looked at."""
    replayed = _processor_time(lambda: sum(1 for game in library.games() for _ in game.positions()))
    show("replaying stored games, positions per second", positions / replayed)
    for query in ("piece K at (0T1)a1", PATTERN, "legal actions < 0"):
        seconds = _processor_time(lambda query=query: library.count(query))  # type: ignore[misc]
        show(f"scanning for {query}, positions per second", positions / seconds)


def _share(library: Library, show: Callable[[str, float], None]) -> None:
    """Measure the gain of two processes on one game in fourteen of the large library."""
    query = 'event ~ "random 12" and legal actions < 0'
    show("games to scan", library.count('event ~ "random 12"'))
    used = process_time()
    alone = _elapsed(lambda: library.count(query))
    show("scanning with one process, processor seconds", process_time() - used)
    used = process_time()
    shared = _elapsed(lambda: library.count(query, share=partial(run_parts, jobs=2)))
    show("scanning with two processes, processor seconds of the first", process_time() - used)
    show("scanning with two processes to one, ratio", alone / shared)


def _elapsed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _processor_time(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


if __name__ == "__main__":
    main()
