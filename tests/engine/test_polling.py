"""Work between two checks of the limits of a search: bounded on heavy positions, whatever the machine.

The kernel reports the most work between two checks (`most_unchecked`): in 5D chess in boards that are made,
evaluated or listed, in infinite chess in units of about 20 ns. How late searches end is measured by
`python -m benchmarks.lateness`.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benchmarks.lateness import random_infinite
from hyperchess import _native, infinite, multiverse
from hyperchess.budget import Budget
from hyperchess.engine import one_ahead
from hyperchess.engine.engine import Engine
from hyperchess.engine.games import find_adapter
from hyperchess.engine.multiverse.native import weight_numbers
from hyperchess.infinite.kernel import packed as packed_infinite
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


def test_huygens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search in Python reads the clock after each move."""
    readings = 0

    def monotonic() -> float:
        nonlocal readings
        readings += 1
        return 0.0

    monkeypatch.setattr(one_ahead, "monotonic", monotonic)
    position = random_infinite(Random(300), 300, huygens=True)
    engine = Engine()
    assert engine.is_plain(position)
    report = engine.search(position, Budget(seconds=1, rounds=40))
    assert report.nodes == 40
    assert readings >= report.nodes
