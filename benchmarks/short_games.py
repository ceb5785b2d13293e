r"""Reading and validating short games one at a time, against the C++ reader of 5dchess_engine if it is there.

python -m benchmarks.short_games

Timed is the processor time from the text in memory to the validated game, in the named notation, as the
other reader has it, and with detection; and that of a new process from its start to its first game. The other
reader is built in a checkout of 5dchess_engine, once its libraries are built there:

    c++ -O3 -flto -DNDEBUG -std=c++20 -Isrc/client -Isrc/core -Isrc/misc 5dchess-engine-import.cpp \
        build/lib5dchess_client.a build/lib5dchess_core.a -o import

and named by `PEER_READER=./import`. The games are those of `PEER_GAMES`, a folder, or of `tests/corpus/good`.
Both read in turn, three times, and the shortest time of each counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import process_time

from benchmarks.timing import Figures
from hyperchess.notation.reading import parse

CORPUS = Path(__file__).parents[1] / "tests" / "corpus" / "good"
LONGEST = 1_000  # characters of a short game
ROUNDS, RUNS = 3, 40
_FIRST = "import sys, hyperchess as hc; hc.parse(sys.stdin.read(), *sys.argv[1:])"


def theirs(program: str, files: list[Path]) -> dict[Path, float]:
    """Return the microseconds of the other reader, of the games that it reads."""
    run = subprocess.run([program, *map(str, files)], capture_output=True, text=True, check=True)
    rows = (line.split("\t") for line in run.stdout.splitlines())
    return {Path(name): float(microseconds) for name, microseconds in rows}


def ours(text: str, notation: str | None) -> float:
    """Return the microseconds of our reader."""
    shortest = float("inf")
    for _ in range(RUNS):
        began = process_time()
        parse(text, notation)
        shortest = min(shortest, process_time() - began)
    return 1e6 * shortest


def first_game(text: str, *notation: str) -> float:
    """Return the processor time of a process that reads one game, in milliseconds."""
    import resource

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    shortest = float("inf")
    for _ in range(5):
        began = used()
        subprocess.run([sys.executable, "-c", _FIRST, *notation], input=text, text=True, check=True)
        shortest = min(shortest, used() - began)
    return 1e3 * shortest


def main() -> Figures:
    """Print the figures and return them."""
    program = os.environ.get("PEER_READER")
    folder = Path(os.environ.get("PEER_GAMES", CORPUS))
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.5dpgn"))}
    texts = {path: text for path, text in texts.items() if len(text) <= LONGEST}
    named, detected, peer = ({path: float("inf") for path in texts} for _ in range(3))
    for _ in range(ROUNDS):
        for path, microseconds in (theirs(program, [*texts]) if program else {}).items():
            peer[path] = min(peer[path], microseconds)
        for path, text in texts.items():
            named[path] = min(named[path], ours(text, "shad"))
            detected[path] = min(detected[path], ours(text, None))
    figures: Figures = {}
    print("Short games, microseconds of processor time")
    print(f"  {'':44} {'named':>8} {'detected':>8} {'theirs':>8} {'theirs/named':>12}")
    for path in texts:
        figures[f"{path.stem}, microseconds"] = named[path]
        figures[f"{path.stem}, with detection, microseconds"] = detected[path]
        compared = ""
        if peer[path] < float("inf"):
            figures[f"{path.stem}: 5dchess_engine / hyperchess"] = peer[path] / named[path]
            compared = f"{peer[path]:8,.0f} {peer[path] / named[path]:12.2f}"
        print(f"  {path.stem:44} {named[path]:8,.0f} {detected[path]:8,.0f} {compared}")
    if sys.platform != "win32":
        text = min(texts.values(), key=len)
        for what, notation in (("named", ["shad"]), ("detected", [])):
            figures[f"a new process to its first game, {what}, ms"] = first_game(text, *notation)
            print(f"  a new process to its first game, {what}: {figures[[*figures][-1]]:,.0f} ms")
    return figures


if __name__ == "__main__":
    main()
