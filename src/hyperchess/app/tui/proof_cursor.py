"""Cursor through a proof: its game grows by the actions that are visited.

>>> from io import BytesIO
>>> from hyperchess.multiverse import Color
>>> from hyperchess.proofs.claims import Claim, ClaimKind
>>> from hyperchess.proofs.files import ProofWriter
>>> file = BytesIO()
>>> ending = ProofWriter(file, Claim.of_variant("Small", ClaimKind.NONE, Color.WHITE, 1)).end({})
>>> cursor = ProofCursor(ProofTree(BytesIO(file.getvalue())))
>>> cursor.summary, len(cursor.choices)
('White to move: 7 choices', 7)
>>> cursor.next_action(), cursor.text, cursor.summary
(True, 'a3', 'Not mate')
>>> cursor.turn_to_variation(1), cursor.text
(True, 'b3')
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hyperchess.app.tui.cursor import Cursor
from hyperchess.errors import BudgetExhausted
from hyperchess.game import AnyNode, Node, attach_action
from hyperchess.proofs.claims import ClaimKind
from hyperchess.proofs.errors import ProofRejected
from hyperchess.proofs.lazy_tree import Choice, ProofNode, ProofTree
from hyperchess.proofs.trees import game_of_claim
from hyperchess.studies.spelling import short_texts
from hyperchess.text import plural

__all__ = ["ProofCursor"]


class ProofCursor(Cursor):
    """A cursor at a node of a proof; variations are the other choices of the proof."""

    def __init__(self, tree: ProofTree) -> None:
        super().__init__([game_of_claim(tree.claim)])
        self.tree = tree
        self._places: dict[AnyNode, ProofNode] = {self.game.root: tree.root}

    @property
    def place(self) -> ProofNode:
        """The node of the proof."""
        return self._places[self.node]

    @property
    def choices(self) -> list[Choice]:
        """The actions of the proof after the cursor, as far as they are found."""
        return self._choices(self.place)

    def _choices(self, place: ProofNode) -> list[Choice]:
        try:
            return self.tree.choices(place) or []
        except (ProofRejected, BudgetExhausted):
            return []

    @property
    def summary(self) -> str:
        """A line about the proof at the cursor."""
        tree, place = self.tree, self.place
        player, is_mate = place.position.player, tree.claim.goal is ClaimKind.MATE
        try:
            found = tree.choices(place)
            if found is None:
                if tree.problem:
                    return f"The proof cannot be shown further: {tree.problem}"
                return f"Finding the action of {player} …"
            if not found:
                return tree.verdict(place).capitalize()
        except (ProofRejected, BudgetExhausted) as error:
            return f"The proof cannot be shown further: {error}"
        if tree.is_recorded(place):
            left = f"mates within {plural(place.within, 'action')}" if is_mate else "replies"
            return f"{player} {left}"
        return f"{player} to move: {plural(len(found), 'choice')}"

    def choose(self, number: int) -> bool:
        """Go to the choice with this number, counted from 0; return whether there is one."""
        found = self.choices
        return number < len(found) and self.go(self._grow(self.node, found[number]))

    def turn_to_variation(self, by: int) -> bool:
        """Go to the next or previous choice, wrapping around."""
        parent, action = self.node.parent, self.place.action
        if parent is None:
            return False
        found = self._choices(self._places[parent])
        place = next(number for number, choice in enumerate(found) if choice.action == action)
        return self.go(self._grow(parent, found[(place + by) % len(found)]))

    def _continuation(self, node: AnyNode) -> AnyNode | None:
        known = super()._continuation(node)
        if known is not None:
            return known
        found = self._choices(self._places[node])
        return self._grow(node, found[0]) if found else None

    def _grow(self, node: AnyNode, choice: Choice) -> AnyNode:
        """Return the node after a choice, which is added to the game if it is not there."""
        for child in node.children:
            if self._places[child].action == choice.action:
                return child
        place = self.tree.child(self._places[node], choice.action)
        assert place is not None
        made: Node[Any, Any] = attach_action(node, choice.action)
        texts = short_texts(made)
        if texts:
            made.moves = tuple(
                replace(written, text=text) for written, text in zip(made.moves, texts, strict=True)
            )
        self._places[made] = place
        return made
