"""Proof files on a board: a study that starts where the proof does, and the choices of the proof at a node.

The tree of the study contains only the actions that the reader has visited. The choices are found on demand
(`hyperchess.proofs.lazy_tree`).
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Annotated, Any, Literal, TypeAlias

from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.proofs.claims import ClaimKind
from hyperchess.proofs.errors import ProofRejected
from hyperchess.proofs.lazy_tree import Choice, ProofNode, ProofTree
from hyperchess.proofs.trees import game_of_claim
from hyperchess.studies.analysis.exploring import spell_action
from hyperchess.studies.analysis.thinking import MoveArrow
from hyperchess.studies.content import Content
from hyperchess.studies.fields import Field, Side

__all__ = ["MOST_CHOICES", "ProofChoice", "ProofView", "open_proof", "view_proof"]

MOST_CHOICES = 50
"""The number of choices in one view."""

_KEPT = 4  # proofs in memory
_SIDES: tuple[Side, Side] = ("white", "black")
_State: TypeAlias = Literal["recorded", "choices", "end", "searching", "outside", "wrong"]


@dataclass(frozen=True, slots=True)
class ProofChoice:
    """An action of the proof."""

    moves: tuple[str, ...]
    text: str
    arrows: tuple[MoveArrow, ...]
    size: Annotated[int | None, Field("Number of records of its part of the proof; null if not counted yet.")]
    longest: Annotated[
        int | None,
        Field("Attacker's actions up to the mate in its longest line; null if not counted, 0 if no mate."),
    ]


@dataclass(frozen=True, slots=True)
class ProofView:
    """The place of a node in a proof.

    `state` is `recorded` if the only choice is the action of a record, `choices` if the choices are all legal
    actions, `end` if the line ends here, `searching` if the record is not found yet, `outside` if the node is
    not in the proof, and `wrong` if the proof cannot be shown further. `text` explains the last four.
    """

    claim: str
    goal: Literal["mate", "none"]
    attacker: Side
    player: Side
    state: _State
    text: str
    within: Annotated[int, Field("Number of actions that the attacker has left.")]
    depth: Annotated[int, Field("Number of actions of the line that are in the proof.")]
    total: Annotated[int, Field("Number of choices.")]
    first: Annotated[int, Field("Place of the first choice in the response, counted from 0.")]
    choices: tuple[ProofChoice, ...]
    records: Annotated[int, Field("Number of records of the file.")]
    walked: Annotated[int, Field("Number of records that were counted.")]
    counting: Annotated[
        bool, Field("Whether more of this view will be known after more records are counted.")
    ]


@lru_cache(maxsize=_KEPT)
def _open_tree(proof: str) -> ProofTree:
    try:
        return ProofTree(BytesIO(b64decode(proof, validate=True)))
    except (Base64Error, ValueError):
        raise ProofRejected("expected a file in Base64") from None


def open_proof(proof: str, *, title: str = "") -> Content:
    """Open a proof file, given in Base64; raise `ProofRejected` if it is damaged."""
    claim = _open_tree(proof).claim
    content = Content.of(game_of_claim(claim), title=title)
    content.title = title or (f"{claim.variant}: {claim}" if claim.variant else str(claim))
    content.proof = proof
    return content


def view_proof(
    proof: str, actions: Sequence[Iterable[Any]], *, first: int = 0, budget: Budget | None = None
) -> ProofView:
    """Return the view of the node after a line of actions.

    Without a `budget` no records are counted; a round of the budget is a record.
    """
    tree = _open_tree(proof)
    view = _view(tree, actions, first)
    if budget is None or not view.counting:
        return view
    tree.walk(budget, until=tree.find(actions) if view.state == "searching" else None)
    return _view(tree, actions, first)


def _view(tree: ProofTree, actions: Sequence[Iterable[Any]], first: int) -> ProofView:
    node = tree.find(actions)
    state, text, found = _describe(tree, node, len(actions))
    shown = found[first : first + MOST_CHOICES]
    claim = tree.claim
    return ProofView(
        claim=str(claim),
        goal="mate" if claim.goal is ClaimKind.MATE else "none",
        attacker=_SIDES[claim.attacker],
        player=_SIDES[node.position.player],
        state=state,
        text=text,
        within=node.within,
        depth=node.depth,
        total=len(found),
        first=first,
        choices=tuple(
            ProofChoice(*spell_action(node.position, choice.action), choice.size, choice.longest)
            for choice in shown
        ),
        records=tree.records,
        walked=tree.walked,
        counting=not tree.is_complete
        and (state == "searching" or any(choice.size is None for choice in shown)),
    )


def _describe(tree: ProofTree, node: ProofNode, length: int) -> tuple[_State, str, list[Choice]]:
    try:
        found = tree.choices(node)
        if found is None:
            if tree.problem:
                raise ProofRejected(tree.problem)
            return "searching", "", []
        if node.depth < length:
            return "outside", "this action is not in the proof", []
        if not found:
            return "end", tree.verdict(node), []
    except (ProofRejected, BudgetExhausted) as error:
        return "wrong", str(error), []
    return "recorded" if tree.is_recorded(node) else "choices", "", found
