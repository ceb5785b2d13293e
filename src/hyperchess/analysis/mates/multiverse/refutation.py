"""Test whether one action forces mate, and if not, which defence refutes it.

>>> from hyperchess.multiverse import custom_start
>>> position = custom_start("[k3/4/1K2/Q3:0:1:w]")
>>> tried = try_action(position, position.read("Qd1"), mate_in=1)
>>> tried.outcome.value, str(tried.defence)
('none', '(0T1)a4>(0T1)b4')
>>> try_action(position, position.read("Qa3"), mate_in=1).outcome.value
'mate'
"""

from __future__ import annotations

from hyperchess.analysis.mates.multiverse.search import Solver
from hyperchess.analysis.mates.solution import Outcome, Tried
from hyperchess.budget import Budget, check_budget
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Action, Position
from hyperchess.validation import check_integer

__all__ = ["try_action"]


def try_action(
    position: Position, action: Action, mate_in: int, budget: Budget | None = None
) -> Tried[Action]:
    """Return whether the opponent is mated within `mate_in` actions, this one included, after any reply."""
    check_integer("mate_in", mate_in, least=1)
    budget = check_budget(budget)
    after = position.play(action)
    solver = Solver(budget)
    answered = False
    try:
        for defence in after.actions(budget=budget):
            answered = True
            if mate_in == 1 or solver.best_action(after.play_legal(defence), mate_in - 1) is None:
                return Tried(Outcome.NONE, defence)
    except BudgetExhausted:
        return Tried(Outcome.UNKNOWN)
    return Tried(Outcome.MATE if answered or after.in_check else Outcome.NONE)
