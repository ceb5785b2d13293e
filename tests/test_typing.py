"""Types of the public API: two checkers agree on the snippets, and `Any` becomes rarer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hyperchess as hc
from tests import typing_snippets

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "hyperchess"
SNIPPETS = [
    value
    for name, value in vars(typing_snippets).items()
    if callable(value) and getattr(value, "__module__", "") == typing_snippets.__name__ and name != "count"
]
MOST_ANY = {
    "analysis": 11,
    "api": 96,
    "app": 186,
    "engine": 50,
    "infinite": 9,
    "library": 94,
    "multiverse": 2,
    "notation": 69,
    "picture": 16,
    "puzzles": 2,
    "root": 34,
    "studies": 113,
}
"""Lines that mention `Any`, for each package: lower a number when it falls, never raise one."""

MOST_KINDS = {
    "analysis": 12,
    "api": 12,
    "app": 53,
    "engine": 29,
    "infinite": 4,
    "library": 26,
    "multiverse": 4,
    "notation": 42,
    "puzzles": 20,
    "root": 26,
    "studies": 55,
}
"""Lines that mention `GameKind`: what differs between the games belongs to a `Ruleset` or an `isinstance`."""


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: snippet.__name__)
def test_the_snippets_run(snippet: Callable[[], None]) -> None:
    snippet()


@pytest.mark.parametrize("name", ["AnyGame", "AnyMove", "AnyNode", "AnyPosition"])
def test_unions_are_classes_at_run_time(name: str) -> None:
    union: Any = getattr(hc, name)
    assert name in hc.__all__ and (union | None) is not None
    game = hc.parse(typing_snippets.MOVES)
    assert any(isinstance(each, union) for each in (game, game.root, game.final, game.end.moves[0].move))


def test_what_is_no_game_and_no_ruleset_is_refused() -> None:
    expect: Any = hc.expect
    ruleset_of: Any = hc.ruleset_of
    game = hc.parse("1. e4")
    for function, arguments in ((expect, (5, hc.MULTIVERSE)), (expect, (game, 5)), (ruleset_of, (5,))):
        with pytest.raises(hc.InvalidArgument, match="expected"):
            function(*arguments)


@pytest.mark.slow
def test_pyright_finds_the_types_of_the_snippets() -> None:
    """The other checker, mypy, reads the snippets with all tests."""
    program = ROOT / "node_modules" / "pyright" / "index.js"
    if not program.is_file():
        pytest.skip("pyright is not installed; `npm ci` installs it")
    folder = str(Path(sys.executable).parent)
    found = subprocess.run(
        ["node", str(program), "--pythonpath", sys.executable, "tests/typing_snippets.py"],
        cwd=ROOT,
        env={**os.environ, "PATH": folder + os.pathsep + os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr


def count_lines(word: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for path in SOURCES.rglob("*.py"):
        package, *inside = path.relative_to(SOURCES).parts
        lines = path.read_text(encoding="utf-8").splitlines()
        counts[package if inside else "root"] += sum(bool(re.search(rf"\b{word}\b", line)) for line in lines)
    return counts


@pytest.mark.parametrize(("word", "most"), [("Any", MOST_ANY), ("GameKind", MOST_KINDS)])
def test_untyped_and_branching_code_becomes_rarer(word: str, most: dict[str, int]) -> None:
    found = count_lines(word)
    assert {package: count for package, count in found.items() if count > most.get(package, 0)} == {}
