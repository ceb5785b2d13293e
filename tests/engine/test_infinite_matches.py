"""Matches of infinite chess: players of every sort, and the exact rules as referee."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.engine.errors import EngineError
from hyperchess.engine.history import History
from hyperchess.engine.infinite.program import open_program
from hyperchess.engine.matches.match import Pairing, run_match
from hyperchess.engine.matches.players import open_player
from hyperchess.engine.matches.referee import play_game
from hyperchess.engine.reasons import Reason
from hyperchess.errors import InvalidArgument
from hyperchess.infinite import Position
from hyperchess.ruleset import GameKind

NODES = hc.Budget(rounds=60)
SERVER = f"{sys.executable} -m hyperchess engine"
MATE = "w R-10,1|R-10,-1|R-20,5|K60,70|k0,0"


def pairing(first: str, second: str, length: int) -> Pairing:
    variants = ("Classical", "Knightline")
    return Pairing(first, second, variants, NODES, 2, most_actions=length, kind=GameKind.INFINITE)


def test_a_match_keeps_games_that_can_be_read_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    match = run_match(pairing("hyperchess:2", "two-ply", 8), file=file)
    assert match.results.games == 2
    for record in match.records:
        game = hc.parse(record.text)
        assert game.kind is GameKind.INFINITE
        assert len(game.main_line) == record.actions
    again = run_match(pairing("hyperchess:2", "two-ply", 8), file=file)
    assert again.records == match.records


def test_an_engine_of_the_protocol_plays() -> None:
    match = run_match(pairing(SERVER, "greedy", 6))
    assert match.reasons == {Reason.LENGTH.value: 2}


@pytest.mark.parametrize("name", ["hyperchess", "greedy", "two-ply", SERVER])
def test_everybody_sees_a_mate_in_one(name: str) -> None:
    player = open_player(name, GameKind.INFINITE, seed=1)
    try:
        played = player.play(History(Position.parse(MATE)), hc.Budget(rounds=400))
    finally:
        player.close()
    assert [str(move) for move in played.action] == ["-20,5>-20,0"]


@pytest.mark.parametrize(
    ("start", "reason", "points"),
    [
        ("b k0,0|R-10,0|R-10,1|R-10,-1|K40,400", Reason.CHECKMATE, 1.0),
        ("w 100/100 K0,0|R5,5|P9,9|k50,50|r60,60", Reason.MOVE_RULE, 0.5),
        ("w K0,0|k50,50", Reason.MATERIAL, 0.5),
    ],
)
def test_the_referee_ends_a_game(start: str, reason: Reason, points: float) -> None:
    player = open_player("two-ply", GameKind.INFINITE)
    limits = {"WHITE": NODES, "BLACK": NODES}
    history = History(Position.parse(start))
    game = play_game(player, player, history, limits, most_actions=2, tolerance=1.0)
    assert (game.reason, game.points) == (reason, points)


def test_a_program_that_plays_nonsense_loses() -> None:
    program = open_program([sys.executable, "-c", "print('0,0>7,3')"])
    with pytest.raises(EngineError, match="not legal"):
        program.play(History(Position.parse(MATE)), NODES)
    silent = open_program([sys.executable, "-c", "pass"])
    with pytest.raises(EngineError, match="without an answer"):
        silent.play(History(Position.parse(MATE)), NODES)


@pytest.mark.parametrize("name", ["two-ply", "icn:program"])
def test_players_of_infinite_chess_do_not_play_the_other_game(name: str) -> None:
    with pytest.raises(InvalidArgument):
        open_player(name, GameKind.MULTIVERSE)


@pytest.mark.parametrize("answer", ["hello", "", "0,0>", "resign 1"])
def test_a_program_that_answers_something_else_loses(answer: str) -> None:
    program = open_program([sys.executable, "-c", f"print('answer: {answer}')"])
    with pytest.raises(EngineError, match="expected a move such as"):
        program.play(History(Position.parse(MATE)), NODES)


@pytest.mark.parametrize("command", ["", "icn:", "icn:   ", 'a "b'])
def test_a_player_needs_a_command(command: str) -> None:
    with pytest.raises(EngineError, match="command"):
        open_player(command, GameKind.INFINITE)
