"""The scripts that fit the evaluation: positions of a match as Parquet, weights that explain its results."""

from __future__ import annotations

from dataclasses import asdict
from json import dumps
from pathlib import Path
from typing import cast

import duckdb
import pytest

import hyperchess as hc
from hyperchess import infinite
from hyperchess.engine import evaluate
from hyperchess.engine.matches.match import Pairing, run_match
from hyperchess.engine.multiverse.weights import load_weights, read_weights
from hyperchess.kinds import Kind
from hyperchess.multiverse import custom_start
from hyperchess.multiverse.defaults import default_rules
from scripts.engine_positions import rows, write_parquet
from scripts.engine_tuning import Sample, as_toml, fit, read_samples

pytestmark = pytest.mark.skipif(default_rules().name != "native", reason="about the native evaluation")


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("match")
    match = run_match(
        Pairing("hyperchess:4", "hyperchess:4", ("Very Small",), hc.Budget(rounds=10), 2, most_actions=12)
    )
    games = folder / "games.jsonl"
    games.write_text("".join(dumps(asdict(record)) + "\n" for record in match.records), "utf-8")
    output = folder / "positions.parquet"
    assert write_parquet(games, output) == sum(record.actions - 4 for record in match.records)
    return output


def test_a_row_has_what_an_evaluation_needs(positions: Path) -> None:
    with duckdb.connect() as database:
        found = database.execute(
            "SELECT text, ply, player, boards, result, score FROM read_parquet(?)", [str(positions)]
        ).fetchall()
    for text, ply, player, boards, result, _ in found:
        game = hc.parse(text)
        position = game.main_line[ply - 1].position
        assert position.player.name.lower() == player
        assert [board["pieces"] for board in boards] == [
            line.boards[-1].fen() for line in position.timeline_boards
        ]
        assert [board["active"] for board in boards] == [
            line.timeline in position.active for line in position.timeline_boards
        ]
        assert result in (0.0, 0.5, 1.0)


def test_positions_of_infinite_chess() -> None:
    limit = hc.Budget(rounds=20)
    match = run_match(
        Pairing("hyperchess:3", "greedy", ("Classical",), limit, 2, most_actions=10, kind=Kind.INFINITE)
    )
    for number, record in enumerate(match.records):
        found = list(rows(number, asdict(record)))
        assert len(found) == record.actions - 4
        for row in found:
            position = hc.parse(record.text).main_line[int(str(row["ply"])) - 1].position
            assert isinstance(position, infinite.Position)
            boards = cast("list[dict[str, object]]", row["boards"])
            assert [board["pieces"] for board in boards] == [position.text()]
            assert row["result"] == 0.5


@pytest.mark.parametrize(
    ("thoughts", "reason", "result"),
    [
        ((4.5, 5.0), "length", 1.0),
        ((4.5, 3.0), "length", 0.5),
        ((-4.0, "#-3"), "length", 0.0),
        ((9.0, 9.0), "repetition", 0.5),
    ],
)
def test_games_without_an_end_may_be_adjudicated(
    thoughts: tuple[object, object], reason: str, result: float
) -> None:
    text = '[Result "1/2-1/2"] 1. e3 {{[%eval {}]}} / e6 {{[%eval {}]}}'.format(*thoughts)
    found = list(rows(0, {"text": text, "reason": reason, "variant": "Standard"}, 400))
    assert [row["result"] for row in found] == [result, result]


def test_quiet_positions_are_read(positions: Path) -> None:
    for sample in read_samples(positions):
        assert abs(evaluate(sample.position).centipawns - sample.score) <= 200
        assert not sample.position.in_check


def test_a_fit_finds_the_weight_that_explains_the_results() -> None:
    """Three knights win against a queen in every game: knights must be worth more, queens less."""
    knights = custom_start("[k4/5/5/5/KNNN1:0:1:w]")
    both = custom_start("[k3q/5/5/5/KNNN1:0:1:w]")
    samples = [Sample(number, both, 1.0, 0) for number in range(20)]
    samples += [Sample(number, knights, 1.0, 900) for number in range(20)]
    before = load_weights()
    after = fit(samples, before, hold=1e-6, trust=0.0)
    assert after["value.knight"] > before["value.knight"]
    assert after["value.queen"] < before["value.queen"]
    assert after["value.rook"] == before["value.rook"]
    assert after["value.pawn"] == before["value.pawn"]


def test_weights_are_written_as_a_file_that_is_read(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    changed = {**load_weights(), "value.rook": 7}
    file.write_text(as_toml(changed), "utf-8")
    assert dict(read_weights(file)) == changed
