"""Moves of 5D chess as text for people."""

from __future__ import annotations

from hyperchess.budget import Budget
from hyperchess.game import AnyNode, MultiverseNode
from hyperchess.multiverse import Position
from hyperchess.notation.text5d.marked_moves import mark_action
from hyperchess.notation.text5d.spelling import castles_by_sign, shad_move
from hyperchess.ruleset import Verdict

__all__ = ["short_texts"]

_LAST_BUDGET = Budget(rounds=2_000)
_MARKS = {Verdict.SOFTMATE: "*", Verdict.CHECKMATE: "#"}


def short_texts(node: MultiverseNode, position: Position, budget: Budget | None) -> tuple[str, ...]:
    """Return short forms of the moves of a node, played in a position, with a mark for check.

    With a budget, mates are searched; without one only at the end of a line, and elsewhere the marks of the
    text are used.
    """
    marked = mark_action(position, node, marks="none", checks=False)
    if marked is None:
        return ()
    signs = castles_by_sign(node.game.start)
    texts = [
        shad_move(move, signs=signs, name_board=len(move.state.timeline_boards) > 1) for move in marked.moves
    ]
    if texts and marked.after.in_check:
        if budget is None and not node.children:
            budget = _LAST_BUDGET
        if budget is None:
            texts[-1] += _said(node)
        else:
            texts[-1] += _MARKS.get(marked.after.find_status(budget).verdict, "+")
    return tuple(texts)


def _said(node: AnyNode) -> str:
    """Return the mark in the text for an action that gives check."""
    written = node.moves[-1].text.rstrip("!? ")
    return node.mark or (written[-1] if written.endswith(("+", "*", "#")) else "+")
