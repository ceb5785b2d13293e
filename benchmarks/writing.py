"""Writing 5DPGN and hashing: random games, and long ones, in which nothing may grow but the text.

python -m benchmarks.writing

The random games are those of `benchmarks.pgn5d`, read from their text. A long game moves the knights to and
fro. What is timed is the writer, or the hash of the last position, on a game that was just read; in CPU
seconds. A time for each turn that grows with the number of turns means that something looks at the whole game
at each move.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice
from time import process_time

from benchmarks.pgn5d import VARIANTS
from benchmarks.timing import Figures
from hyperchess.game import MultiverseGame
from hyperchess.multiverse import MULTIVERSE
from hyperchess.notation.pgn5d.writers import write_branched, write_shad
from hyperchess.notation.reading import parse
from tests.notation.random_games import random_game

GAMES = 30
TURNS = (100, 500, 1_000)
KNIGHTS = ("Nf3 / Nf6", "Ng1 / Ng8")


def long_text(turns: int) -> str:
    """Return a game of `turns` turns."""
    played = enumerate(islice(cycle(KNIGHTS), turns), start=1)
    return '[Board "Standard"]\n\n' + "".join(f"{number}. {turn}\n" for number, turn in played)


def cpu_time(work: Callable[[MultiverseGame], object], texts: list[str], runs: int = 3) -> float:
    """The shortest CPU time of some runs over all games, each read anew."""
    shortest = float("inf")
    for _ in range(runs):
        games = [parse(text, game=MULTIVERSE) for text in texts]
        begin = process_time()
        for game in games:
            work(game)
        shortest = min(shortest, process_time() - begin)
    return shortest


def main() -> Figures:
    """Print the figures and return them."""
    games = [random_game(seed, variant=VARIANTS[seed % 4], actions=40, variations=0) for seed in range(GAMES)]
    texts = [write_shad(game).text for game in games]
    works: dict[str, Callable[[MultiverseGame], object]] = {
        "5DPGN": write_shad,
        "Branched 5DPGN": write_branched,
        "hash": lambda game: game.final.hash(),
    }
    figures: Figures = {}
    for name, work in works.items():
        if name != "hash":
            figures[f"{name}, random games written per second"] = GAMES / cpu_time(work, texts)
        for turns in TURNS:
            figures[f"{name}, {turns} turns, ms"] = 1e3 * cpu_time(work, [long_text(turns)])
    print("Writing 5DPGN (one core, CPU time)")
    for name, value in figures.items():
        print(f"  {name:55} {value:12,.1f}")
    return figures


if __name__ == "__main__":
    main()
