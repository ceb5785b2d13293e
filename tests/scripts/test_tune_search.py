"""Tuning of search parameters: bounds, perturbations, and a run that is interrupted."""

import json
from pathlib import Path

import pytest

from hyperchess import _native
from hyperchess.errors import InvalidArgument
from hyperchess.ruleset import GameKind
from scripts import tune_search
from tests.kernels import native

pytestmark = native


@pytest.mark.parametrize("kind", list(GameKind))
def test_defaults_are_within_their_bounds(kind: GameKind) -> None:
    for name, (value, least, most) in tune_search.bounds(kind).items():
        assert least <= value <= most, name


@pytest.mark.parametrize("kind", list(GameKind))
def test_parameters_out_of_range_are_refused(kind: GameKind) -> None:
    known = list(tune_search.bounds(kind).values())
    is_infinite = kind is GameKind.INFINITE
    make = _native.InfiniteEngine if is_infinite else _native.Engine
    names = _native.infinite_weight_names() if is_infinite else _native.weight_names()
    values = [value for value, _, _ in known]
    assert make([0] * len(names), 1, 1, values).bytes > 0
    for wrong in (values[:-1], [*values[:-1], known[-1][2] + 1], [known[0][1] - 1, *values[1:]]):
        with pytest.raises(InvalidArgument):
            make([0] * len(names), 1, 1, wrong)


def test_perturbations_are_opposite_and_reproducible() -> None:
    state = tune_search.State("infinite", {"lmr_base": 70.0, "futility_margin": 90.0})
    plus, minus, deltas = tune_search.perturb(state)
    assert (plus, minus, deltas) == tune_search.perturb(state)
    for name, value in state.values.items():
        assert plus[name] + minus[name] == 2 * value
        assert plus[name] != minus[name]
    assert tune_search.perturb(tune_search.State("infinite", state.values, done=1)) != (plus, minus, deltas)


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(GameKind))
def test_an_interrupted_run_continues(kind: GameKind, tmp_path: Path) -> None:
    options = ["--only", *list(tune_search.bounds(kind))[-2:], "--pairs", "2", "--nodes", "40", "--jobs", "1"]
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    tune_search.main([kind.value, str(whole), *options, "--steps", "2"])
    for steps in ("1", "2"):
        tune_search.main([kind.value, str(parts), *options, "--steps", steps])
    assert json.loads(parts.read_text(encoding="utf-8")) == json.loads(whole.read_text(encoding="utf-8"))
    assert json.loads(whole.read_text(encoding="utf-8"))["done"] == 2
