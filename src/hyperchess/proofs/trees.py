"""Tree of a proof file as a game, for display on a board.

>>> from io import BytesIO
>>> from hyperchess.multiverse import Color
>>> from hyperchess.proofs.claims import Claim, ClaimKind
>>> from hyperchess.proofs.files import ProofWriter
>>> file = BytesIO()
>>> ending = ProofWriter(file, Claim.of_variant("Small", ClaimKind.NONE, Color.WHITE, 1)).end({})
>>> tree = build_tree(BytesIO(file.getvalue()))
>>> len(tree.root.children), tree.root.comments[0].text
(7, 'White cannot force mate within 1 action')
"""

from __future__ import annotations

from typing import IO

from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.game import Comment, Game, Node, WrittenMove
from hyperchess.multiverse import Action, Move, Position
from hyperchess.multiverse.defaults import default_rules
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.verifying import verify
from hyperchess.text import plural
from hyperchess.validation import check_integer

__all__ = ["MOST_NODES", "build_tree", "game_of_claim"]

MOST_NODES = 100_000


def build_tree(
    file: IO[bytes], *, budget: Budget | None = None, most_nodes: int = MOST_NODES
) -> Game[Position, Move]:
    """Return the tree of a proof, verified with the fastest rules. The longest line comes first.

    Raise `ProofRejected` if the proof is invalid; raise `BudgetExhausted` if the budget is exhausted, or if
    there are too many nodes.
    """
    check_integer("most_nodes", most_nodes, least=1)
    found: list[tuple[int, Action]] = []

    def keep(depth: int, action: Action) -> None:
        if len(found) == most_nodes:
            raise BudgetExhausted(f"the tree has more than {plural(most_nodes, 'action')}")
        found.append((depth, action))

    claim = verify(file, rules=default_rules(), budget=budget, on_action=keep).claim
    game = game_of_claim(claim)
    if claim.goal is ClaimKind.MATE and claim.start.player is claim.attacker:
        game.headers["Puzzle"] = f"mate-in-{claim.within}"
    _grow(game.root, found)
    return game


def game_of_claim(claim: Claim) -> Game[Position, Move]:
    """Return a game without actions that starts where a claim does, and states it."""
    # State what the proof depends on, even if it is the default.
    game: Game[Position, Move] = Game(claim.start, {"Promotions": ",".join(claim.start.promotions)})
    game.root.comments.append(Comment(str(claim), 0))
    return game


def _grow(root: Node[Position, Move], found: list[tuple[int, Action]]) -> None:
    """Add actions, each with the number of actions before it in its line, in the verifier's order."""
    path = [root]
    made = []
    for depth, action in found:
        del path[depth + 1 :]
        path.append(path[-1].attach(tuple(map(WrittenMove, action))))
        made.append(path[-1])
    heights: dict[int, int] = {}
    for node in (*reversed(made), root):  # children before their parents
        node.children.sort(key=lambda child: -heights[id(child)])
        heights[id(node)] = 1 + max((heights[id(child)] for child in node.children), default=0)
