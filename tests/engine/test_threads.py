"""Engines and positions that threads share: nothing aborts, hangs or mixes; a stop belongs to its search."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

import pytest

import hyperchess as hc
from hyperchess import infinite, multiverse
from hyperchess.engine.engine import Engine
from hyperchess.engine.lines import SearchReport
from hyperchess.engine.stopping import StopToken
from hyperchess.errors import Busy, InvalidArgument
from hyperchess.ruleset import GameKind
from tests.kernels import native
from tests.native.stress import Stress

pytestmark = native

POSITIONS: dict[str, Any] = {
    "5D chess": multiverse.start("Standard"),
    "infinite chess": infinite.start("Classical"),
}
BOTH = pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
_EDGE = (1 << 62) - 64


class Searching:
    """A search without a limit in another thread, which has reported its first depth."""

    def __init__(self, engine: Engine, position: Any, stop: StopToken | None = None) -> None:
        self.found: list[SearchReport] = []
        begun = Event()

        def run() -> None:
            self.found.append(
                engine.search(position, hc.Budget(), on_report=lambda _: begun.set(), stop=stop)
            )

        self.thread = Thread(target=run)
        self.thread.start()
        assert begun.wait(60)

    def join(self) -> SearchReport:
        """Wait for the end of the search."""
        self.thread.join(60)
        assert not self.thread.is_alive()
        return self.found[0]


@BOTH
def test_a_token_that_is_set_before_the_search_counts(position: Any) -> None:
    token = StopToken()
    token.stop()
    report = Engine(memory=1 << 20).search(position, hc.Budget(), stop=token)
    assert report.depth <= 1
    assert list(report.lines[0].actions)


@BOTH
def test_a_token_stops_its_search_only(position: Any) -> None:
    tokens = StopToken(), StopToken()
    running = [Searching(Engine(memory=1 << 20), position, token) for token in tokens]
    tokens[0].stop()
    assert running[0].join().lines
    assert running[1].thread.is_alive()
    tokens[1].stop()
    assert running[1].join().lines


@BOTH
def test_a_stopped_engine_searches_again(position: Any) -> None:
    engine = Engine(memory=1 << 20)
    engine.stop()  # nothing has been entered
    assert engine.search(position, depth=3).depth == 3
    running = Searching(engine, position)
    engine.stop()
    assert running.join().lines
    assert engine.search(position, depth=3).depth >= 3


@BOTH
def test_one_token_serves_several_searches(position: Any) -> None:
    token = StopToken()
    running = [Searching(Engine(memory=1 << 20), position, token) for _ in range(2)]
    token.stop()
    assert all(each.join().lines for each in running)


@BOTH
def test_a_busy_engine_refuses_and_goes_on(position: Any) -> None:
    engine = Engine(memory=1 << 20)
    running = Searching(engine, position)
    with pytest.raises(Busy, match="already searching"):
        engine.search(position, depth=1)
    with pytest.raises(Busy, match="stop it"):
        engine.clear()
    engine.stop()
    assert running.join().lines


@BOTH
def test_a_search_from_a_report_is_refused(position: Any) -> None:
    engine = Engine(memory=1 << 20)
    refused = []

    def report(_: SearchReport) -> None:
        with pytest.raises(Busy):
            engine.search(position, depth=1)
        refused.append(True)

    assert engine.search(position, depth=2, on_report=report).depth == 2
    assert refused


@BOTH
def test_an_exception_of_a_report_ends_the_search_only(position: Any) -> None:
    engine = Engine(memory=1 << 20, threads=2)

    def fail(_: SearchReport) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        engine.search(position, hc.Budget(), on_report=fail)
    assert engine.search(position, depth=2).lines


def test_searches_of_both_games_run_side_by_side_on_one_engine() -> None:
    engine = Engine(memory=1 << 20)
    running = Searching(engine, POSITIONS["5D chess"])
    assert engine.search(POSITIONS["infinite chess"], depth=2).depth == 2
    engine.stop()
    assert running.join().lines


def test_a_mate_table_belongs_to_its_search() -> None:
    rook_and_kings = infinite.Position.parse("w K3,5|R5,6|K-3,4|k0,0")
    engine = Engine(memory=1 << 20)
    running = Searching(engine, POSITIONS["infinite chess"])
    with pytest.raises(Busy):
        engine.search(rook_and_kings, depth=2)
    engine.stop()
    running.join()
    with_table = engine.search(rook_and_kings, depth=4).lines[0].score
    assert with_table == Engine(memory=1 << 20).search(rook_and_kings, depth=4).lines[0].score


@BOTH
def test_calls_of_the_package_neither_wait_nor_influence_each_other(position: Any) -> None:
    expected = [Engine().analyse(position, depth=depth) for depth in (3, 5)]
    # The second one finds an engine of the pool that has searched the same position.
    assert [hc.analyse(position, depth=depth) for depth in (3, 5)] == expected
    assert [hc.analyse(position, depth=depth) for depth in (3, 5)] == expected
    answers: list[object] = []
    threads = [
        Thread(target=lambda: answers.append(hc.analyse(position, depth=5) == expected[1])) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert answers == [True] * 4


def test_moves_are_asked_for_while_an_engine_searches() -> None:
    position = infinite.start("Classical")
    expected = {str(move) for move in position.moves().points}
    engine = Engine(memory=1 << 20, threads=2)
    running = Searching(engine, position)
    for _ in range(300):
        assert "5,2>5,4" in position.moves()
        assert {str(move) for move in position.moves().points} == expected
    assert running.thread.is_alive()
    engine.stop()
    assert running.join().lines


@pytest.mark.slow
def test_random_threads() -> None:
    from time import monotonic

    stress = Stress()
    threads = [Thread(target=stress.run, args=(number, monotonic() + 4)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads)
    assert stress.failures == []
    assert stress.done > 10


@pytest.mark.parametrize("threads", [1, 8])
def test_memory_is_what_a_search_takes(threads: int) -> None:
    for kind in GameKind:
        engine = Engine(threads=threads, memory=256 << 20)
        assert 250 << 20 < engine.memory_used(kind) <= 256 << 20
        # Below the minimum, which is small histories, a small table and the threads.
        least = Engine(threads=threads, memory=1).memory_used(kind)
        assert least <= (2 + 2 * threads) << 20
        for memory in (least, 16 << 20, 31 << 20, 32 << 20):
            used = Engine(threads=threads, memory=memory).memory_used(kind)
            assert max(memory, least) - (1 << 10) < used <= max(memory, least)


@pytest.mark.parametrize(
    "text",
    [
        f"w N{_EDGE},3|K0,0|k9,9",
        f"w N{_EDGE},{_EDGE}|P5,{_EDGE - 1}+|K{_EDGE},0|k9,9|p{_EDGE},7",
        f"b Q{-_EDGE},{-_EDGE}|K0,{_EDGE}|k{-_EDGE},{_EDGE}|n{_EDGE},5|gu{_EDGE},{_EDGE}",
        f"w NR{1 << 60},3|K0,0|k9,9|nr{-(1 << 60)},{1 << 60}",
    ],
)
def test_moves_of_the_engine_stay_on_the_board_of_64_bits(text: str) -> None:
    position = infinite.Position.parse(text)
    engine = Engine(memory=1 << 20)
    report = engine.search(position, hc.Budget(rounds=2_000))
    for line in report.lines:
        assert position.play(*line.actions[0]) != position


@pytest.mark.parametrize("kind", list(GameKind))
@pytest.mark.parametrize("value", [2**31 - 1, -(2**31), 10**6 + 1])
def test_weights_are_bounded(kind: GameKind, value: int) -> None:
    from hyperchess.engine.games import find_adapter

    weights = dict.fromkeys(find_adapter(kind).load_weights(), value)
    engine = Engine(weights=weights, infinite_weights=weights, memory=1 << 20)
    with pytest.raises(InvalidArgument, match="weights are between"):
        engine.prepare(kind)


def test_foreign_numbers_raise() -> None:
    from hyperchess import _native
    from hyperchess.multiverse.kernel import packed

    board = packed(POSITIONS["5D chess"])
    assert board is not None
    with pytest.raises(InvalidArgument, match="depth"):
        board.perft(-1, None, None)
    engine = _native.Engine([0] * len(_native.weight_names()), 1 << 20, 1, [])
    for lines in (0, -1, -(2**31)):
        with pytest.raises(InvalidArgument, match="at least one line"):
            engine.analyse(board, None, 10, None, lines, None, None)
    for kind, color in ((-1, 1), (99, 1), (1, -1), (1, 7)):
        with pytest.raises(InvalidArgument):
            _native.infinite_code(kind, color, False)
    with pytest.raises(InvalidArgument):
        _native.InfiniteWindow([99], False, 3, 2)


def test_a_heavy_board_is_searched_in_time() -> None:
    """Two rooks cut the ranks off and a third one mates; 187 pieces stand far away."""
    from random import Random

    random, squares = Random(7), {(0, 0), (5000, 7000), (-40, 1), (-50, -1), (-30, 400)}
    parts = ["k0,0", "K5000,7000", "R-40,1", "R-50,-1", "R-30,400"]
    while len(parts) < 190:
        square = random.randint(1000, 90000), random.randint(1000, 90000)
        if square not in squares:
            squares.add(square)
            parts.append(f"{'Q' if len(parts) % 2 else 'p'}{square[0]},{square[1]}")
    position = infinite.Position.parse("w " + "|".join(parts))
    for threads in (1, 2):
        # No time at all: the mate is found among the root moves.
        report = Engine(memory=1 << 20, threads=threads).search(position, hc.Budget(rounds=1))
        assert (str(report.lines[0].score), str(report.lines[0].actions[0][0])) == ("#1", "-30,400>-30,0")
        assert report.evaluations < 100


def test_a_search_beyond_the_limits_of_the_kernel_ends_with_an_answer() -> None:
    from hyperchess import _native
    from hyperchess.engine.games import find_adapter
    from hyperchess.engine.multiverse.native import weight_numbers
    from hyperchess.multiverse.kernel import packed

    start = packed(POSITIONS["5D chess"])
    assert start is not None
    cells = start.__getstate__()[6][0][2][0]
    for boards in (99_997, 100_000):
        lines = [_native.TimelineCells(0 if boards % 2 else -1, True, [cells] * boards)]
        position = _native.Position(_native.PositionState(8, 8, 0, False, b"QNRB", 0, lines))
        weights = find_adapter(GameKind.MULTIVERSE).load_weights()
        for threads in (1, 2):
            engine = _native.Engine(weight_numbers(weights, _native.weight_names()), 1 << 20, threads, [])
            report = engine.analyse(position, None, 200, None, 1, None, None)
            assert report.variations
            assert not report.timed_out
