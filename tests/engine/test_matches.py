"""Matches: results, error bars, resuming, and players that break the rules."""

from __future__ import annotations

import json
import sys
from math import inf
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.engine.matches.match import Match, Pairing, read_records, run_match
from hyperchess.engine.matches.openings import random_opening
from hyperchess.engine.matches.statistics import Results, Sprt
from hyperchess.errors import HyperchessError, InvalidArgument
from tests.app.cli.runner import run

LIAR = (
    f'{sys.executable} -c "import sys\nfor line in sys.stdin:\n'
    "    if line.startswith('5duci\\n'): print('5duciok', flush=True)\n"
    "    if line.startswith('go'): print('bestmove (0T1)a1a1', flush=True)\n"
    "    if line.startswith('quit'): break\""
)


def pairing(first: str, second: str, games: int = 2, **options: object) -> Pairing:
    return Pairing(first, second, ("Very Small",), hc.Budget(rounds=20), games, **options)  # type: ignore[arg-type]


def test_a_match_is_played_kept_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    counts: list[int] = []
    short = run_match(pairing("hyperchess", "greedy"), file=file)
    assert short.results.games == 2
    both = run_match(
        pairing("hyperchess", "greedy", 4), file=file, on_game=lambda match: counts.append(len(match.records))
    )
    assert counts == [3, 4]
    assert both.records[:2] == short.records
    assert {(record.white, record.black) for record in both.records} == {
        ("hyperchess", "greedy"),
        ("greedy", "hyperchess"),
    }
    for record in both.records:
        game = hc.parse(record.text)
        assert not [problem for problem in game.problems if problem.severity is hc.Severity.ERROR]
        assert len(game.main_line) == record.actions


def test_games_of_another_match_are_not_taken(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run_match(pairing("hyperchess:1", "greedy", 1), file=file)
    with pytest.raises(HyperchessError, match="another match"):
        run_match(pairing("hyperchess", "greedy", 1), file=file)
    file.write_text("not json\n", "utf-8")
    with pytest.raises(HyperchessError, match="line 1"):
        run_match(pairing("hyperchess", "greedy", 1), file=file)


def test_a_match_goes_on_after_an_incomplete_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run_match(pairing("hyperchess:1", "greedy", 1), file=file)
    first = file.read_bytes()
    file.write_bytes(first + first[: len(first) // 2])
    notes: list[str] = []
    match = run_match(pairing("hyperchess:1", "greedy", 2), file=file, on_note=notes.append)
    assert match.results.games == 2
    assert len(notes) == 1 and "incomplete" in notes[0]
    lines = file.read_bytes().splitlines(keepends=True)
    assert lines[0] == first and len(lines) == 2 and lines[1].endswith(b"\n")


def test_a_file_that_is_no_match_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("a note without a line break", "utf-8")
    with pytest.raises(HyperchessError, match="line 1"):
        run_match(pairing("hyperchess:1", "greedy", 1), file=file)
    assert file.read_text("utf-8") == "a note without a line break"


def test_an_illegal_action_loses() -> None:
    match = run_match(pairing(LIAR, "greedy"))
    assert match.results.losses == 2
    assert "not legal" in match.records[0].remark


def test_two_games_at_once_share_no_player() -> None:
    match = run_match(pairing("hyperchess", "greedy", 4), concurrency=2)
    assert sorted(record.number for record in match.records) == [0, 1, 2, 3]


def test_a_player_with_other_weights(tmp_path: Path) -> None:
    weights = tmp_path / "weights.toml"
    weights.write_text("[value]\nqueen = 1\n", "utf-8")
    match = run_match(pairing(f"hyperchess@{weights}", "hyperchess", 1))
    assert match.records[0].white == f"hyperchess@{weights}"


def test_odds_give_the_first_player_more() -> None:
    seconds, nodes = (
        Pairing("greedy", "greedy", ("Small",), limit, 1, odds=4).limits
        for limit in (hc.Budget(seconds=0.5), hc.Budget(rounds=20))
    )
    assert seconds == (hc.Budget(seconds=2.0), hc.Budget(seconds=0.5))
    assert nodes == (hc.Budget(rounds=80), hc.Budget(rounds=20))


def test_openings_are_the_same_for_the_same_seed() -> None:
    one, same, other = (random_opening(("Standard",), 4, seed, 0) for seed in (1, 1, 2))
    assert one == same
    assert one != other


@pytest.mark.parametrize("number", range(3))
def test_openings_are_balanced(number: int) -> None:
    position = random_opening(("Small - Open", "Half Reflected", "Princess"), 4, 7, number).position
    [line] = hc.analyse(position, hc.Budget(rounds=2_000))
    assert abs(line.score.as_centipawns()) <= 100


@pytest.mark.slow
def test_a_cluster_plays_the_games_of_a_match(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    options = ("--nodes", "20", "--games", "4", "--variant", "Very Small", "--length", "6")
    ran = run("match", "new=hyperchess", "greedy", *options, "--cluster", "local:2", "-o", file, "--json")
    match = json.loads(ran.out)
    assert match["first"] == "new" and match["wins"] + match["draws"] + match["losses"] == 4
    there = {record.number: record.text for record in read_records(file)}
    here = run_match(pairing("new=hyperchess", "greedy", 4, most_actions=6))
    assert there == {record.number: record.text for record in here.records}


def test_a_long_game_is_a_draw() -> None:
    match = run_match(pairing("greedy", "greedy", 1, most_actions=6))
    assert (match.records[0].reason, match.records[0].actions) == ("length", 6)
    assert match.results.draws == 1


@pytest.mark.parametrize("text", ["", "5", "10,0", "a,b", "0,1e9"])
def test_a_bad_test_is_told(text: str) -> None:
    with pytest.raises(InvalidArgument):
        Sprt.parse(text)


def test_a_test_ends_a_match_early() -> None:
    sprt = Sprt.parse("0,10")
    assert sprt.verdict(Results(1, 0, 0)) is None
    assert sprt.verdict(Results(0, 0, 500)) == "not better"
    assert Match(pairing("greedy", "greedy", sprt=sprt)).verdict is None


def test_error_bars_shrink_with_games() -> None:
    few, many = Results(6, 0, 4), Results(600, 0, 400)
    assert few.score == many.score
    assert few.margin > 5 * many.margin
    assert Results(3, 0, 0).elo.value == inf
    assert Results().score == 0.5
