"""Run benchmarks, print their tables and write their figures as JSON.

python -m benchmarks [NAME ...] [--json FILE]
"""

from __future__ import annotations

import json
import platform
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import benchmarks

RESULTS = Path("build") / "benchmarks.json"
# A million games take an hour; what the solver reaches is compared with another checkout.
NO_BENCHMARKS = {"__main__", "compare", "million", "solver_reach", "timing"}


def names() -> list[str]:
    """The names of all benchmarks."""
    return [module.name for module in iter_modules(benchmarks.__path__) if module.name not in NO_BENCHMARKS]


def main() -> None:
    """Run the benchmarks of these names, or all of them."""
    parser = ArgumentParser(prog="python -m benchmarks", description=benchmarks.__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which ones: {', '.join(names())}")
    parser.add_argument("--json", type=Path, default=RESULTS, metavar="FILE", help=f"figures ({RESULTS})")
    asked = parser.parse_args()
    unknown = sorted(set(asked.names) - set(names()))
    if unknown:
        parser.error(f"no benchmark {unknown[0]!r}; there are {', '.join(names())}")
    machine = {
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
    }
    figures: dict[str, object] = {"machine": machine}
    print(", ".join(machine.values()))
    for name in asked.names or names():
        print(f"\n{name}")
        figures[name] = import_module(f"benchmarks.{name}").main()
    asked.json.parent.mkdir(parents=True, exist_ok=True)
    asked.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(f"\nwritten to {asked.json}")


if __name__ == "__main__":
    main()
