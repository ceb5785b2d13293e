"""The tuner of 5D chess: games of self-play, their rows, and weights that fit them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from random import Random

import numpy as np
import pytest

from hyperchess import _native
from hyperchess.engine.multiverse.native import weight_numbers
from hyperchess.engine.multiverse.weights import load_weights
from hyperchess.engine.weights import parse_weights
from hyperchess.multiverse import start, variants
from hyperchess.multiverse.defaults import default_rules
from hyperchess.multiverse.kernel import packed
from scripts.multiverse_tuning import (
    Game,
    Rows,
    fit,
    generate,
    play_game,
    read_games,
    replace_weights,
    solve,
    variant_of,
    write_games,
)

pytestmark = pytest.mark.skipif(default_rules().name != "native", reason="about the native evaluation")


def tuner(weights: list[int] | None = None) -> _native.Tuner:
    return _native.Tuner(weights or weight_numbers(load_weights(), _native.weight_names()))


def test_a_game_is_the_same_again_and_in_any_process() -> None:
    numbers = range(20, 24)
    games = [play_game(tuner(), number, 5) for number in numbers]
    assert games == generate(20, 4, nodes=5, seconds=60, jobs=1)
    assert games == generate(20, 4, nodes=5, seconds=60, jobs=2)
    assert len({game.actions for game in games}) == len(games)
    assert generate(20, 4, nodes=5, seconds=0, jobs=1) == []


def test_games_are_read_as_written(tmp_path: Path) -> None:
    games = [
        Game(7, 2, (15, -20_000, 30_000), b"\x01\x02"),
        Game(8, 1, (), b""),
        Game(4_000_000_000, 0, (-30_000,), b"a" * 60_000),
    ]
    path = tmp_path / "games.gz"
    write_games(path, games[:2])
    write_games(path, games[2:])
    assert list(read_games(path)) == games


def test_every_family_of_variants_is_played() -> None:
    played = {variant_of(number) for number in range(400)}
    families = {each.name.partition(" - ")[0] for each in variants() if not each.community}
    assert {name.partition(" - ")[0] for name in played} >= families - {"Checkmate Practice"}


@pytest.mark.parametrize("variant", ["Standard", "Small", "Standard - Two Timelines", "Misc - Excessive"])
def test_the_derivatives_reproduce_the_evaluation(variant: str) -> None:
    """The evaluation is the sum of the weights times their derivatives, but for rounding on each board."""
    random = Random(5)
    names = _native.weight_names()
    weights = [random.randrange(-90, 90) for _ in names]
    weights[names.index("position.inactive")], weights[names.index("position.crowding")] = 60, 108
    position = packed(start(variant))
    assert position is not None
    made = tuner(weights)
    game = made.play(position, 3, 4, 3, 30)
    rows = made.rows(position, game.actions)
    assert rows is not None
    values, counts = np.frombuffer(rows.values, "<i4"), np.frombuffer(rows.counts, "<u2").astype(np.int64)
    terms = np.array(weights)[np.frombuffer(rows.weights, "<u2")] * np.frombuffer(rows.derivatives, "<f4")
    sums = np.add.reduceat(terms, np.concatenate(([0], np.cumsum(counts)[:-1])))
    assert len(values) == len(counts) > 4
    assert np.abs(values).max() > 100
    assert np.abs(sums - values).max() < 5


def test_rows_of_damaged_actions_are_refused() -> None:
    position = packed(start("Standard"))
    assert position is not None
    assert tuner().rows(position, b"\x02\x00") is None


def test_the_weight_that_decides_games_is_found() -> None:
    """White wins if the first weight counts for White; the second weight has nothing to do with it."""
    signs = np.array([1, -1] * 100)
    other = np.array([1, 1, -1, -1] * 50)
    rows = Rows(
        np.arange(200),
        (signs + 1) / 2,
        np.zeros(200),
        np.zeros(200),
        np.full(200, 2),
        np.array([0, 1] * 200),
        np.stack([signs, other], axis=1).ravel().astype(float),
    )
    labels = 0.5 + 0.25 * signs
    change = solve(rows, labels, 100.0, 1e-6, np.array([10.0, 10.0]), np.zeros(2))
    assert change * 10 == pytest.approx([100 * np.log(3), 0], abs=0.1)
    held = solve(rows, labels, 100.0, 10.0, np.array([10.0, 10.0]), np.zeros(2))
    assert 0 < held[0] < change[0] / 2


def test_a_fit_to_games_lowers_the_loss_and_keeps_fixed_weights(capsys: pytest.CaptureFixture[str]) -> None:
    games = generate(0, 30, nodes=3, seconds=600, jobs=1)
    before, tuned = load_weights(), fit(games, trust=0.3, holds=(3.0,))
    assert tuned.keys() == before.keys()
    assert tuned["position.crowding"] == before["position.crowding"]
    printed = capsys.readouterr().out
    losses = [float(line.partition("loss ")[2].partition(",")[0]) for line in printed.splitlines()[-2:]]
    assert losses[1] < losses[0]


def test_weights_are_replaced_in_the_file_of_the_engine() -> None:
    text = files("hyperchess.engine.multiverse").joinpath("weights.toml").read_text("utf-8")
    random = Random(2)
    changed = {name: random.randrange(-99, 99) for name in load_weights()}
    changed |= {name: 0 for name in changed if name.startswith("square.rook.")}
    replaced = replace_weights(text, changed)
    assert dict(parse_weights(replaced)) == changed
    assert replace_weights(replaced, load_weights()) == text
