"""Moves as people read them: as they were written, else in a short form."""

from __future__ import annotations

from itertools import islice
from typing import Any

from hyperchess import infinite
from hyperchess.app.web.documents import Content
from hyperchess.errors import HyperchessError
from hyperchess.game import Node, WrittenMove
from hyperchess.multiverse import Budget, Status
from hyperchess.notation.common5d.marks import mark_action
from hyperchess.notation.common5d.spelling import castles_by_sign, shad_move
from hyperchess.notation.icn.spelling import marked_move

__all__ = ["short_texts", "shown_text", "spell"]

_MOST_SPELLED = 2_000  # further moves are shown in raw notation
_MARKS = {Status.SOFTMATE: "*", Status.CHECKMATE: "#"}


def shown_text(written: WrittenMove[Any], short: str) -> str:
    """The text of a move without its evaluation: as written, else short, else raw."""
    text = written.text.strip()
    if not text:
        return short or str(written.move or "?")
    return text.removesuffix(written.evaluation).rstrip() if written.evaluation else text


def short_texts(node: Node[Any, Any], *, budget: Budget | None = None) -> tuple[str, ...]:
    """Short forms of the moves of a node; empty if the game cannot be followed to it.

    With a budget, check and mate are looked for.
    """
    if node.parent is None or node.action is None:
        return ()
    try:
        position = node.parent.position
    except HyperchessError:
        return ()
    if isinstance(position, infinite.Position):
        return (marked_move(position, node.position),)
    marked = mark_action(position, node, marks="none", checks=False)
    if marked is None:
        return ()
    signs = castles_by_sign(node.game.start)
    texts = [shad_move(move, signs=signs, name_board=len(move.state.lines) > 1) for move in marked.moves]
    if budget is not None and marked.after.checks():
        texts[-1] += _MARKS.get(marked.after.find_status(budget), "+")
    return tuple(texts)


def spell(content: Content) -> None:
    """Find short forms of the moves that nobody wrote, as far as they are few."""
    unwritten = (
        node for node in content.game.walk() if any(not written.text.strip() for written in node.moves)
    )
    for node in islice(unwritten, _MOST_SPELLED):
        texts = short_texts(node)
        if texts:
            content.short[node] = texts
