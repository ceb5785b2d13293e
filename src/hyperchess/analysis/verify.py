"""An independent check of a proof tree: it trusts nothing of the search that made it.

Every claim is looked up in the rules again: that each action is legal, that every defence is answered, and
that every line ends in checkmate.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hyperchess.errors import MoveError
from hyperchess.game import Game, Node
from hyperchess.multiverse import Budget, Move, Position, Status
from hyperchess.text import Problem, Severity

__all__ = ["ProofFault", "doubts_of", "faults_of", "tree_faults"]

_DOUBTFUL = frozenset({"ambiguous"})  # what was read is then a choice of the reader's


class ProofFault(NamedTuple):
    """What is wrong with a proof, and after which node."""

    node: Node[Position, Move]
    message: str

    def __str__(self) -> str:
        actions = [" ".join(str(move.move or move.text) for move in step.moves) for step in self.node.path]
        return f"{' / '.join(actions) or 'the start'}: {self.message}"


def faults_of(game: Game[Position, Move], *, softmates: bool = False) -> Iterator[ProofFault]:
    """What is wrong with a strategy in which the player to move at the start is to mate.

    What could not be read, or was read as something else that fits, proves nothing. The attacker's
    continuation is the first child; his other children are variations and not looked at.
    """
    for problem in doubts_of(game):
        yield ProofFault(game.root, problem.message)
    yield from tree_faults(game, softmates=softmates)


def doubts_of(game: Game[Position, Move]) -> Iterator[Problem]:
    """The problems of a text that leave open what it says: errors, and choices of the reader's."""
    for problem in game.problems:
        if problem.severity is Severity.ERROR or problem.code in _DOUBTFUL:
            yield problem


def tree_faults(game: Game[Position, Move], *, softmates: bool = False) -> Iterator[ProofFault]:
    """What is wrong with the tree itself, whatever the text was that it came from."""
    if game.start is None:
        yield ProofFault(game.root, "the tree does not say from which position it starts")
        return
    attacker = game.start.player
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        attacks = node.position.player is attacker
        legal = []
        for child in node.children[:1] if attacks else node.children:
            if _is_legal(child, node.position):
                legal.append(child)
            else:
                yield ProofFault(child, "not a legal action")
        if not attacks:
            yield from _defence_faults(node, legal, softmates=softmates)
        elif not node.children:
            yield ProofFault(node, "the attacker has no answer here")
        waiting += legal


def _is_legal(node: Node[Position, Move], position: Position) -> bool:
    """Whether the rules allow the action of a node, whatever the node says, in the position before it."""
    if node.action is None:
        return False
    try:
        node.game.keep(node, position.play(node.action))
    except (MoveError, ValueError, OverflowError):  # some squares do not even have a name
        return False
    return True


def _defence_faults(
    node: Node[Position, Move], legal: list[Node[Position, Move]], *, softmates: bool
) -> Iterator[ProofFault]:
    """What is wrong where the defender is to move: a missing defence, or an end that is no mate."""
    position = node.position
    if not node.children:
        status = position.find_status(Budget())
        ends = (Status.CHECKMATE, Status.SOFTMATE) if softmates else (Status.CHECKMATE,)
        if status not in ends:
            yield ProofFault(node, f"the line ends here, but this is {status.value}")
        return
    answered = {position.canonical(child.action) for child in legal if child.action is not None}
    for defence in position.actions():
        if position.canonical(defence) not in answered:
            yield ProofFault(node, f"the defence {defence} is not answered")
            return
