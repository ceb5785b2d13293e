"""The script that writes the positions of a match as Parquet."""

from __future__ import annotations

from dataclasses import asdict
from json import dumps
from pathlib import Path
from typing import cast

import duckdb
import pytest

import hyperchess as hc
from hyperchess import infinite
from hyperchess.engine.matches.match import Pairing, run_match
from hyperchess.multiverse.defaults import default_rules
from hyperchess.ruleset import GameKind
from scripts.engine_positions import rows, write_parquet

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
        Pairing("hyperchess:3", "greedy", ("Classical",), limit, 2, most_actions=10, kind=GameKind.INFINITE)
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
