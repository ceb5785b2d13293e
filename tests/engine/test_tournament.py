"""Tournaments: the table, the joint ratings, resuming, and bad lists of players."""

from __future__ import annotations

import json
from itertools import combinations
from math import log10
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hyperchess as hc
from hyperchess.engine.matches.match import Pairing
from hyperchess.engine.matches.ratings import Encounter, fit_ratings
from hyperchess.engine.matches.statistics import Results
from hyperchess.engine.matches.tournament import Tournament, run_tournament
from hyperchess.errors import HyperchessError, InvalidArgument
from tests.app.cli.runner import run

PLAYERS = ("hyperchess:2", "greedy", "hyperchess:1")


def pairing(games: int = 2, **options: object) -> Pairing:
    return Pairing("", "", ("Very Small",), hc.Budget(rounds=20), games, most_actions=6, **options)  # type: ignore[arg-type]


def test_everybody_meets_everybody_and_nothing_is_played_twice(tmp_path: Path) -> None:
    counts: list[int] = []
    first = run_tournament(
        PLAYERS[:2], pairing(), folder=tmp_path, on_game=lambda played: counts.append(len(played.records))
    )
    assert counts == [1, 2]
    played = run_tournament(
        PLAYERS, pairing(), folder=tmp_path, on_game=lambda played: counts.append(len(played.records))
    )
    assert counts == [1, 2, 3, 4, 5, 6]
    assert played.matches[PLAYERS[:2]].records == first.matches[PLAYERS[:2]].records
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1-2.jsonl", "1-3.jsonl", "2-3.jsonl"]
    pairs = [frozenset((record.white, record.black)) for record in played.records]
    assert {pair: pairs.count(pair) for pair in pairs} == {
        frozenset(pair): 2 for pair in combinations(PLAYERS, 2)
    }
    again = run_tournament(PLAYERS, pairing(), folder=tmp_path, on_game=lambda _: counts.append(0))
    assert 0 not in counts
    assert again.standings == played.standings


def test_the_table_adds_up() -> None:
    played = run_tournament(PLAYERS, pairing(), concurrency=2)
    standings = played.standings
    assert sum(row.results.points for row in standings) == len(played.records) == 6
    assert sum(row.rating.elo for row in standings) == pytest.approx(0)
    for row in standings:
        assert row.results.games == 4
        for opponent in standings:
            if opponent.number != row.number:
                mine, theirs = row.against[opponent.number], opponent.against[row.number]
                assert mine == Results(theirs.losses, theirs.draws, theirs.wins)
    assert sum(played.reasons.values()) == 6
    assert played.longest is not None
    assert played.longest.longest == max(record.longest for record in played.records)


def test_another_list_of_players_does_not_take_the_games(tmp_path: Path) -> None:
    run_tournament(PLAYERS[:2], pairing(1), folder=tmp_path)
    with pytest.raises(HyperchessError, match="another match"):
        run_tournament(("greedy", "hyperchess:1"), pairing(1), folder=tmp_path)


def test_earlier_matches_are_rated_too(tmp_path: Path) -> None:
    run_tournament(("0.1=hyperchess:1", "greedy"), pairing(), folder=tmp_path / "old")
    run_tournament(("hyperchess:2", "greedy"), pairing(), folder=tmp_path / "new")
    old, new = tmp_path / "old", tmp_path / "new" / "1-2.jsonl"
    table = json.loads(run("tournament", "--also", str(old), "--also", str(new), "--json").out)
    assert table["games"] == 4
    assert {row["player"]: row["games"] for row in table["players"]} == {
        "0.1": 2,
        "greedy": 4,
        "hyperchess:2": 2,
    }
    options = ("--nodes", "20", "--games", "2", "--variant", "Very Small", "--length", "6")
    more = run("tournament", "greedy", "two=hyperchess:2", *options, "--also", str(old), "--json")
    assert json.loads(more.out)["games"] == 4
    missing = run("tournament", "--also", str(tmp_path / "none.jsonl"))
    assert missing.code and "there is no file" in missing.err


def test_a_record_that_is_no_game_is_told(tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text('{"number": 1}\n', "utf-8")
    told = run("tournament", "--also", str(file))
    assert told.code and "line 1: this is not a game of a match" in told.err


@pytest.mark.parametrize(
    ("players", "message"),
    [(["greedy"], "2 to 64 players, found 1"), (["greedy", "a", "greedy"], "'greedy' is named 2 times")],
)
def test_bad_lists_are_told(players: list[str], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        run_tournament(players, pairing())


def test_ratings_of_two_are_those_of_their_score() -> None:
    [winner, loser] = fit_ratings(2, [Encounter(0, 1, 7_500, 10_000)])
    assert winner.elo - loser.elo == pytest.approx(400 * log10(3), rel=1e-3)
    # The error of a score of 0.75 in 10,000 games is 0.0043; half of the difference goes to each player.
    slope = 400 / (0.75 * 0.25 * 2.302585)
    assert 2 * winner.margin == pytest.approx(1.96 * 0.00433 * slope, rel=1e-2)


def test_ratings_are_finite_and_say_how_little_is_known() -> None:
    assert [rating.elo for rating in fit_ratings(3, [])] == [0, 0, 0]
    [best, _, _] = fit_ratings(3, [Encounter(0, 1, 4, 4), Encounter(0, 2, 4, 4), Encounter(1, 2, 2, 4)])
    assert 200 < best.elo < 1000
    assert best.margin > 100
    many = fit_ratings(2, [Encounter(0, 1, 100_000, 100_000)])
    assert many[0].elo > many[1].elo


@given(
    st.lists(
        st.tuples(st.integers(0, 40), st.integers(0, 40)).filter(lambda pair: pair[0] <= pair[1]),
        min_size=6,
        max_size=6,
    )
)
def test_a_fit_expects_the_points_that_were_made(scores: list[tuple[int, int]]) -> None:
    encounters = [
        Encounter(first, second, points / 2, games)
        for (first, second), (points, games) in zip(combinations(range(4), 2), scores, strict=True)
        if points <= 2 * games
    ]
    ratings = [rating.elo for rating in fit_ratings(4, encounters)]
    assert sum(ratings) == pytest.approx(0, abs=1e-6)
    for player in range(4):
        made = expected = 0.0
        for first, second, points, games in encounters:
            chance = 1 / (1 + 10 ** ((ratings[second] - ratings[first]) / 400))
            if player in (first, second):
                made += points if player == first else games - points
                expected += games * (chance if player == first else 1 - chance)
        assert made == pytest.approx(expected, abs=1.5)  # the drawn game against an average opponent


def test_an_empty_tournament_has_a_table() -> None:
    empty = Tournament(("a", "b"))
    assert empty.longest is None
    assert [row.results.games for row in empty.standings] == [0, 0]


def test_the_command(tmp_path: Path) -> None:
    words = [
        "tournament",
        *PLAYERS,
        "--games",
        "2",
        "--nodes",
        "20",
        "--variant",
        "very small",
        "--length",
        "4",
    ]
    ran = run(*words, "-o", tmp_path / "games", columns=120)
    assert ran.code == 0, ran.err
    assert "6/6" in ran.err
    assert "6 games" in ran.out
    assert "endings" in ran.out
    assert all(player in ran.out for player in PLAYERS)
    data = json.loads(run(*words, "-o", tmp_path / "games", "--json").out)
    assert data["games"] == 6
    assert {row["player"] for row in data["players"]} == set(PLAYERS)
    assert sum(row["points"] for row in data["players"]) == 6
    file = tmp_path / "file"
    file.touch()
    assert run(*words, "-o", file).code == 2
    assert run("tournament", "greedy").code == 2
