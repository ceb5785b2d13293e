"""`hyperchess notations`, the notation of a file, and `--variant` where a text does not say its start."""

import json
from pathlib import Path

import pytest

import hyperchess as hc

from .runner import run

GOOD = Path(__file__).parents[2] / "corpus" / "good"
MOVES = "w1T1. L0T1 Nd1 L0T1 c3.\nb1T1. L0T1 Na4 L0T1 b2.\n"  # a game of Very Small - Open


def test_the_notation_of_a_file_with_reasons() -> None:
    code, out, err = run("notations", "--of", GOOD / "shad-zl.4xel")
    assert (code, err) == (0, "")
    assert out.index("axel") < out.index("shad") < out.index("hexicube")
    assert "boards such as L0T3 before" in out
    assert out.endswith("It is read as axel: Axel's notation (4xel).\n")


def test_the_notation_of_a_file_for_machines() -> None:
    code, out, _ = run("notations", "--of", GOOD / "shad-1.1.5dpgn", "--json")
    data = json.loads(out)
    assert (code, data["taken"], data["considered"][0]["name"]) == (0, "shad", "shad")
    scores = [entry["score"] for entry in data["considered"]]
    assert scores == sorted(scores, reverse=True) and 0 < scores[-1] < scores[0] < 1
    assert 'a header [Mode "5D"]' in data["considered"][0]["reasons"]
    assert "moves with (0T1) boards" in data["considered"][0]["reasons"]


def test_a_file_that_is_not_a_game(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, how are you?", encoding="utf-8")
    code, out, err = run("notations", "--of", path)
    assert (code, out) == (2, "")
    assert f"{path}:1:1: error[no-game]: nothing here is a game" in err
    code, out, _ = run("notations", "--of", path, "--json")
    assert (code, json.loads(out)) == (2, {"taken": None, "considered": []})


def test_a_name_and_a_file_are_two_questions() -> None:
    assert run("notations", "axel", "--of", GOOD / "shad-zl.4xel").code == 2


@pytest.fixture
def moves(tmp_path: Path) -> Path:
    path = tmp_path / "moves.4xel"
    path.write_text(MOVES, encoding="utf-8")
    return path


def test_the_start_of_a_text_without_headers_can_be_named(moves: Path) -> None:
    assert run("check", moves).code == 1
    assert run("check", moves, "--variant", "very small - open").code == 0
    code, out, _ = run("convert", moves, "--to", "shad", "--variant", "Very Small - Open")
    assert code == 0
    game = hc.parse(out)
    assert game.headers["Board"] == "Very Small - Open"
    assert game.final == hc.parse(MOVES, start="Very Small - Open").final


@pytest.mark.parametrize("command", ["show", "status", "moves", "fen", "hash", "stats"])
def test_every_reader_of_games_takes_a_start(command: str, moves: Path) -> None:
    assert run(command, moves, "--variant", "Very Small - Open").code == 0
    assert run(command, moves, "--variant", "Very Smal").code == 2


def test_a_start_of_the_other_game_is_refused(moves: Path) -> None:
    code, _, err = run("show", moves, "--from", "axel", "--variant", "Classical")
    assert (code, "is for 5D chess" in err) == (1, True)
    code, _, err = run("show", moves, "--variant", "Classical")
    assert (code, "nothing here is a game" in err) == (2, True)
