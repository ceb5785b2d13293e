"""One search of infinite chess shared in parts finds what a search alone finds, in the same order."""

from collections.abc import Generator, Iterator

import pytest

from hyperchess.analysis.mates.infinite.search import Trial
from hyperchess.analysis.mates.infinite.sharing import MovePart, MovePartTried, solve_infinite_shared
from hyperchess.analysis.mates.solution import Outcome, Progress, Stop
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.infinite import Position
from hyperchess.kernels import uses_native
from tests.analysis.test_infinite_hunts import BEFORE_MATES
from tests.analysis.test_sharing import collect_facts

# Mates of a bare royal piece, and searches within a window: a proof, no mate, and one that is not proven.
POSITIONS = (
    *((text, mate_in) for text, mate_in in BEFORE_MATES[::5] if uses_native() or mate_in < 3),  # minutes each
    ("w K0,0|k5,0|R9,9|Q30,-7", 2),
    ("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5", 1),
    ("w K0,0|k5,0|p9,8|R9,9", 1),
    ("w K0,0|k5,0|R9,9|ob8,8", 2),
    ("w k0,0|R-5,1|R-6,-2|Q8,9|K3,-5|p4,4", 1),
)


def in_turn(parts: Iterator[MovePart]) -> Generator[MovePartTried, None, None]:
    for part in parts:
        yield part.search(lambda *_: None)


def some_ahead(parts: Iterator[MovePart]) -> Generator[MovePartTried, None, None]:
    """As processes do: parts are begun before it is known that earlier ones were the last."""
    under_way: list[MovePartTried] = []
    for part in parts:
        under_way.append(part.search(lambda *_: None))
        if len(under_way) > 3:
            yield under_way.pop(0)
    yield from under_way


@pytest.mark.parametrize("all_first_actions", [True, False])
@pytest.mark.parametrize(("text", "mate_in"), POSITIONS)
def test_parts_find_what_a_search_alone_finds(text: str, mate_in: int, all_first_actions: bool) -> None:
    position = Position.parse(text)
    alone = solve(position, mate_in, all_first_actions=all_first_actions, margin=1)
    for share in (in_turn, some_ahead):
        shared = solve_infinite_shared(
            position, mate_in, Budget(), share, margin=1, all_first_actions=all_first_actions
        )
        assert collect_facts(shared) == collect_facts(alone)


@pytest.mark.parametrize("text", ["w K0,0|k5,0|R9,9|Q30,-7", "w K0,0|k5,0|R9,9|Q30,-7|p11,8"])
def test_an_interrupt_keeps_what_is_known(text: str) -> None:
    def interrupted(progress: Progress) -> None:
        if progress.length == 2:
            raise KeyboardInterrupt

    position = Position.parse(text)
    solution = solve_infinite_shared(position, 3, Budget(), in_turn, margin=1, progress=interrupted)
    assert (solution.outcome, solution.stop, solution.refuted) == (Outcome.UNKNOWN, Stop.INTERRUPTED, 1)


def test_a_process_that_is_stopped_tells_what_it_has_tried() -> None:
    position = Position.parse("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5|p8,4")
    found: list[Trial] = []

    def watch(*_: int) -> None:
        if found:
            raise KeyboardInterrupt

    def stopped(parts: Iterator[MovePart]) -> Generator[MovePartTried, None, None]:
        for part in parts:
            tried = part.search(watch)
            found.extend(trial for trial in tried.trials if trial.holds)
            yield tried

    solution = solve_infinite_shared(position, 2, Budget(), stopped, margin=3)
    assert (solution.outcome, solution.mate_in, solution.stop) == (Outcome.MATE, 1, Stop.INTERRUPTED)
    assert not solution.all_examined


def test_time_that_is_up_ends_a_shared_search() -> None:
    position = Position.parse("w K0,0|k5,0|R9,9|Q30,-7|p11,8")
    solution = solve_infinite_shared(position, 3, Budget(seconds=0), in_turn, margin=1)
    assert (solution.outcome, solution.stop) == (Outcome.UNKNOWN, Stop.TIME)
