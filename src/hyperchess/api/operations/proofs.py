"""Proof files: the choices of a proof at a node of the study that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

from hyperchess.api.context import Context
from hyperchess.api.errors import ApiError
from hyperchess.api.operation import Cost, StudyId, Table
from hyperchess.api.roles import Role
from hyperchess.budget import Budget
from hyperchess.studies.analysis.proofs import ProofView, view_proof
from hyperchess.studies.fields import Number

__all__ = ["TABLE"]

TABLE = Table("proofs")

_COUNTING = Budget(seconds=0.25)  # of one request
_LOCK = Lock()  # for all proofs: several studies may show the same one


@dataclass(frozen=True, slots=True)
class ProofRequest:
    """A node, and the place of the first choice to return; with `count`, more records are counted."""

    node: Number
    first: Number = 0
    count: bool = False


@TABLE.post("/studies/{id}/proof", role=Role.VIEW, cost=Cost.SLOW)
def read_proof(context: Context, id: StudyId, request: ProofRequest) -> ProofView:
    """Return the actions of a proof after a node, with the sizes of their parts as far as they are counted.

    A request counts records for a quarter of a second. The proof is not verified.
    """
    proof = context.library.find(id).study.content.proof
    if not proof:
        raise ApiError(422, "no-proof", "this study shows no proof file")
    node = context.library.place(id, request.node).node
    actions = [step.action or () for step in node.path]
    budget = _COUNTING if request.count else None
    with _LOCK:
        return view_proof(proof, actions, first=request.first, budget=budget)
