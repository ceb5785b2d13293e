"""Find wordings that CONTRIBUTING advises against, in text, comments and messages of the project.

python -m scripts.wording
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

__all__ = ["main"]

_ROOT = Path(__file__).parents[1]
_FILES = (
    "src/*.py",
    "src/*.js",
    "src/*.html",
    "native/*pp",
    "scripts/*.py",
    "benchmarks/*.py",
    "docs/*.md",
    "*.md",
)
_OWN = ("scripts/wording.py", "CHANGELOG.md")
_WORST = re.compile(
    r'\b(?:so many|so much|whoever|somebody|nobody)\b|"""(?:What|How|Where|Who|Those|That|Which|Why) ',
    re.IGNORECASE,
)


def main() -> int:
    """Print the lines with such wordings; return the exit code."""
    listed = subprocess.run(
        ["git", "ls-files", *_FILES], cwd=_ROOT, capture_output=True, text=True, check=True
    )
    found = 0
    for name in sorted(set(listed.stdout.split()) - set(_OWN)):
        for number, line in enumerate((_ROOT / name).read_text(encoding="utf-8").splitlines(), 1):
            if match := _WORST.search(line):
                found += 1
                print(f"{name}:{number}: {match.group()!r}: {line.strip()[:100]}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
