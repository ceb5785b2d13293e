"""Number of mates of real games that `hyperchess solve` decides in time, here and in another checkout, in one
run.

python -m benchmarks.solver_reach --base ../before
python -m benchmarks.solver_reach --base ../before --game shad-e3 --game cwmtt-futures

The games of `tests/corpus/good` that end in mate, three plies before (mate in 2 within 8 seconds) and five
plies before with up to 5 timelines (mate in 3 within 30 seconds). Both checkouts run the whole command with
their own `.venv`, on the same file, one after the other. The seconds are those of the clock: the machine has
to be quiet.
"""

from __future__ import annotations

import subprocess
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import hyperchess as hc
from benchmarks.compare import HERE, find_python
from benchmarks.solver import CORPUS, FEW_TIMELINES
from benchmarks.timing import Figures

ASKED = ((2, 8, 1_000), (3, 30, FEW_TIMELINES))
"""Actions, seconds, timelines at most."""
OUTCOMES = {0: "mate", 1: "none", 3: "unknown"}
"""Results of the command by exit code."""


def puzzles(plies: int, most_timelines: int) -> Iterator[tuple[str, str]]:
    """Yield the names of games that end in mate, and their texts up to `plies` plies before."""
    for path in sorted(CORPUS.glob("*.5dpgn")):
        for game in hc.read_games(path):
            line: list[Any] = list(game.main_line)
            if len(line) < plies or not game.end.is_resolved or game.end.position.status.word != "checkmate":
                continue
            before = line[-plies].parent
            if len(before.position.timeline_boards) <= most_timelines:
                for reply in before.children:
                    reply.delete()
                yield path.stem, hc.write(game, "shad")


def solved(checkout: Path, file: Path, mate_in: int, seconds: int) -> tuple[str, float]:
    """Return the result of a checkout for a puzzle, and the time of its command."""
    begin = perf_counter()
    asked = ["solve", str(file), "--mate-in", str(mate_in), "--time", str(seconds), "--first", "--json"]
    run = subprocess.run(
        [find_python(checkout), "-m", "hyperchess", *asked], cwd=checkout, capture_output=True, check=False
    )
    return OUTCOMES.get(run.returncode, f"failed ({run.returncode})"), perf_counter() - begin


def main(arguments: list[str] | None = None) -> Figures:
    """Print the figures and return them."""
    parser = ArgumentParser(prog="python -m benchmarks.solver_reach")
    parser.add_argument("--base", type=Path, required=True, help="the other checkout, with a .venv")
    parser.add_argument("--game", action="append", metavar="NAME", help="only this game; may be repeated")
    options = parser.parse_args(arguments)
    base = options.base.resolve()
    figures: Figures = {}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.5dpgn"
        for mate_in, seconds, most_timelines in ASKED:
            found: dict[str, dict[str, str]] = {"here": {}, "there": {}}
            for name, text in puzzles(2 * mate_in - 1, most_timelines):
                if options.game and name not in options.game:
                    continue
                file.write_text(text, encoding="utf-8")
                cells = []
                for checkout, where in ((HERE, "here"), (base, "there")):
                    outcome, spent = solved(checkout, file, mate_in, seconds)
                    found[where][name] = outcome
                    cells.append(f"{where}: {outcome:<8} {spent:>6.2f} s")
                print(f"  mate in {mate_in}: {name:<24} {'   '.join(cells)}", flush=True)
            for where, outcomes in found.items():
                undecided = [name for name, outcome in outcomes.items() if outcome not in ("mate", "none")]
                decided = len(outcomes) - len(undecided)
                figures[f"mate in {mate_in}, decided within {seconds} s, {where}"] = decided
                print(
                    f"  mate in {mate_in} within {seconds} s, {where}: {decided} of {len(outcomes)} decided;"
                    f" undecided: {', '.join(undecided) or 'none'}"
                )
    return figures


if __name__ == "__main__":
    main()
