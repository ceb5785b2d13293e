"""What a proof tree claims beside its moves: that its mate takes no more actions than its header says.

>>> from hyperchess.notation.reading import parse
>>> tree = parse('[Puzzle "mate-in-1"] [Size "4x4"] [k3/p3/2N1/K2R:0:1:w] 1. Rb1 / a2 2. Rb4#')
>>> [(len(fault.node.path), fault.message) for fault in broken_claims(tree)]
[(3, 'the header says mate-in-1, and here the attacker plays action 2')]
"""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.analysis.puzzles import find_puzzle
from hyperchess.analysis.verify import ProofFault
from hyperchess.game import Game, Node
from hyperchess.multiverse import Move, Position

__all__ = ["broken_claims", "length_of"]


def broken_claims(game: Game[Position, Move]) -> Iterator[ProofFault]:
    """The first action of each line that is one too many; nothing if no header claims a length.

    Like the proof, this follows the attacker's first continuation and every defence.
    """
    puzzle = find_puzzle(game)
    if puzzle is None or puzzle.mate_in is None:
        return
    for node, actions in _attacks(game):
        if actions == puzzle.mate_in + 1:
            message = f"the header says {puzzle.kind}, and here the attacker plays action {actions}"
            yield ProofFault(node, message)


def length_of(game: Game[Position, Move]) -> int:
    """The most actions that the attacker needs in a tree.

    >>> from hyperchess.notation.reading import parse
    >>> length_of(parse("1. e4 / e5 (2w. Nf3 / Nc6 3. Bb5) 2w. Qh5"))
    2
    """
    return max((actions for _, actions in _attacks(game)), default=0)


def _attacks(game: Game[Position, Move]) -> Iterator[tuple[Node[Position, Move], int]]:
    """The attacker's actions of the proof, each with its number on its line."""
    waiting = [(child, 1) for child in game.root.children[:1]]
    while waiting:
        node, actions = waiting.pop()
        yield node, actions
        answers = (answer for defence in node.children for answer in defence.children[:1])
        waiting += ((answer, actions + 1) for answer in answers)
