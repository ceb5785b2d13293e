"""Verified counts, hashes, verdicts and mates on the kernel for browsers: run by `test_kernel`, apart."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest

from hyperchess import infinite
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.engine import Engine
from hyperchess.engine.bench import SIGNATURE, run_bench, signature_of
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import start
from hyperchess.multiverse.coordinates import parse_square
from hyperchess.multiverse.reference import ReferenceRules
from tests.multiverse import facts

MOST = 40_000
MATES = [known for known in facts.load("mates.json") if known["asked"] <= 2]


@pytest.mark.parametrize("name", sorted(facts.load("games.json")))
def test_games(name: str) -> None:
    for position, known in facts.games()[name]:
        assert position.rules.name == "native"
        assert position.hash() == known.get("hash", position.hash())
        assert position.in_check == known.get("in_check", position.in_check)
        if "status" in known:
            assert position.status.word == known["status"]
        if known.get("legal", MOST) < MOST:
            assert position.count_actions() == known["legal"]


# Browsers neither fit weights nor have tables of mates.
_ONLY_IN_PYTHON = ("InfiniteDraws", "InfiniteWindow", "Tuner", "TuningGame", "TuningRows")


def test_every_name_of_the_compiled_module_exists() -> None:
    module = sys.modules["hyperchess._native"]
    stub = Path(__file__).parents[2] / "src" / "hyperchess" / "_native.pyi"
    for item in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(item, ast.ClassDef | ast.FunctionDef) and item.name in _ONLY_IN_PYTHON:
            assert not hasattr(module, item.name)
        elif isinstance(item, ast.ClassDef):
            made = getattr(module, item.name)
            names = {each.name for each in item.body if isinstance(each, ast.FunctionDef)}
            fields = [each.target.id for each in item.body if isinstance(each, ast.AnnAssign)]  # type: ignore[union-attr]
            assert [name for name in names if not hasattr(made, name)] == []
            assert list(getattr(made, "_fields", ())) == fields
        elif isinstance(item, ast.FunctionDef):
            assert callable(getattr(module, item.name))
        elif isinstance(item, ast.AnnAssign):
            assert isinstance(item.target, ast.Name) and hasattr(module, item.target.id)


def test_pieces() -> None:
    position = start("Standard").play("e3").play("f6")
    boards = ("0T1w", "0T1b", "0T9w", "3T1w")
    squares = [parse_square(f"({board}){square}") for board in boards for square in ("e2", "e3", "g8", "a5")]
    reference = ReferenceRules()
    assert [position.piece(each) for each in squares] == [reference.piece(position, each) for each in squares]


@pytest.mark.parametrize("known", MATES, ids=lambda known: known["source"])
def test_mates(known: dict[str, Any]) -> None:
    position = facts.first_position(known["variant"], known["fen"])
    for action in known["actions"]:
        position = position.play(action)
    found = solve(position, known["asked"], Budget(rounds=200_000))
    assert (found.mate_in, len(found.winning)) == (known["mate_in"], known["first_actions"])


def test_both_engines_find_a_mate() -> None:
    engine = Engine(seed=1)
    depths: list[int] = []
    position = start("Standard").play("e3").play("f6").play("Qe2").play("Nc6")
    found = engine.search(position, depth=2, on_report=lambda thought: depths.append(thought.depth))
    assert found.lines[0].score.mate == 1 and depths[0] == 1
    assert engine.search(infinite.start("Classical"), depth=2).lines[0].score.mate is None


@pytest.mark.nightly
def test_the_signature_of_the_bench_is_that_of_the_native_kernel() -> None:
    assert signature_of(list(run_bench())) == SIGNATURE


def test_searches_that_are_stopped_leave_nothing_behind() -> None:
    kernel: Any = sys.modules["hyperchess_kernel"]
    position = start("Standard")
    sizes = []
    for _ in range(2):
        for _ in range(500):
            with pytest.raises(BudgetExhausted):
                position.perft(4, Budget(rounds=50))
        sizes.append(kernel.memory)
    assert sizes[0] == sizes[1]
