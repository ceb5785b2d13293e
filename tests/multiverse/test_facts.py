"""The rules in Python against verified counts. What takes longer than a moment is in the nightly run."""

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from hyperchess.budget import UNLIMITED
from hyperchess.multiverse import Position, start
from tests.multiverse import facts

GAMES = sorted(facts.load("games.json"))
COUNTED = [name for name, plies in facts.load("games.json").items() if "legal" in plies["plies"][0]]
PROMOTIONS = {
    name: ("Q",) if game["fen"] else start(game["variant"]).promotions
    for name, game in facts.load("games.json").items()
}
STARTS = facts.load("starts.json")
RANDOM = facts.load("random_games.json")
TERMINAL = facts.load("terminal_positions.json")
SPECIAL = facts.load("special_positions.json")
QUICK = 120
NIGHTLY = 40_000


def check_game(name: str, least: int, most: int) -> int:
    counted = 0
    for position, known in facts.games()[name]:
        legal = known.get("legal")
        if legal is not None and least <= legal < most:
            assert facts.in_python(position).count_actions() == legal
            counted += 1
    return counted


@pytest.mark.parametrize("name", GAMES)
def test_games_have_the_known_hashes_checks_and_verdicts(name: str) -> None:
    for ply, known in facts.games()[name]:
        position = facts.in_python(ply)
        assert position.hash() == known.get("hash", position.hash())
        assert bool(position.checks()) == known.get("in_check", bool(position.checks()))
        if "status" in known:
            assert position.find_status(UNLIMITED).word == known["status"]
        if "pseudo" in known:
            all_choices = replace(position, promotions=PROMOTIONS[name])
            assert len(all_choices.moves()) == known["pseudo"]


@pytest.mark.parametrize("name", COUNTED)
def test_games_have_the_known_numbers_of_legal_actions(name: str) -> None:
    assert check_game(name, 0, QUICK) > 0 or name == "ctp2"


@pytest.mark.nightly
@pytest.mark.parametrize("name", COUNTED)
def test_games_have_the_known_large_numbers_of_legal_actions(name: str) -> None:
    check_game(name, QUICK, NIGHTLY)


@pytest.mark.parametrize("name", ["100_timelines", "manyChecks", "NP", "silly"])
def test_where_many_actions_are_known_to_exist_many_are_found(name: str) -> None:
    for position, known in facts.games()[name]:
        if "at_least" in known:
            assert facts.in_python(position).find_action() is not None


@pytest.mark.parametrize("known", STARTS, ids=lambda known: known["variant"])
def test_starts(known: dict[str, Any]) -> None:
    position = facts.in_python(facts.first_position(known["variant"]))
    assert len({move[:2] for move in position.moves()}) == known["pseudo"]
    for depth, count in enumerate(known["perft"], start=1):
        if count < 500:
            assert position.perft(depth) == count


@pytest.mark.nightly
@pytest.mark.parametrize("known", STARTS, ids=lambda known: known["variant"])
def test_starts_to_a_greater_depth(known: dict[str, Any]) -> None:
    position = facts.in_python(facts.first_position(known["variant"]))
    for depth, count in enumerate(known["perft"], start=1):
        if 500 <= count < NIGHTLY:
            assert position.perft(depth) == count


def check_random_game(game: dict[str, Any], most: int) -> None:
    position = facts.in_python(facts.random_start(game["variant"]))
    for action, legal in zip(["", *game["actions"]], game["legal"], strict=True):
        if action:
            position = position.play(action)
        if legal is not None and legal < most:
            assert position.count_actions() == legal


@pytest.mark.parametrize("number", range(0, len(RANDOM), 4))
def test_random_games(number: int) -> None:
    check_random_game(RANDOM[number], QUICK)


@pytest.mark.nightly
@pytest.mark.parametrize("number", range(len(RANDOM)))
def test_all_random_games(number: int) -> None:
    check_random_game(RANDOM[number], NIGHTLY)


def check_terminal(known: dict[str, Any]) -> None:
    position = facts.in_python(facts.random_start(known["variant"]))
    for action in known["actions"]:
        position = position.play(action)
    # The rule for "check" is a null move on mandatory boards only.
    assert bool(position.checks()) == known["check"]
    if known["legal"]:
        assert position.find_action() is not None
    else:
        assert position.find_status(UNLIMITED).word == ("checkmate" if known["check"] else "stalemate")


@pytest.mark.parametrize("number", range(0, len(TERMINAL), 4))
def test_terminal_positions(number: int) -> None:
    check_terminal(TERMINAL[number])


@pytest.mark.nightly
@pytest.mark.parametrize("number", range(len(TERMINAL)))
def test_all_terminal_positions(number: int) -> None:
    check_terminal(TERMINAL[number])


def special(known: dict[str, Any]) -> Position:
    position = facts.in_python(facts.first_position(known["variant"], known["fen"]))
    for action in known["actions"]:
        position = position.play(action)
    return position


@pytest.mark.parametrize("known", SPECIAL, ids=lambda known: known["what"])
def test_positions_that_fool_other_programs(known: dict[str, Any]) -> None:
    position = special(known)
    assert position.status.word not in ("checkmate", "stalemate", "unknown")
    if known["legal"] is not None:
        wanted = min(known["legal"], 300)
        assert len(list(islice(position.actions(), wanted))) == wanted
        if known["legal"] < 500:
            assert position.count_actions() == known["legal"]


@pytest.mark.nightly
@pytest.mark.parametrize("known", SPECIAL, ids=lambda known: known["what"])
def test_positions_that_fool_other_programs_in_full(known: dict[str, Any]) -> None:
    if known["legal"] is not None:
        assert special(known).count_actions() == known["legal"]
