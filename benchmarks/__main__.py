"""Run all benchmarks, print their tables and write their figures as JSON."""

from __future__ import annotations

import json
import platform
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import benchmarks

RESULTS = Path("build") / "benchmarks.json"


def main(wanted: list[str]) -> None:
    """Run the benchmarks of these names, or all of them."""
    machine = {
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
    }
    figures: dict[str, object] = {"machine": machine}
    print(", ".join(machine.values()))
    for module in iter_modules(benchmarks.__path__):
        if module.name != "__main__" and (not wanted or module.name in wanted):
            print(f"\n{module.name}")
            figures[module.name] = import_module(f"benchmarks.{module.name}").main()
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(f"\nwritten to {RESULTS}")


if __name__ == "__main__":
    main(sys.argv[1:])
