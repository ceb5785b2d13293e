"""Moves of infinite chess as people read them."""

from __future__ import annotations

from hyperchess.infinite import Position, Verdict
from hyperchess.studies.content import AnyNode

__all__ = ["short_text"]


def short_text(node: AnyNode, position: Position) -> str:
    """The short form of the move of a node, played in a position, with its mark of check or mate."""
    (move,) = node.action or ()
    after: Position = node.position
    code = position.board.placed[move.start].code
    assert after.last is not None
    arrow = ">" if after.last.captured is None else "x"
    promotion = "" if move.promotion is None else f"={move.promotion.code}"
    mark = ""
    if after.checks():
        mark = "#" if after.status.verdict is Verdict.CHECKMATE else "+"
    return f"{code}{move.start}{arrow}{move.end}{promotion}{mark}"
