"""A collection of 2,000 games, converted and checked by the command line, with one process and with two.

python -m benchmarks.collection

The games are those of `tests/corpus/good` (files with one game, without the one of 120 timelines) and 100
random ones, over and over, each in its own file. What is timed is the whole command: starting, reading,
replaying with the rules, writing files. CPU seconds are those of all processes (on Linux; elsewhere only of
those that the command waits for). Memory is the largest process, once for 200 games and once for 2,000: if it
is flat, the two are alike. At the end 8,000 random games of 8 actions in one file are checked.
"""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from hyperchess.game import Game
from hyperchess.multiverse import Move, Position, start
from hyperchess.notation.reading import read_all, write

CORPUS = Path(__file__).parents[1] / "tests" / "corpus" / "good"
LARGE = "cwmtt-100_timelines"
VARIANTS = ("Standard", "Standard - Turn Zero", "Standard - Two Timelines", "Very Small - Open")
GAMES = 2_000
RANDOM_GAMES = 100
SHORT_GAMES = 8_000
_SUBREAPER = 36  # prctl: processes whose parent has ended are ours to wait for


class Run(NamedTuple):
    """Cost of a command: seconds, CPU seconds of all processes, and peak memory of the largest process in
    megabytes.
    """

    seconds: float
    cpu: float
    megabytes: float


def random_game(seed: int, actions: int = 12) -> Game[Position, Move]:
    """Return a game of random legal actions."""
    chance = random.Random(seed)
    game: Game[Position, Move] = Game(start(chance.choice(VARIANTS)), {"Event": f"random {seed}"})
    node = game.root
    for _ in range(actions):
        position = node.position if node.parent is not None else game.start
        assert position is not None
        choice = list(position.actions(30))
        if not choice:
            break
        node = node.add(chance.choice(choice))
    return game


def fill(folder: Path, count: int) -> None:
    """Write a collection: one file for each game."""
    paths = [path for path in sorted(CORPUS.glob("*.5dpgn")) if path.stem != LARGE]
    texts = [path.read_text(encoding="utf-8") for path in paths if len(read_all(path)) == 1]
    texts += [write(random_game(seed), "shad") for seed in range(RANDOM_GAMES)]
    for number, text in enumerate(islice(cycle(texts), count)):
        (folder / f"{number:04}.5dpgn").write_text(text, encoding="utf-8")


def fill_one(file: Path) -> None:
    """Write a file with many short games."""
    texts = [write(random_game(seed, 8), "shad") for seed in range(RANDOM_GAMES)]
    file.write_text("\n\n".join(islice(cycle(texts), SHORT_GAMES)), encoding="utf-8")


def run(*arguments: str) -> Run:
    """Run the command line and return what it cost."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    began = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "hyperchess", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    if not hasattr(os, "wait4"):  # Windows
        process.wait()
        return Run(perf_counter() - began, float("nan"), float("nan"))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"hyperchess {' '.join(arguments)} left with {process.returncode}")
    seconds = perf_counter() - began
    cpu = usage.ru_utime + usage.ru_stime
    with suppress(ChildProcessError):  # those that outlive the command for a moment
        while sys.platform == "linux":
            _, _, more = os.wait3(0)
            cpu += more.ru_utime + more.ru_stime
    scale = 1 if sys.platform == "darwin" else 1024
    return Run(seconds, cpu, usage.ru_maxrss * scale / 1e6)


def main() -> dict[str, dict[str, float]]:
    """Print the figures and return them."""
    figures: dict[str, dict[str, float]] = {}
    with TemporaryDirectory() as temporary:
        few, many = Path(temporary, "few"), Path(temporary, "many")
        for folder, count in ((few, GAMES // 10), (many, GAMES)):
            folder.mkdir()
            fill(folder, count)
        one = Path(temporary, "one.5dpgn")
        fill_one(one)
        print(f"{'':46} {'games/s':>8} {'seconds':>8} {'CPU s':>7} {'largest':>8}")
        out = ("--force", "--out-dir", f"{temporary}/out")
        for what, source, count, arguments in (
            ("check", few, GAMES // 10, ("check", "--level", "error")),
            ("check", many, GAMES, ("check", "--level", "error")),
            ("check one file", one, SHORT_GAMES, ("check", "--level", "error")),
            ("convert to branched", few, GAMES // 10, ("convert", "--to", "branched", *out)),
            ("convert to branched", many, GAMES, ("convert", "--to", "branched", *out)),
            ("convert to raw", few, GAMES // 10, ("convert", "--to", "raw", *out)),
            ("convert to raw", many, GAMES, ("convert", "--to", "raw", *out)),
        ):
            for jobs in (1, 2):
                used = run(*arguments, str(source), "-j", str(jobs))
                name = f"{what}, {count:,} games, {jobs} process{'es' * (jobs > 1)}"
                rate = count / used.seconds
                figures[name] = {"games_per_second": rate, **used._asdict()}
                numbers = f"{rate:8,.0f} {used.seconds:8.2f} {used.cpu:7.2f} {used.megabytes:5,.0f} MB"
                print(f"{name:46} {numbers}")
    return figures


if __name__ == "__main__":
    main()
