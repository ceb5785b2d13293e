"""An independent check of a proof tree: it trusts nothing of the search that made it.

Every claim is looked up in the rules again: that each action is legal, that every defence is answered, and
that every line ends in checkmate.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hyperchess.game import Game, Node
from hyperchess.multiverse import Budget, Move, Position, Status

__all__ = ["ProofFault", "faults_of"]


class ProofFault(NamedTuple):
    """What is wrong with a proof, and after which node."""

    node: Node[Position, Move]
    message: str

    def __str__(self) -> str:
        actions = [" ".join(str(move.move or move.text) for move in step.moves) for step in self.node.path]
        return f"{' / '.join(actions) or 'the start'}: {self.message}"


def faults_of(game: Game[Position, Move], *, softmates: bool = False) -> Iterator[ProofFault]:
    """What is wrong with a strategy in which the player to move at the start is to mate.

    The attacker's continuation is the first child; his other children are variations and not looked at.
    """
    if game.start is None:
        yield ProofFault(game.root, "the tree does not say from which position it starts")
        return
    attacker = game.start.player
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        if not node.is_resolved:
            yield ProofFault(node, "not a legal action")
        elif node.position.player is attacker:
            if node.children:
                waiting.append(node.children[0])
            else:
                yield ProofFault(node, "the attacker has no answer here")
        else:
            yield from _defence_faults(node, softmates=softmates)
            waiting += node.children


def _defence_faults(node: Node[Position, Move], *, softmates: bool) -> Iterator[ProofFault]:
    """What is wrong where the defender is to move: a missing defence, or an end that is no mate."""
    position = node.position
    if not node.children:
        status = position.find_status(Budget())
        ends = (Status.CHECKMATE, Status.SOFTMATE) if softmates else (Status.CHECKMATE,)
        if status not in ends:
            yield ProofFault(node, f"the line ends here, but this is {status.value}")
        return
    answered = {position.canonical(child.action) for child in node.children if child.action is not None}
    for defence in position.actions():
        if position.canonical(defence) not in answered:
            yield ProofFault(node, f"the defence {defence} is not answered")
            return
