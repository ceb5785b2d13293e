"""The engine on time: how late a search of 0.1 s ends, and how long one continues after `stop()`.

python -m benchmarks.lateness [--positions 200] [--seed 1]

The positions are the ends of the games in `tests/corpus/good` (one of them has 120 timelines) and
`tests/corpus/icn`, and random positions of infinite chess with 4 to 5,000 pieces. Every fourth of these has
huygens, so that the search in Python takes it. Each is searched for 0.1 s with one thread, and once more
until it is stopped after a random time of at most 0.1 s. Lateness depends on the load of the machine: run it
on a quiet one. The tests count the work between two checks of the limits instead.
"""

from __future__ import annotations

import gc
import os
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median
from threading import Timer
from time import perf_counter

from benchmarks.timing import Figures
from hyperchess import Budget, infinite
from hyperchess.engine import Engine
from hyperchess.engine.stopping import StopToken
from hyperchess.errors import BudgetExhausted, HyperchessError
from hyperchess.notation.reading import read_all
from hyperchess.rulesets import AnyPosition

__all__ = ["main", "random_infinite"]

CORPUS = Path(__file__).parents[1] / "tests" / "corpus"
SECONDS = 0.1
MEMORY = 16 << 20
SIZES = (3, 10, 30, 100, 300, 1_000, 5_000)
COMMON = ("N", "B", "R", "Q", "P", "GU", "CH", "HA", "AM", "AR", "CA", "NR", "GI", "ZE")


def random_infinite(random: Random, pieces: int, *, huygens: bool = False) -> infinite.Position:
    """Return a random position with a king of each player and `pieces` pieces in all."""
    kinds = (*COMMON, "HU") if huygens else COMMON
    reach = random.choice((8, 64, 4_000)) + round(pieces**0.5) * 2
    squares: set[tuple[int, int]] = set()
    while len(squares) < pieces:
        squares.add((random.randint(-reach, reach), random.randint(-reach, reach)))
    letters = ["K", "k"]
    if huygens:
        letters += ["HU", "hu"]
    while len(letters) < pieces:
        kind = random.choice(kinds)
        letters.append(kind if random.random() < 0.5 else kind.lower())
    placed = zip(letters, sorted(squares, key=lambda _: random.random()), strict=False)
    text = "|".join(f"{letter}{x},{y}" for letter, (x, y) in placed)
    return infinite.Position.parse(f"{random.choice('wb')} {text}")


def corpus() -> Iterator[tuple[str, AnyPosition]]:
    """Yield the ends of the games of the corpus."""
    for path in sorted([*(CORPUS / "good").glob("*.5dpgn"), *(CORPUS / "icn" / "good").glob("*.icn")]):
        with suppress(HyperchessError):
            for number, game in enumerate(read_all(path), 1):
                with suppress(HyperchessError):
                    yield f"{path.stem} {number}", game.final


def randoms(count: int, seed: int) -> Iterator[tuple[str, AnyPosition]]:
    """Yield random positions of infinite chess."""
    for number in range(count):
        random = Random(f"{seed} {number}")
        huygens = number % 4 == 0
        pieces = max(4, round(random.choice(SIZES) * random.uniform(0.5, 1)))
        name = f"random {number}, {pieces} pieces{', huygens' if huygens else ''}"
        yield name, random_infinite(random, pieces, huygens=huygens)


def lateness(engine: Engine, position: AnyPosition) -> float:
    """Return the seconds that a search of `SECONDS` takes too long."""
    began = perf_counter()
    engine.search(position, Budget(seconds=SECONDS))
    return perf_counter() - began - SECONDS


def seconds_to_stop(engine: Engine, position: AnyPosition, delay: float) -> float | None:
    """Return how long a search continues after `stop()`, or nothing if it ended before."""
    asked: list[float] = []
    token = StopToken()  # `Engine.stop` has no effect if the timer ends before the search begins

    def stop() -> None:
        asked.append(perf_counter())
        token.stop()

    timer = Timer(delay, stop)
    timer.start()
    engine.search(position, Budget(seconds=10), stop=token)
    ended = perf_counter()
    timer.cancel()
    timer.join()
    return ended - asked[0] if asked and asked[0] < ended else None


def print_row(what: str, times: list[tuple[float, str]]) -> None:
    """Print the median and the longest of times, with the position of the longest."""
    middle = median(seconds for seconds, _ in times)
    longest, name = max(times)
    print(f"  {what:24}{len(times):>6}{1e3 * middle:>10.1f}{1e3 * longest:>10.1f}  {name}")


def main(arguments: list[str] | None = None) -> Figures:
    """Print the figures and return them."""
    parser = ArgumentParser(prog="python -m benchmarks.lateness")
    parser.add_argument("--positions", type=int, default=40, metavar="N", help="random positions")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args([] if arguments is None else arguments)
    random = Random(asked.seed)
    figures: Figures = {}
    print(f"  load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "")
    print(f"  {'ms':24}{'count':>6}{'median':>10}{'longest':>10}  position of the longest")
    groups: dict[str, list[tuple[float, str]]] = defaultdict(list)
    # No position is kept: the garbage collector would interrupt a search to look at all of them.
    for name, position in chain(corpus(), randoms(asked.positions, asked.seed)):
        is_random = name.startswith("random ")
        group = "corpus" if not is_random else "huygens" if "huygens" in name else "random"
        engine = Engine(memory=MEMORY)
        engine.prepare(position.kind)
        gc.collect()
        with suppress(BudgetExhausted):
            groups[f"{group}, late by"].append((lateness(engine, position), name))
            seconds = seconds_to_stop(engine, position, SECONDS * random.random())
            if seconds is not None:
                groups[f"{group}, after stop()"].append((seconds, name))
    for what, times in groups.items():
        print_row(what, times)
        figures[f"{what} at most, ms"] = 1e3 * max(times)[0]
    return figures


if __name__ == "__main__":
    main(sys.argv[1:])
