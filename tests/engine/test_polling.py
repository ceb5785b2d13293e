"""Work between two checks of the limits of a search: bounded on heavy positions, whatever the machine.

The kernel reports the most work between two checks (`most_unchecked`): in 5D chess in boards that are made,
evaluated or listed, in infinite chess in units of about 20 ns. For the rules in Python function calls are
counted. How late searches end is measured by
`python -m benchmarks.lateness`.
"""

from __future__ import annotations

import sys
from random import Random
from types import FrameType
from typing import Any

import pytest

from benchmarks.lateness import random_infinite
from hyperchess import _native, budget, infinite, multiverse
from hyperchess.budget import Budget, Meter
from hyperchess.engine.engine import Engine
from hyperchess.engine.games import find_adapter
from hyperchess.engine.multiverse.native import weight_numbers
from hyperchess.engine.stopping import StopToken
from hyperchess.infinite.kernel import packed as packed_infinite
from hyperchess.infinite.primes import is_prime
from hyperchess.multiverse.kernel import packed
from hyperchess.ruleset import GameKind
from tests.kernels import native
from tests.picture.scenes import hundred_timelines

_INTERVAL = 20_000  # units between two checks of infinite chess (`Poller`)
_PER_PIECE = 4  # units of an evaluation
_MOST_BOARDS = 10_000  # listing the moves of 120 timelines is one piece of work


def _search(kind: GameKind, position: Any, nodes: int) -> _native.Report | _native.InfiniteReport:
    weights = find_adapter(kind).load_weights()
    if kind is GameKind.MULTIVERSE:
        board = packed(position)
        assert board is not None
        numbers = weight_numbers(weights, _native.weight_names())
        return _native.Engine(numbers, 1 << 20, 1, []).analyse(board, None, nodes, None, 1, None, None)
    infinite_board = packed_infinite(position, large=True)
    assert infinite_board is not None
    numbers = weight_numbers(weights, _native.infinite_weight_names())
    engine = _native.InfiniteEngine(numbers, 1 << 20, 1, [])
    report = engine.analyse(infinite_board, None, nodes, None, 1, None, None, None)
    assert report is not None
    return report


@native
@pytest.mark.parametrize("pieces", [4, 30, 190, 1_000, 5_000])
def test_infinite_chess(pieces: int) -> None:
    position = random_infinite(Random(pieces), pieces)
    report = _search(GameKind.INFINITE, position, 100)
    assert report.nodes > 0
    assert 0 < report.most_unchecked < _INTERVAL + _PER_PIECE * pieces + 1_000


@native
def test_a_variant_of_infinite_chess() -> None:
    assert 0 < _search(GameKind.INFINITE, infinite.start("Classical"), 5_000).most_unchecked < 21_000


@native
def test_one_timeline() -> None:
    assert 0 < _search(GameKind.MULTIVERSE, multiverse.start("Standard"), 2_000).most_unchecked < 500


@native
@pytest.mark.slow
def test_120_timelines() -> None:
    node = hundred_timelines()
    assert node.parent is not None
    report = _search(GameKind.MULTIVERSE, node.parent.position, 20)
    assert report.variations
    assert 0 < report.most_unchecked < _MOST_BOARDS


def _count_calls(position: infinite.Position, limit: Budget, polls: int) -> tuple[int, int]:
    """Return the most function calls between two polls of a search in Python, and those after its stop.

    The search is stopped at the poll with the number `polls`; the first result ends there.
    """
    engine, token = Engine(memory=1 << 20), StopToken()
    assert engine.is_plain(position)
    engine.prepare(position.kind)
    calls = most = 0
    left = polls
    codes = (budget.poll.__code__, Meter.poll.__code__)

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls, most, left
        if left and event == "call" and frame.f_code in codes:
            most, calls, left = max(most, calls), 0, left - 1
            if not left:
                token.stop()
        elif event in ("call", "c_call"):
            calls += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        engine.search(position, limit, stop=token)
    finally:
        sys.setprofile(before)
    return (max(most, calls), 0) if left else (most, calls)


_PLAIN = {
    "random": lambda: random_infinite(Random(3), 3_000, huygens=True),
    "insufficient material": lambda: infinite.Position.parse(
        "w (8|1) K0,0|HU3,4|N3,5|B3,6|P1,1|P2,1|P3,1|P4,1|P5,1|k90,90|p7,7|hu50,50"
    ),
    "a bare king": lambda: infinite.Position.parse("w HU3,9|HU5,-10|HU-7,1|HU11,20|HU-9,-2|k0,0"),
    "huygens in a row": lambda: infinite.Position.parse(
        "w RQ0,0|HU1,1|k3,9|" + "|".join(f"hu{x},0" for x in range(3, 5_000) if is_prime(x))
    ),
    "royal queens": lambda: infinite.Position.parse(
        "w HU1,1|k3,900|" + "|".join(f"RQ{7 * x},{11 * x}|hu{7 * x + 3},{11 * x + 4}" for x in range(500))
    ),
    "large numbers": lambda: infinite.Position.parse(
        f"w K0,0|HU{'7' * 999},0|HU3,{'9' * 998}7|k5,5|n9,9|n90,0|n9,10|n11,9|n9,12|n8,8|n8,7|n6,100"
    ),
    "four dimensions": lambda: infinite.start("4x4x4x4"),
}


@pytest.mark.parametrize("polls", [1, 100, 5_000])
@pytest.mark.parametrize("name", _PLAIN)
def test_the_rules_in_python(name: str, polls: int) -> None:
    position = _PLAIN[name]()
    between, after = _count_calls(position, Budget(seconds=600, rounds=3), polls)
    # A call takes 0.1 µs to 0.2 µs: at most 10 ms for 5,000 pieces.
    assert between < 5_000 + 10 * len(position.pieces())
    assert after < 10_000 + 20 * len(position.pieces())
