"""Conversion from every notation of 5D chess to every other: games per second.

python -m benchmarks.convert [how many corpus games]

Timed is `hyperchess.convert` on one text: reading with the rules, and writing with all marks. Printed is the
mean over the games for each pair, and the slowest and the fastest pair. No start-up time is in it; the public
converter, a process for each call, takes 320 to 590 ms for a game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

import hyperchess as hc
from benchmarks.timing import Figures
from hyperchess.game import AnyGame
from hyperchess.notation.registry import notations

GAMES = Path(__file__).parents[1] / "tests" / "corpus" / "good"
MOST_GAMES = 5


def corpus(most: int) -> list[AnyGame]:
    """Games that can be followed to their end, of middle length first."""
    games = [game for path in sorted(GAMES.glob("*.5dpgn")) for game in hc.read_all(path)]
    whole = [game for game in games if game.main_line and all(node.is_resolved for node in game.walk())]
    return sorted(whole, key=lambda game: abs(len(game.main_line) - 20))[:most]


def convert_time(texts: list[str], source: str, target: str) -> float:
    """Seconds for one game."""
    begin = perf_counter()
    for text in texts:
        hc.convert(text, to=target, source=source)
    return (perf_counter() - begin) / len(texts)


def main() -> Figures:
    """Print the figures and return them."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else MOST_GAMES
    games = corpus(most)
    names = [name for name in notations() if not name.startswith("icn")]
    texts = {name: [hc.write(game, name) for game in games] for name in names}
    actions = sum(len(game.main_line) for game in games) / len(games)
    print(
        f"{len(games)} games of {actions:.0f} actions in the mean; games per second, from (rows) to (columns)"
    )
    width = max(map(len, names))
    print(" " * width, *(f"{name[:8]:>8}" for name in names))
    times = {}
    for source in names:
        for target in names:
            times[source, target] = convert_time(texts[source], source, target)
        rates = (f"{1 / times[source, target]:8.1f}" for target in names)
        print(f"{source:<{width}}", *rates, flush=True)
    for word, pick in (("slowest", max), ("fastest", min)):
        pair = pick(times, key=lambda pair: times[pair])
        print(f"{word}: {pair[0]} to {pair[1]}, {times[pair] * 1e3:.1f} ms for a game")
    return {f"{source} to {target}, ms": 1e3 * seconds for (source, target), seconds in times.items()}


if __name__ == "__main__":
    main()
