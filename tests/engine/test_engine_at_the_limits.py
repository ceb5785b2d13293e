"""Searches of 5D positions whose children exceed the limits of the native rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hyperchess import _native
from hyperchess.engine import Engine
from hyperchess.errors import InvalidPosition
from hyperchess.multiverse import Budget, Color, Position, start
from tests.kernels import native

pytestmark = native


def long_position(boards: int) -> Position:
    """Return a position with one timeline of so many boards, all with the pieces of the start."""
    position = start("Standard")
    line = position.timeline_boards[0]
    first = line.boards[0]
    places = (
        first.at._replace(turn=1 + number // 2, color=Color.BLACK if number % 2 else Color.WHITE)
        for number in range(boards)
    )
    player = Color.WHITE if boards % 2 else Color.BLACK
    longer = replace(line, boards=tuple(replace(first, at=at) for at in places))
    return replace(position, timeline_boards=(longer,), player=player)


@pytest.mark.parametrize("room", [0, 1, 3])
def test_the_engine_plays_where_its_children_have_too_many_boards(room: int) -> None:
    position = long_position(100_000 - room)
    report = Engine(memory=1 << 20).search(position, Budget(seconds=2), depth=3)
    assert report.lines
    (move,) = report.lines[0].actions[0]
    assert move in position.moves()
    # Without room for a single child nothing is searched, and the report says so.
    assert (report.depth, report.nodes) == (0, 0) if room == 0 else report.depth == 3 and report.nodes > 0


def test_turns_that_overflow_are_refused() -> None:
    for turn in (-(2**31), 2**31 - 1):
        line = _native.TimelineCells(turn, True, [bytes(9)])
        with pytest.raises(InvalidPosition):
            _native.Position(_native.PositionState(3, 3, 0, False, b"", 0, [line]))
