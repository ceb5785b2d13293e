"""The tour of the README, run by the Python that runs this file: it needs hyperchess and nothing else.

python scripts/tour.py

A wheel passes it in an empty environment. Examples that need an extra are not in the tour.
"""

from __future__ import annotations

import doctest
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def main() -> int:
    """Return the number of failed examples."""
    import hyperchess

    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    rules = hyperchess.multiverse.start("Standard").rules.name
    passed = results.attempted - results.failed
    print(f"{passed} of {results.attempted} examples, {rules} rules, {hyperchess.__file__}")
    return results.failed


if __name__ == "__main__":
    sys.exit(main())
