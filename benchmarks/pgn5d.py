"""Benchmarks of reading and writing 5DPGN, against 5d-chess-js where it can read the same games.

python -m benchmarks.pgn5d

The corpus: 120 random games of about 40 actions on four variants, written by our own writer with comments and
evaluation marks, and the game files of `tests/corpus/good`. Timed is the way from the text in memory to the
syntax tree, or to the validated game (all claims held against the rules), on one core.
"""

from __future__ import annotations

import json
import subprocess
import tracemalloc
from pathlib import Path

from benchmarks.kernel import PEERS, install_peer
from benchmarks.timing import Figures, best
from hyperchess.notation.pgn5d.parser import parse_games
from hyperchess.notation.pgn5d.writers import write_branched, write_shad
from hyperchess.notation.text5d.resolve import resolve
from hyperchess.text import Source
from tests.notation.random_games import random_game

FILES = sorted((Path(__file__).parents[1] / "tests" / "corpus" / "good").glob("*.5dpgn"))
VARIANTS = ("Standard", "Standard - Turn Zero", "Simple - No Queens", "Standard - Princess")
# Games that the peer reads to the end; the others it refuses or misreads.
PEER_FILES = ("cwmtt-standard", "cwmtt-another", "cwmtt-test1", "shad-1.1", "cwmtt-exiledKings")


def read(text: str) -> None:
    """Read and validate all games of a text."""
    for syntax in parse_games(Source(text)):
        resolve(syntax)


def memory_per_game(texts: list[str]) -> float:
    """Return the bytes that a read game keeps, on average."""
    tracemalloc.start()
    games = [resolve(syntax) for text in texts for syntax in parse_games(Source(text))]
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / len(games)


def peer_ratio() -> float | None:
    """Return how many times longer the peer takes to read and validate the same games; `None` without it."""
    if not install_peer():
        return None
    texts = [path.read_text(encoding="utf-8") for path in FILES if path.stem in PEER_FILES]
    command = ["node", str(Path(__file__).with_name("5d-chess-js-import.cjs")), str(PEERS)]
    run = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    theirs: float = sum(result["ms"] for result in json.loads(run.stdout)) / 1_000
    return theirs / best(lambda: list(map(read, texts)))


def main() -> Figures:
    """Print the figures and return them."""
    games = [random_game(seed, variant=VARIANTS[seed % 4], actions=40, variations=0) for seed in range(120)]
    texts = [write_shad(game).text for game in games]
    actions = sum(len(game.main_line) for game in games)
    files = [path.read_text(encoding="utf-8") for path in FILES if "100_timelines" not in path.stem]
    figures: Figures = {
        "actions per random game": actions / len(games),
        "syntax trees per second (random games)": len(texts) / best(lambda: list(map(_parse, texts))),
        "games read and validated per second (random games)": len(texts)
        / best(lambda: list(map(read, texts))),
        "game files read and validated per second": len(files) / best(lambda: list(map(read, files)), 3),
        "games written as Branched per second": 30 / best(lambda: list(map(write_branched, games[:30])), 2),
        "memory per game read (KiB)": memory_per_game(texts[:30]) / 1_024,
    }
    ratio = peer_ratio()
    if ratio is not None:
        figures["read and validate: 5d-chess-js / hyperchess"] = ratio
    print("Reading and writing 5DPGN (from text in memory, one core)")
    for name, value in figures.items():
        print(f"  {name:55} {value:12,.1f}")
    return figures


def _parse(text: str) -> None:
    parse_games(Source(text))


if __name__ == "__main__":
    main()
