"""Why an action does not mate: against the solver on puzzles, and by hand."""

from itertools import islice

import pytest

from hyperchess.analysis.mates.multiverse.refutation import try_action
from hyperchess.analysis.mates.solution import Outcome
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.multiverse import custom_start

POSITION = custom_start("[k3/p3/2N1/K2R:0:1:w]")  # mate in 2 by three first actions


def test_it_agrees_with_the_solver() -> None:
    winning = set(solve(POSITION, 2).winning)
    for action in islice(POSITION.actions(), 40):
        tried = try_action(POSITION, action, 2)
        assert (tried.outcome is Outcome.MATE) == (POSITION.canonical(action) in winning), str(action)


def test_the_defence_refutes() -> None:
    winning = set(solve(POSITION, 2).winning)
    for action in POSITION.actions():
        tried = try_action(POSITION, action, 2)
        if POSITION.canonical(action) not in winning and tried.defence is not None:
            after = POSITION.play(action).play(tried.defence)
            assert solve(after, 1).outcome is Outcome.NONE


def test_a_budget_that_is_too_small() -> None:
    action = solve(POSITION, 2).winning[0]
    assert try_action(POSITION, action, 2, Budget(rounds=1)).outcome is Outcome.UNKNOWN


def test_stalemate_has_no_defence() -> None:
    position = custom_start("[k3/4/1Q2/3K:0:1:w]")
    ends = {str(action): try_action(position, action, 1) for action in position.actions()}
    stalemates = [end for end in ends.values() if end.outcome is Outcome.NONE and end.defence is None]
    for action, end in ends.items():
        after = position.play(position.read(action))
        assert (end.outcome is Outcome.MATE) == (after.status.word == "checkmate"), action
        assert (end in stalemates) == (after.status.word == "stalemate"), action


@pytest.mark.parametrize("length", [0, -1])
def test_a_length_is_at_least_one(length: int) -> None:
    with pytest.raises(ValueError, match="mate_in"):
        try_action(POSITION, solve(POSITION, 2).winning[0], length)
