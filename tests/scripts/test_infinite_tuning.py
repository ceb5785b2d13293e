"""The tuner of infinite chess: rows of self-play, and weights that fit them."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

from hyperchess.engine.infinite.weights import load_infinite_weights
from scripts.infinite_tuning import fit, play_game, read_rows, tuned_names
from tests.kernels import native


@native
def test_a_game_is_the_same_again() -> None:
    first, second = (play_game(1, 40, load_infinite_weights()) for _ in "ab")
    assert first == second
    assert all(len(row) == 2 + len(tuned_names()) for row in first[1])


@native
def test_a_weight_that_decides_games_grows(tmp_path: Path) -> None:
    """White wins every game with a rook more, and loses every game with a rook less."""
    names = tuned_names()
    path = tmp_path / "rows.gz"
    with gzip.open(path, "wb") as stream:
        for game in range(200):
            sign = 1 if game % 2 else -1
            derivatives = [8 * sign if name == "value.rook" else 0 for name in names]
            stream.write(
                struct.pack(f"<iB{2 + len(names)}h", game, 1 + sign, 40 * sign, 40 * sign, *derivatives)
            )
    assert len(list(read_rows(path))) == 200
    before = load_infinite_weights()
    tuned = fit(path, trust=0.0, hold=0.0, rounds=20)
    assert tuned["value.rook"] > before["value.rook"]
    assert {name for name in names if tuned[name] != before[name]} == {"value.rook"}
