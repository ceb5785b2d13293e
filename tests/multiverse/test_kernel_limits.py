"""Limits of the native rules, the end of a native search, and the choice of rules."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from hyperchess import _native
from hyperchess.errors import BudgetExhausted, InvalidMove, InvalidPosition
from hyperchess.multiverse import (
    Board,
    Budget,
    Color,
    Move,
    MovePattern,
    Position,
    Timeline,
    TimelineBoards,
    start,
)
from hyperchess.multiverse.defaults import default_rules
from tests.multiverse.differential import NATIVE

STANDARD = replace(start("Standard"), rules=NATIVE)


def with_cells(cells: bytes) -> Position:
    line = STANDARD.timeline_boards[0]
    return replace(STANDARD, timeline_boards=(replace(line, boards=(replace(line.boards[0], cells=cells),)),))


def wide_multiverse(timelines: int) -> Position:
    board = Position.of_fen("[2k/3/K2:0:1:w]").boards[0]
    lines = []
    for number in range(timelines):
        timeline = Timeline.of(number)
        lines.append(TimelineBoards(timeline, (replace(board, at=board.at._replace(timeline=timeline)),)))
    return Position(tuple(lines), ("Q",), Color.WHITE, rules=NATIVE)


def shifted(board: Board, turns: int) -> Board:
    return replace(board, at=board.at._replace(turn=board.at.turn + turns))


def malformed() -> Iterator[Position]:
    line = STANDARD.timeline_boards[0]
    yield replace(STANDARD, timeline_boards=())
    yield replace(STANDARD, timeline_boards=(replace(line, boards=()),))
    yield with_cells(b"")
    yield with_cells(b"K" * 63)
    yield with_cells(b"K" * 65)
    yield with_cells(b"?" * 64)
    yield with_cells(bytes([ord("Q") | 0x80]) * 64)
    yield replace(
        STANDARD, timeline_boards=(replace(line, boards=(line.boards[0], shifted(line.boards[0], 1))),)
    )
    yield replace(STANDARD, timeline_boards=(line, replace(line, timeline=Timeline.of(2))))
    yield replace(STANDARD, timeline_boards=(replace(line, boards=(shifted(line.boards[0], 10**7),)),))
    yield replace(STANDARD, promotions=("P",))
    yield replace(STANDARD, promotions=("q",))
    yield replace(STANDARD, promotions=("é",))
    yield wide_multiverse(_native.MAX_TIMELINES + 1)


@pytest.mark.parametrize("position", list(malformed()))
def test_a_malformed_position_raises(position: Position) -> None:
    with pytest.raises(InvalidPosition):
        position.moves()


def test_the_native_module_itself_survives_nonsense() -> None:
    line = _native.TimelineCells(2, True, [bytes(9)])
    nonsense: tuple[Any, ...] = (
        (0, 3, 0, False, b"", 0, [line]),
        (-3, -3, 0, False, b"", 0, [line]),
        (1 << 30, 1 << 30, 0, False, b"", 0, [line]),
        (3, 3, 2, False, b"", 0, [line]),
        (3, 3, 0, False, b"", 0, []),
        (3, 3, 0, False, b"", 0, [(2, True, [])]),
        (3, 3, 0, False, b"", 1 << 30, [line]),
        (3, 3, 0, False, b"", 0, [(1 << 30, True, [bytes(9)])]),
        (3, 3, 0, False, b"", 0, [(-900_000 + 3_000 * row, True, [bytes(9)]) for row in range(600)]),
    )
    for arguments in nonsense:
        with pytest.raises(InvalidPosition):
            _native.Position(arguments)
    packed = _native.Position(_native.PositionState(3, 3, 0, False, b"Q", 0, [line]))
    assert packed.move((9, 9, 200, 9, 9, 200, 0)) is None
    assert packed.move((0, 2, 0, 0, 2, 0, 300)) is None
    with pytest.raises(InvalidPosition):
        packed.with_player(7)
    with pytest.raises(IndexError):
        packed.actions(None, None).move(5)


def test_the_largest_multiverse_is_judged() -> None:
    position = wide_multiverse(_native.MAX_TIMELINES)
    assert position.find_status(Budget(rounds=100_000)).word in ("ongoing", "unknown")
    assert len(position.moves()) > _native.MAX_TIMELINES


def test_far_away_numbers_fit_nothing() -> None:
    assert STANDARD.match(MovePattern(turn=10**30)) == ()
    assert STANDARD.match(MovePattern(to_rank=-(10**30))) == ()
    assert STANDARD.match(MovePattern(piece="RQ")) == ()
    move = STANDARD.moves()[0]
    with pytest.raises(InvalidMove):
        STANDARD.move(Move(move.source, move.target._replace(turn=10**30)))
    assert STANDARD.count_actions(limit=10**30, budget=Budget(rounds=10**30)) == 20


def test_budgets_end_a_search() -> None:
    with pytest.raises(BudgetExhausted, match="after 3 rounds"):
        STANDARD.perft(4, Budget(rounds=3))
    with pytest.raises(BudgetExhausted):
        STANDARD.perft(9, Budget(seconds=0.001))  # without a limit this takes hours
    assert STANDARD.find_status(Budget(rounds=0)).word == "unknown"
    with pytest.raises(BudgetExhausted):
        list(STANDARD.actions(budget=Budget(rounds=0)))
    assert STANDARD.count_actions(limit=0, budget=Budget(rounds=0)) == 0
    with pytest.raises(BudgetExhausted, match="too many to count"):
        STANDARD.perft(100_000)


def test_what_was_found_before_the_budget_ran_out_is_handed_out() -> None:
    position = replace(start("Misc - Timeline Battlegrounds"), rules=NATIVE)
    found = []
    with pytest.raises(BudgetExhausted):
        for action in position.actions(budget=Budget(rounds=5)):
            found.append(action)
    assert 0 < len(found) < position.count_actions()


def test_positions_can_be_pickled_and_copied() -> None:
    position = replace(start("Misc - Timeline Invasion"), rules=NATIVE)
    position = position.play_legal(next(position.actions()))
    for twin in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert twin == position
        assert twin.moves() == position.moves()
        assert twin._packed is not position._packed


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer signal")
def test_an_interrupt_ends_a_search() -> None:
    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(KeyboardInterrupt):
            STANDARD.perft(9)  # without the interrupt this takes hours
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs a signal to the main thread")
def test_other_threads_run_during_a_search() -> None:
    """Another thread starts while the search runs, and it is what ends the search."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    def end_search() -> None:
        assert start("Standard").moves()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGALRM)

    before = signal.signal(signal.SIGALRM, interrupt)
    other = threading.Timer(0.05, end_search)
    other.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            STANDARD.perft(9)
    finally:
        signal.signal(signal.SIGALRM, before)
        other.join()


def run(kernel: str, code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HYPERCHESS_KERNEL": kernel}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )


def test_the_environment_forces_rules() -> None:
    code = "import hyperchess as hc; print(hc.multiverse.start('Standard').rules.name)"
    assert run("", code).stdout == run("native", code).stdout == "native\n"
    assert run("python", code).stdout == "python\n"
    assert "HYPERCHESS_KERNEL is 'fast'; it can be 'python' or 'native'" in run("fast", code).stderr


def test_forcing_rules_that_were_not_built_is_an_error() -> None:
    hide = "import importlib.util as u; find = u.find_spec; u.find_spec = lambda name: None; "
    code = hide + "import hyperchess as hc; print(hc.multiverse.start('Standard').rules.name)"
    assert run("", code).stdout == "python\n"
    assert "which were not built" in run("native", code).stderr


def test_ci_runs_on_the_native_rules() -> None:
    """A mistake in the build must not hide behind the fallback."""
    if os.environ.get("HYPERCHESS_KERNEL") != "python":
        assert default_rules().name == "native"
