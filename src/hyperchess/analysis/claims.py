"""What a proof tree claims beside its moves: that its mate takes no more actions than its header says.

>>> from hyperchess.notation.reading import parse
>>> tree = parse('[Puzzle "mate-in-1"] [Size "4x4"] [k3/p3/2N1/K2R:0:1:w] 1. Rb1 / a2 2. Rb4#')
>>> [(len(fault.node.path), fault.message) for fault in broken_claims(tree)]
[(3, 'the header says mate-in-1, and here the attacker plays action 2')]
"""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.analysis.puzzles import find_puzzle, mate_length
from hyperchess.analysis.verify import ProofFault
from hyperchess.game import Game, Node
from hyperchess.multiverse import Move, Position

__all__ = ["broken_claims", "length_of", "lines_of"]


def broken_claims(game: Game[Position, Move]) -> Iterator[ProofFault]:
    """The first action of each line that is one too many; nothing if no header claims a length.

    Like the proof, this follows the attacker's first continuation and every defence. A softmate has a
    length as well.
    """
    puzzle = find_puzzle(game)
    claimed = None if puzzle is None else mate_length(puzzle.kind.strip().casefold().removeprefix("soft"))
    if puzzle is None or claimed is None:
        return
    for node, actions in _attacks(game):
        if actions == claimed + 1:
            message = f"the header says {puzzle.kind}, and here the attacker plays action {actions}"
            yield ProofFault(node, message)


def length_of(game: Game[Position, Move]) -> int:
    """The most actions that the attacker needs in a tree.

    >>> from hyperchess.notation.reading import parse
    >>> length_of(parse("1. e4 / e5 (2w. Nf3 / Nc6 3. Bb5) 2w. Qh5"))
    2
    """
    return max((actions for _, actions in _attacks(game)), default=0)


def lines_of(game: Game[Position, Move]) -> int:
    """How many lines a proof has, each to its end; other variations of the attacker's are none.

    >>> from hyperchess.notation.reading import parse
    >>> lines_of(parse("(1w. d4 / d5) 1w. e4 / e5 (2w. Nf3 / Nc6) (2w. Nc3 / Nc6) 2w. Qh5"))
    1
    """
    ends = 0
    for node, _ in _attacks(game):
        ends += not node.children
        ends += sum(not defence.children for defence in node.children)
    return ends


def _attacks(game: Game[Position, Move]) -> Iterator[tuple[Node[Position, Move], int]]:
    """The attacker's actions of the proof, each with its number on its line."""
    waiting = [(child, 1) for child in game.root.children[:1]]
    while waiting:
        node, actions = waiting.pop()
        yield node, actions
        answers = (answer for defence in node.children for answer in defence.children[:1])
        waiting += ((answer, actions + 1) for answer in answers)
