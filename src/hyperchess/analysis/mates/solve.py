"""Search for forced mates in both games: proven, proven absent, or unknown. Never guessed.

The player to move attacks and mates with at most N actions against any defence. In 5D chess there are other
goals as well: helpmates, selfmates and stalemates.

>>> from hyperchess import infinite, multiverse
>>> position = multiverse.custom_start("[4k/5/5/5/K1R2:0:1:w]")
>>> for action in ("Kb2", "Ke4", "Re1", "Kd3"):
...     position = position.play(action)
>>> solution = solve(position, mate_in=1)
>>> solution.outcome.value, solution.mate_in, [str(action) for action in solution.winning]
('mate', 1, ['(0T3)e1>(0T3)e5'])
>>> solution = solve(infinite.Position.parse("w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5"), mate_in=1)
>>> solution.outcome.value, solution.exact, [str(move) for move in solution.winning]
('mate', True, ['7,7>7,0', '7,7>14,0'])
"""

from __future__ import annotations

from typing import overload

from hyperchess import infinite, multiverse
from hyperchess.analysis.mates.infinite.search import search_infinite
from hyperchess.analysis.mates.multiverse.search import Solver
from hyperchess.analysis.mates.solution import AnySolution, Goal, OnProgress, Outcome, Progress, Solution
from hyperchess.budget import Budget, check_budget
from hyperchess.errors import InvalidArgument
from hyperchess.multiverse.mates import DEFAULT_MEMORY
from hyperchess.ruleset import GameKind
from hyperchess.validation import check_integer, invalid_argument

__all__ = [
    "DEFAULT_MARGIN",
    "DEFAULT_MATE_IN",
    "Goal",
    "Outcome",
    "Progress",
    "Solution",
    "check_goal",
    "solve",
]

DEFAULT_MATE_IN = {GameKind.MULTIVERSE: 3, GameKind.INFINITE: 2}
"""The default number of actions within which a mate is searched."""
DEFAULT_MARGIN = 5  # squares beyond the pieces, in infinite chess


@overload
def solve(
    position: multiverse.Position,
    mate_in: int | None = None,
    budget: Budget | None = None,
    *,
    goal: Goal | str = Goal.MATE,
    all_first_actions: bool = True,
    softmates: bool = False,
    margin: int = DEFAULT_MARGIN,
    memory: int = DEFAULT_MEMORY,
    progress: OnProgress | None = None,
) -> Solution[multiverse.Position, multiverse.Action]: ...


@overload
def solve(
    position: infinite.Position,
    mate_in: int | None = None,
    budget: Budget | None = None,
    *,
    goal: Goal | str = Goal.MATE,
    all_first_actions: bool = True,
    softmates: bool = False,
    margin: int = DEFAULT_MARGIN,
    memory: int = DEFAULT_MEMORY,
    progress: OnProgress | None = None,
) -> Solution[infinite.Position, infinite.Move]: ...


def solve(
    position: multiverse.Position | infinite.Position,
    mate_in: int | None = None,
    budget: Budget | None = None,
    *,
    goal: Goal | str = Goal.MATE,
    all_first_actions: bool = True,
    softmates: bool = False,
    margin: int = DEFAULT_MARGIN,
    memory: int = DEFAULT_MEMORY,
    progress: OnProgress | None = None,
) -> AnySolution:
    """Search for a mate within `mate_in` actions of the player to move, the shortest first.

    The default is 3 actions, in infinite chess 2.

    `all_first_actions` continues after the first winning action to find duals; at most 10,000 are listed.
    `progress` is called a few times per second. Ctrl-C ends the search with the results so far.

    5D chess: another `goal` (or its name) is searched instead of a forced mate, within as many actions of the
    player to move; the opponent replies to each, and the last reply of a helpmate mates. With `softmates`, a
    softmate counts as a mate. The table of positions is limited to `memory` bytes. Infinite chess: moves are
    chosen by classes of squares, or those up to `margin` squares beyond the pieces are tried; the result is
    unknown if others could change it.

    >>> import hyperchess as hc
    >>> position = hc.multiverse.custom_start("[k3/p3/2N1/K2R:0:1:w]")
    >>> solution = hc.solve(position, mate_in=2, budget=hc.Budget(seconds=10))
    >>> solution.outcome, solution.mate_in, [str(action) for action in solution.winning]
    (<Outcome.MATE: 'mate'>, 2, ['(0T1)d1>(0T1)b1', '(0T1)d1>(0T1)d3', '(0T1)d1>(0T1)d4'])
    >>> solution = hc.solve(hc.multiverse.custom_start("[k2/1Q1/1K1:0:1:w]"), mate_in=1, goal="stalemate")
    >>> solution.outcome, [str(action) for action in solution.winning]
    (<Outcome.STALEMATE: 'stalemate'>, ['(0T1)b2>(0T1)c2'])
    >>> hc.solve(position, mate_in=0)
    Traceback (most recent call last):
    ...
    hyperchess.errors.InvalidArgument: mate_in: expected an integer of at least 1, found 0
    """
    if not isinstance(position, multiverse.Position | infinite.Position):
        raise invalid_argument("position", "a position", position)
    if mate_in is None:
        mate_in = DEFAULT_MATE_IN[position.kind]
    check_integer("mate_in", mate_in, least=1)
    goal = check_goal(goal)
    check_budget(budget)
    check_integer("margin", margin, least=0)
    check_integer("memory", memory, least=0)
    if progress is not None and not callable(progress):
        raise InvalidArgument(f"progress must be callable, not {progress!r}")
    budget = budget or Budget()
    if goal is not Goal.MATE and isinstance(position, infinite.Position):
        raise InvalidArgument(f"goal: a {goal} is supported in 5D chess only; infinite chess supports mate")
    if goal is not Goal.MATE and softmates:
        raise InvalidArgument(f"softmates: they count in a forced mate only, not in a {goal}")
    if isinstance(position, infinite.Position):
        return search_infinite(
            position, mate_in, budget, margin=margin, all_first_actions=all_first_actions, progress=progress
        )
    solver = Solver(budget, goal=goal, softmates=softmates, memory=memory, progress=progress)
    return solver.solve(position, mate_in, all_first_actions=all_first_actions)


def check_goal(goal: object) -> Goal:
    """Return the goal given as an argument or by name."""
    if isinstance(goal, str) and goal in tuple(Goal):
        return Goal(goal)
    raise invalid_argument("goal", " or ".join(map(repr, map(str, Goal))), goal)
