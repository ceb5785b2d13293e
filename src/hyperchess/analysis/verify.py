"""Independent verification of a proof tree, which trusts nothing of the search that created it.

Everything is checked against the rules again: each action is legal, every defence is answered, every line
ends in checkmate, and no line is longer than the header says.

>>> from hyperchess.notation.reading import parse
>>> tree = parse('[Puzzle "mate-in-1"] [Size "4x4"] [k3/p3/2N1/K2R:0:1:w] 1. Rb1 / a2 2. Rb4#')
>>> [(len(fault.node.path), fault.message) for fault in length_faults(tree)]
[(3, 'the header says mate-in-1, and here the attacker plays action 2')]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hyperchess.analysis.puzzles import find_puzzle, mate_length
from hyperchess.budget import Budget
from hyperchess.errors import InvalidArgument, MoveError
from hyperchess.game import AnyGame, Game, Node, keep_position
from hyperchess.multiverse import Move, Position
from hyperchess.ruleset import GameKind, Verdict
from hyperchess.text import Problem, Severity
from hyperchess.validation import check_instance

__all__ = [
    "ProofFault",
    "count_variations",
    "find_doubts",
    "find_faults",
    "length_faults",
    "proof_length",
    "tree_faults",
]

_DOUBTFUL = frozenset({"ambiguous"})  # the interpretation was a choice of the reader


class ProofFault(NamedTuple):
    """A fault of a proof, and the node where it occurs."""

    node: Node[Position, Move]
    message: str

    def __str__(self) -> str:
        actions = [" ".join(str(move.move or move.text) for move in step.moves) for step in self.node.path]
        return f"{' / '.join(actions) or 'the start'}: {self.message}"


def find_faults(game: Game[Position, Move], *, softmates: bool = False) -> Iterator[ProofFault]:
    """Yield the faults of a strategy in which the player to move at the start has to mate.

    Text that could not be read, or was replaced by something else that fits, proves nothing. The attacker's
    continuation is the first child; the other children are variations and not checked.
    """
    for problem in find_doubts(game):
        yield ProofFault(game.root, problem.message)
    yield from tree_faults(game, softmates=softmates)


def find_doubts(game: AnyGame) -> Iterator[Problem]:
    """Yield the problems that make the meaning of a text doubtful: errors, and choices of the reader."""
    check_instance("game", game, Game, "a game")
    for problem in game.problems:
        if problem.severity is Severity.ERROR or problem.code in _DOUBTFUL:
            yield problem


def tree_faults(game: Game[Position, Move], *, softmates: bool = False) -> Iterator[ProofFault]:
    """Yield the faults of the tree itself, independent of its source text."""
    _expect_5d(game)
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
            yield ProofFault(node, "the attacker has no reply here")
        waiting += legal


def _is_legal(node: Node[Position, Move], position: Position) -> bool:
    """Return whether the rules allow the action of a node in the position before it."""
    if node.action is None:
        return False
    try:
        keep_position(node, position.play(node.action))
    except (MoveError, ValueError, OverflowError):  # some squares do not even have a name
        return False
    return True


def _defence_faults(
    node: Node[Position, Move], legal: list[Node[Position, Move]], *, softmates: bool
) -> Iterator[ProofFault]:
    """Yield the faults with the defender to move: a missing defence, or an end that is not mate."""
    position = node.position
    if not node.children:
        status = position.find_status(Budget())
        ends = (Verdict.CHECKMATE, Verdict.SOFTMATE) if softmates else (Verdict.CHECKMATE,)
        if status.verdict not in ends:
            yield ProofFault(node, f"the line ends here, but this is {status.word}")
        return
    answered = {position.canonical(child.action) for child in legal if child.action is not None}
    for defence in position.actions():
        if position.canonical(defence) not in answered:
            yield ProofFault(node, f"the defence {defence} is not answered")
            return


def length_faults(game: Game[Position, Move]) -> Iterator[ProofFault]:
    """Yield the first action of each line that is one too many; nothing if no header states a length.

    Like the proof, this follows the attacker's first continuation and every defence. A softmate has a length
    as well.
    """
    _expect_5d(game)
    puzzle = find_puzzle(game)
    claimed = None if puzzle is None else mate_length(puzzle.kind.strip().casefold().removeprefix("soft"))
    if puzzle is None or claimed is None:
        return
    for node, actions in _attacks(game):
        if actions == claimed + 1:
            message = f"the header says {puzzle.kind}, and here the attacker plays action {actions}"
            yield ProofFault(node, message)


def proof_length(game: Game[Position, Move]) -> int:
    """Return the maximum number of actions that the attacker needs in a tree.

    >>> from hyperchess.notation.reading import parse
    >>> proof_length(parse("1. e4 / e5 (2w. Nf3 / Nc6 3. Bb5) 2w. Qh5"))
    2
    """
    check_instance("game", game, Game, "a game")
    return max((actions for _, actions in _attacks(game)), default=0)


def count_variations(game: Game[Position, Move]) -> int:
    """Return the number of lines of a proof, each to its end, without the attacker's other variations.

    >>> from hyperchess.notation.reading import parse
    >>> count_variations(parse("(1w. d4 / d5) 1w. e4 / e5 (2w. Nf3 / Nc6) (2w. Nc3 / Nc6) 2w. Qh5"))
    1
    """
    check_instance("game", game, Game, "a game")
    ends = 0
    for node, _ in _attacks(game):
        ends += not node.children
        ends += sum(not defence.children for defence in node.children)
    return ends


def _attacks(game: Game[Position, Move]) -> Iterator[tuple[Node[Position, Move], int]]:
    """Yield the attacker's actions of the proof, each with its number in its line."""
    waiting = [(child, 1) for child in game.root.children[:1]]
    while waiting:
        node, actions = waiting.pop()
        yield node, actions
        answers = (answer for defence in node.children for answer in defence.children[:1])
        waiting += ((answer, actions + 1) for answer in answers)


def _expect_5d(game: Game[Position, Move]) -> None:
    check_instance("game", game, Game, "a game")
    if game.kind is not GameKind.MULTIVERSE:
        raise InvalidArgument("only proofs of 5D chess can be verified")
