"""Assumptions of a verdict are reported together with it."""

import json
from pathlib import Path
from typing import Any

import pytest

from hyperchess.analysis.assumptions import list_assumptions
from hyperchess.app.cli.command_table import find_module
from hyperchess.notation.reading import parse
from hyperchess.text import Problem, Severity, Source, Span
from tests.app.cli.runner import run

MATE = '[Board "Custom"]\n[Size "5x5"]\n[4k/5/5/5/K1R2:0:1:w]\n1. Kb2 / Ke4\n2. Re1 / Kd3\n'
PROMOTIONS = "no promotions are named: Q is assumed"
VARIANT = "no variant is named: taken to be Standard"


def assumed_game(*_: object) -> Any:
    """A game with the problems that readers report for what they assume."""
    game = parse(MATE)
    stated = [problem for problem in game.problems if not problem.code.startswith("assumed-")]
    assumed = [
        Problem(Source(MATE), Span(0, 0), code, message, severity=Severity.INFO)
        for code, message in (
            ("assumed-promotions", PROMOTIONS),
            ("assumed-variant", VARIANT),
            ("assumed-variant", VARIANT),
        )
    ]
    game.problems = (*stated, *assumed)
    return game


def test_each_is_named_once() -> None:
    assert list_assumptions(assumed_game()) == (PROMOTIONS, VARIANT)
    assert list_assumptions(parse('[Board "Standard"] 1. e4')) == ()


@pytest.mark.parametrize("command", ["show", "status", "solve"])
def test_commands_that_print_a_verdict_tell_it(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mate.5dpgn"
    file.write_text(MATE, encoding="utf-8")
    module = find_module(command)
    monkeypatch.setattr(f"{module}.one_game", assumed_game)
    if command == "solve":
        monkeypatch.setattr(f"{module}.read_games", lambda *_: iter([assumed_game()]))
    printed = run(command, file, columns=300).out
    assert f"{PROMOTIONS}{'; ' if command != 'status' else ', '}{VARIANT}" in printed
    assert "assumptions" in printed.casefold()
    data = json.loads(run(command, file, "--json").out)
    told = data["puzzles"][0] if command == "solve" else data
    assert told["assumptions"] == [PROMOTIONS, VARIANT]


def test_several_puzzles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "mate.5dpgn"
    file.write_text(MATE, encoding="utf-8")
    games = [assumed_game(), assumed_game()]
    monkeypatch.setattr("hyperchess.app.cli.commands.analysis.solve.read_games", lambda *_: iter(games))
    printed = run("solve", file, "--mate-in", "1", columns=300).out
    assert printed.count(f"assumptions: {PROMOTIONS}; {VARIANT}") == 2
