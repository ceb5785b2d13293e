"""Moves of 5D chess as people read them."""

from __future__ import annotations

from hyperchess.budget import Budget
from hyperchess.multiverse import Position, Status
from hyperchess.notation.common5d.marks import mark_action
from hyperchess.notation.common5d.spelling import castles_by_sign, shad_move
from hyperchess.studies.content import AnyNode

__all__ = ["short_texts"]

_MARKS = {Status.SOFTMATE: "*", Status.CHECKMATE: "#"}


def short_texts(node: AnyNode, position: Position, budget: Budget | None) -> tuple[str, ...]:
    """Short forms of the moves of a node, played in a position; with a budget, check and mate are marked."""
    marked = mark_action(position, node, marks="none", checks=False)
    if marked is None:
        return ()
    signs = castles_by_sign(node.game.start)
    texts = [shad_move(move, signs=signs, name_board=len(move.state.lines) > 1) for move in marked.moves]
    if budget is not None and marked.after.checks():
        texts[-1] += _MARKS.get(marked.after.find_status(budget), "+")
    return tuple(texts)
