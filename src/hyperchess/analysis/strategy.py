"""The proof of a forced mate as a game tree: one winning action for the attacker, every defence."""

from __future__ import annotations

from dataclasses import dataclass

from hyperchess.analysis.solve import Outcome, Solution, Solver
from hyperchess.errors import BudgetExhausted
from hyperchess.game import Game, Node, WrittenMove
from hyperchess.multiverse import Action, Budget, Move, Position, Status

__all__ = ["Strategy", "proof_tree"]

_MOST_NODES = 100_000


@dataclass(frozen=True)
class Strategy:
    """A proof tree; `complete` is false if it grew too large or the budget ran out."""

    game: Game[Position, Move]
    complete: bool


def proof_tree(solution: Solution, budget: Budget | None = None) -> Strategy:
    """The full strategy of a proven mate, as a game that starts where the attacker is to move."""
    if solution.outcome is not Outcome.MATE or solution.mate_in is None:
        raise ValueError("there is no proven mate to show")
    mate = "softmate" if solution.softmates else "mate"
    game: Game[Position, Move] = Game(solution.position, {"Puzzle": f"{mate}-in-{solution.mate_in}"})
    solver = Solver(budget or Budget(), softmates=solution.softmates)
    first = game.root.add(solution.winning[0])
    try:
        return Strategy(game, complete=_grow(first, solution.mate_in - 1, solver))
    except BudgetExhausted:
        return Strategy(game, complete=False)


def _grow(first: Node[Position, Move], length: int, solver: Solver) -> bool:
    """Add every reply and an answer to it below each action of the attacker; false if that is too much."""
    nodes = 1
    waiting = [(first, length)]
    while waiting:
        node, length = waiting.pop()
        position = node.position
        if solver.softmates and position.find_status(Budget()) is Status.SOFTMATE:
            continue
        for defence in position.actions():
            nodes += 1
            if nodes > _MOST_NODES:
                return False
            reply = node.attach(tuple(map(WrittenMove, defence)))  # no two are the same
            left, answer = _shortest(solver, reply.position, length)
            waiting.append((reply.attach(tuple(map(WrittenMove, answer))), left - 1))
    return True


def _shortest(solver: Solver, position: Position, length: int) -> tuple[int, Action]:
    """The least number of actions in which the attacker mates here, and how he begins."""
    for short in range(1, length + 1):
        action = solver.best_action(position, short)
        if action is not None:
            return short, action
    raise AssertionError("a defence holds against a proven mate")
