"""Run benchmarks of two checkouts in turn, and print how many times better this one is.

python -m benchmarks.compare --base ../before [--rounds 3] NAME [NAME ...]

Each checkout is run in its own folder with its own `.venv`. The two take turns, so that a machine that is
busy for a while slows down both; of each figure the best of all rounds counts. A ratio of 1.10 means: here it
is better by a tenth (a rate is higher, a time or a memory is lower). Figures that only one of the two has are
left out.
"""

from __future__ import annotations

import json
import subprocess
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

__all__ = ["find_python", "flat", "main", "ratio"]

HERE = Path(__file__).parents[1]
RESULTS = Path("build") / "benchmarks.json"
_RATES = ("per second", "per_second", "/ hyperchess", "times faster", "/s")
_COSTS = (" ms", "_ms", "seconds", "cpu", "megabytes", "KiB", "MB", "µs", "us", "bytes")


def ratio(name: str, before: float, after: float) -> float | None:
    """Return the improvement of a figure, judged by the unit in its name; `None` if it has no direction.

    >>> ratio("games per second", 100, 110), ratio("perft(3), ms", 10, 8), ratio("plies", 7, 7)
    (1.1, 1.25, None)
    """
    if not before or not after:
        return None
    if any(unit in name for unit in _RATES):
        return after / before
    return before / after if any(unit in name for unit in _COSTS) else None


def flat(figures: object, name: str = "") -> Iterator[tuple[str, float]]:
    """The numbers in nested tables, with the names on the way to them.

    >>> dict(flat({"web": {"fast": {"p50_ms": 3}, "text": "no"}}))
    {'web, fast, p50_ms': 3.0}
    """
    if isinstance(figures, dict):
        for key, value in figures.items():
            yield from flat(value, f"{name}, {key}" if name else str(key))
    elif isinstance(figures, int | float) and not isinstance(figures, bool):
        yield name, float(figures)


def find_python(checkout: Path) -> Path:
    """The interpreter of a checkout."""
    windows = checkout / ".venv" / "Scripts" / "python.exe"
    python = windows if windows.is_file() else checkout / ".venv" / "bin" / "python"
    if not python.is_file():
        raise SystemExit(f"{checkout} has no .venv: run `make test` there once")
    return python


def run(checkout: Path, names: list[str]) -> dict[str, float]:
    """The figures of one run in a checkout."""
    run_there = subprocess.run(
        [find_python(checkout), "-m", "benchmarks", *names],
        cwd=checkout,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if run_there.returncode:
        raise SystemExit(f"the benchmarks of {checkout} failed:\n{run_there.stdout}")
    figures = json.loads((checkout / RESULTS).read_text(encoding="utf-8"))
    return dict(flat({name: figures.get(name) for name in names}))


def better(name: str, one: float, other: float) -> float:
    """The better of two figures of the same name."""
    found = ratio(name, one, other)
    return other if found is not None and found > 1 else one


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(prog="python -m benchmarks.compare", description=__doc__)
    parser.add_argument("names", nargs="+", metavar="NAME", help="benchmarks that both checkouts have")
    parser.add_argument("--base", type=Path, required=True, help="the folder of the other checkout")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is run (3)")
    asked = parser.parse_args()
    if asked.base.resolve() == HERE:
        parser.error("--base is another checkout, not this one")
    figures: dict[Path, dict[str, float]] = {asked.base.resolve(): {}, HERE: {}}
    for number in range(1, asked.rounds + 1):
        for checkout, kept in figures.items():
            print(f"round {number} of {asked.rounds}: {checkout}", flush=True)
            for name, value in run(checkout, asked.names).items():
                kept[name] = better(name, kept[name], value) if name in kept else value
    before, after = figures.values()
    shared = [name for name in after if name in before]
    width = max(map(len, shared), default=0)
    print(f"\n{'':{width}} {'base':>14} {'here':>14} {'times better':>13}")
    for name in shared:
        found = ratio(name, before[name], after[name])
        shown = "" if found is None else f"{found:13.2f}"
        print(f"{name:{width}} {before[name]:14,.3f} {after[name]:14,.3f} {shown}")


if __name__ == "__main__":
    main()
