"""TextMate grammar of all text notations, from the one description of their tokens.

python -m scripts.textmate [--check]

Visual Studio Code, Sublime Text and GitHub highlight with such a grammar. `--check` fails if the file in the
repository is not the one that the description gives.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hyperchess.app.lsp.grammar import COMMAND, COMMENT, KINDS, RULES, Rule

FILE = Path(__file__).parents[1] / "editors" / "vscode" / "syntaxes" / "hyperchess.tmLanguage.json"
NAME = "hyperchess"


def grammar() -> dict[str, Any]:
    """Return the grammar."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "information_for_contributors": [
            "Written by python -m scripts.textmate: change the description there."
        ],
        "name": "Games of 5D chess and infinite chess",
        "scopeName": f"source.{NAME}",
        "fileTypes": ["5dpgn", "icn", "4xel", "alexbay"],
        "patterns": [{"include": "#comment"}, *map(_pattern, RULES)],
        "repository": {
            "comment": {
                "name": _scope("comment"),
                "begin": COMMENT[0],
                "end": COMMENT[1],
                "patterns": [_pattern(COMMAND), {"include": "#comment"}],
            }
        },
    }


def _pattern(rule: Rule) -> dict[str, Any]:
    if re.compile(rule.pattern).groups == 0:
        return {"match": rule.pattern, "name": _scope(rule.kinds[0])}
    captures = {str(number): {"name": _scope(kind)} for number, kind in enumerate(rule.kinds, start=1)}
    return {"match": rule.pattern, "captures": captures}


def _scope(kind: str) -> str:
    return f"{KINDS[kind].scope}.{NAME}"


def text() -> str:
    """Return the file."""
    return json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file, or compare it."""
    check = "--check" in (sys.argv[1:] if arguments is None else arguments)
    if not check:
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(text(), encoding="utf-8")
        return 0
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == text():
        return 0
    print(f"{FILE.name} is out of date: run python -m scripts.textmate", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
