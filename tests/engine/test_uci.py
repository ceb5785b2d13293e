"""5DUCI: a scripted session with our engine, and engines that crash, lie, hang or flood."""

from __future__ import annotations

import asyncio
import sys

import pytest

from hyperchess import Budget
from hyperchess.engine import Engine
from hyperchess.engine.history import History
from hyperchess.engine.multiverse.protocol import UnfinishedAction, format_position, parse_position
from hyperchess.engine.multiverse.protocol_moves import format_move, parse_move
from hyperchess.engine.uci.client import EngineError, EngineProcess, open_engine
from hyperchess.engine.uci.server import Server
from hyperchess.errors import HyperchessError, InvalidArgument, InvalidMove, InvalidPosition
from hyperchess.multiverse import start
from hyperchess.multiverse.variants import variants
from hyperchess.ruleset import GameKind
from tests.engine.positions import random_position
from tests.kernels import native

EVEN = "size 3x3 even fen [k*2/3/2K*:-0:1:w] [k*2/3/2K*:+0:1:w]"


def answers(*commands: str) -> list[str]:
    lines: list[str] = []
    Server(lines.append).run(commands)
    return lines


def test_a_session() -> None:
    said = answers(
        "5duci",
        "setoption name Hash value 1",
        "isready",
        "5ducinewgame",
        "nonsense that is ignored",
        "position startpos moves (0T1)e2e3 submit",
        "go depth 1",
        "isready",
        "quit",
    )
    assert said[0].startswith("id name hyperchess")
    assert "option name MultiPV type spin default 1 min 1 max 100" in said
    assert said.index("5duciok") < said.index("readyok")
    [best] = [line for line in said if line.startswith("bestmove ")]
    history = parse_position("startpos moves (0T1)e2e3 submit")
    moves = [parse_move(word, history.position) for word in best.split()[1:]]
    assert history.position.is_legal(moves)
    assert said[-2:] == ["readyok", "bye"]


def test_it_is_ready_when_its_table_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[GameKind] = []

    def memory_used(_: Engine, kind: GameKind) -> int:
        made.append(kind)
        return 0

    monkeypatch.setattr(Engine, "memory_used", memory_used)
    assert answers("setoption name Hash value 1", "isready") == ["readyok"]
    assert answers("position icn w K0,0|k9,9", "setoption name Hash value 1", "isready") == ["readyok"]
    assert made == [GameKind.MULTIVERSE, GameKind.INFINITE]


@native
def test_it_says_when_its_threads_take_more_memory_than_asked() -> None:
    said, ready = answers("setoption name Hash value 1", "setoption name Threads value 3", "isready")
    assert said.startswith("info string the search takes ")
    assert ready == "readyok"
    assert answers("setoption name Hash value 64", "isready") == ["readyok"]


def test_even_starts_are_shifted() -> None:
    history = parse_position(f"{EVEN} moves (0T1)c1b1 (-1T1)c1b1 submit")
    assert [str(move) for move in history.actions[0]] == ["(+0T1)c1>(+0T1)b1", "(-0T1)c1>(-0T1)b1"]
    assert parse_position(format_position(history)) == history


@pytest.mark.parametrize("variant", [variant.name for variant in variants()])
def test_histories_come_back(variant: str) -> None:
    history = History(start(variant))
    for seed in range(4):
        action = history.position.find_action()
        if action is None:
            break
        history = history.after(action)
        again = parse_position(format_position(history))
        assert again.position.fen() == history.position.fen(), seed
        assert again.actions == history.actions


@pytest.mark.parametrize("seed", range(5))
def test_moves_come_back(seed: int) -> None:
    position = random_position("Small", 6, seed)
    for move in position.moves():
        assert parse_move(format_move(move, position), position) == move


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("", InvalidPosition),
        ("somewhere", InvalidPosition),
        ("fen", HyperchessError),
        ("fen [k*2/3/2K*:0:1:w", HyperchessError),
        ("startpos moves e2e4 submit", InvalidMove),
        ("startpos moves (0T1)e2e5 submit", InvalidMove),
        ("startpos moves (0T1)e2e4", UnfinishedAction),
        ("startpos moves submit", HyperchessError),
        ("startpos moves (99999T1)e2e4 submit", InvalidMove),
    ],
)
def test_bad_positions_are_told(arguments: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        parse_position(arguments)
    said = answers(f"position {arguments}", "go depth 1")
    assert said[0].startswith("info position error: ")
    assert said[1] == "nobestmove"


@pytest.mark.parametrize(
    ("option", "told"), [("Threads value 0", True), ("Hash value x", True), ("Nonsense value 3", False)]
)
def test_bad_options_are_told_and_unknown_ones_ignored(option: str, told: bool) -> None:
    said = answers(f"setoption name {option}", "isready")
    assert (len(said) == 2) == told
    assert said[-1] == "readyok"


def test_stop_ends_an_infinite_search() -> None:
    said = answers("position startpos", "go infinite", "stop")
    assert said[-1].startswith("bestmove ")


def test_several_lines_are_told() -> None:
    said = answers("setoption name MultiPV value 3", "position startpos", "go nodes 100", "isready")
    assert any(" multipv 3 " in line for line in said)


def script(answer: str) -> list[str]:
    """An engine that introduces itself and then does something on `go`."""
    return [
        sys.executable,
        "-c",
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('5duci\\n'): print('5duciok', flush=True)\n"
        "    if line.startswith('quit'): break\n"
        f"    if line.startswith('go'):\n        {answer}\n",
    ]


def test_an_engine_plays() -> None:
    with EngineProcess(
        script("print('info depth 3 score cp 25 nodes 9\\nbestmove (0T1)e2e3', flush=True)")
    ) as engine:
        result = engine.play(History(start("Standard")), Budget(seconds=60))
    assert str(result.action) == "(0T1)e2>(0T1)e3"
    assert (result.line.score.centipawns, result.line.depth, result.line.nodes) == (25, 3, 9)


def test_an_engine_plays_without_blocking() -> None:
    with EngineProcess(script("print('bestmove (0T1)e2e3', flush=True)")) as engine:
        result = asyncio.run(engine.play_async(History(start("Standard")), Budget(seconds=60)))
    assert str(result.action) == "(0T1)e2>(0T1)e3"


@pytest.mark.parametrize(
    ("answer", "message", "seconds"),
    [
        ("print('bestmove (0T1)e2e5', flush=True)", "not legal", 60),
        ("print('bestmove castle', flush=True)", "not legal", 60),
        ("print('bestmove', flush=True)", "not legal", 60),
        ("print('nobestmove', flush=True)", "no action", 60),
        ("sys.exit(3)", "has ended", 60),
        ("pass", "in time", 0.1),
        ("print('spam\\n' * 200000, flush=True)", "in time|unexpected lines|has ended", 0.1),
    ],
)
def test_engines_that_fail_are_errors(
    answer: str, message: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hyperchess.engine.uci.client._GRACE", 0.2)
    with EngineProcess(script(answer)) as engine, pytest.raises(EngineError, match=message):
        engine.play(History(start("Standard")), Budget(seconds=seconds))


def test_an_engine_that_was_too_late_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperchess.engine.uci.client._GRACE", 0.2)
    late = "line = sys.stdin.readline(); print('bestmove (0T1)a1a1', flush=True)"
    with EngineProcess(script(late)) as engine:
        for _ in range(2):  # the answer to the first question is not taken for one to the second
            with pytest.raises(EngineError, match="in time"):
                engine.play(History(start("Standard")), Budget(seconds=0.1))


@pytest.mark.parametrize("command", ["no-such-program-here", f"{sys.executable} -c pass"])
def test_what_is_no_engine_is_an_error(command: str) -> None:
    with pytest.raises(EngineError):
        open_engine(command)


def test_an_engine_that_gets_no_memory_goes_on_answering(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise InvalidArgument("there is not enough memory")

    monkeypatch.setattr("hyperchess.engine.engine.Engine._find_searches", fail)
    said = answers("isready", "position startpos", "go depth 1", "isready")
    assert said.count("readyok") == 2
    assert "nobestmove" in said
    assert "info string there is not enough memory" in said


def test_whatever_goes_wrong_in_a_search_there_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise TypeError("a fault of ours")

    monkeypatch.setattr("hyperchess.engine.engine.Engine.analyse", fail)
    said = answers("position startpos", "go depth 1")
    assert said[-2:] == ["info string a fault of ours", "nobestmove"]
