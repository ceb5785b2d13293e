"""Proofs of forced mates in 5D chess: trees with one winning action for the attacker and every defence.

>>> from hyperchess.analysis.mates.solve import solve
>>> from hyperchess.multiverse import custom_start
>>> proof = proof_tree(solve(custom_start("[k3/4/1K2/Q3:0:1:w]"), mate_in=1))
>>> proof.complete, proof.game.headers["Puzzle"], len(proof.game.main_line)
(True, 'mate-in-1', 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hyperchess.analysis.differences import START_HEADERS
from hyperchess.analysis.mates.multiverse.search import Solver
from hyperchess.analysis.mates.solution import AnySolution, Goal, Outcome, Solution
from hyperchess.budget import Budget, check_budget
from hyperchess.errors import BudgetExhausted, InvalidArgument
from hyperchess.game import Game, Node, WrittenMove
from hyperchess.multiverse import Action, Move, Position
from hyperchess.notation.registry import Notation
from hyperchess.ruleset import GameKind, Verdict
from hyperchess.validation import check_instance, check_integer, invalid_argument

__all__ = ["Proof", "ProofText", "proof_text", "proof_tree"]

_MOST_NODES = 100_000


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof tree; `complete` is false if it grew too large or the budget was exhausted."""

    game: Game[Position, Move]
    complete: bool


def proof_tree(
    solution: AnySolution, budget: Budget | None = None, *, most_nodes: int = _MOST_NODES
) -> Proof:
    """Return the full strategy of a proven mate, as a game that starts with the attacker to move.

    It is incomplete if it has more than `most_nodes` defences.
    """
    check_instance("solution", solution, Solution, "a solution")
    check_budget(budget)
    check_integer("most_nodes", most_nodes, least=1)
    if solution.goal is not Goal.MATE:
        raise InvalidArgument(f"only forced mates have a proof tree, and this is a {solution.goal}")
    if solution.outcome is not Outcome.MATE or solution.mate_in is None:
        raise InvalidArgument("there is no proven mate to show")
    if solution.position.kind is not GameKind.MULTIVERSE:
        raise InvalidArgument("only mates of 5D chess have a proof tree")
    mate = "softmate" if solution.softmates else "mate"
    headers = {
        "Puzzle": f"{mate}-in-{solution.mate_in}",
        # State what the proof depends on, even if it was only assumed.
        "Promotions": ",".join(solution.position.promotions),
    }
    game: Game[Position, Move] = Game(solution.position, headers)
    solver = Solver(budget or Budget(), softmates=solution.softmates)
    first = game.root.add(solution.winning[0])
    try:
        return Proof(game, complete=_grow(first, solution.mate_in - 1, solver, most_nodes))
    except BudgetExhausted:
        return Proof(game, complete=False)


def _grow(first: Node[Position, Move], length: int, solver: Solver, most_nodes: int) -> bool:
    """Add every defence and a reply to it below each attacking action; return false if too many."""
    nodes = 1
    waiting = [(first, length)]
    while waiting:
        node, length = waiting.pop()
        position = node.position
        if solver.softmates and position.find_status(Budget()).verdict is Verdict.SOFTMATE:
            continue
        for defence in position.actions():
            nodes += 1
            if nodes > most_nodes:
                return False
            reply = node.attach(tuple(map(WrittenMove, defence)))  # no duplicates are possible
            left, answer = _shortest(solver, reply.position, length)
            waiting.append((reply.attach(tuple(map(WrittenMove, answer))), left - 1))
    return True


def _shortest(solver: Solver, position: Position, length: int) -> tuple[int, Action]:
    """Return the minimum number of actions in which the attacker mates here, and the first of them."""
    for short in range(1, length + 1):
        action = solver.best_action(position, short)
        if action is not None:
            return short, action
    raise AssertionError("a defence holds against a proven mate")


@dataclass(frozen=True, slots=True)
class ProofText:
    """A proof as text, the losses of its notation, and whether the proof is complete."""

    text: str
    losses: tuple[str, ...]
    complete: bool


def proof_text(
    solution: AnySolution, headers: Mapping[str, str], notation: Notation, budget: Budget | None = None
) -> ProofText:
    """Return the proof of a mate in a notation, with the headers of its game that apply to the proof.

    Raise `WrongGame` for a notation of infinite chess.
    """
    check_instance("notation", notation, Notation, "a notation")
    if not isinstance(headers, Mapping):
        raise invalid_argument("headers", "headers", headers)
    proof = proof_tree(solution, budget)
    left_out = {key.casefold() for key in (*START_HEADERS, "Variation", "Result", "Puzzle")}
    kept = {key: value for key, value in headers.items() if key.casefold() not in left_out}
    proof.game.headers = {**proof.game.headers, **kept}
    written = notation.write(proof.game)
    losses = tuple(f"{loss}{f' ({loss.place})' if loss.place else ''}" for loss in written.losses)
    return ProofText(written.text, losses, proof.complete)
