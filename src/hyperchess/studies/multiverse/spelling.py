"""Moves of 5D chess as people read them."""

from __future__ import annotations

from hyperchess.budget import Budget
from hyperchess.multiverse import Move, MoveKind, Piece, Position, Status
from hyperchess.notation.pgn5d.writers.marks import mark_action
from hyperchess.notation.pgn5d.writers.shad import castles_by_sign, spell_move
from hyperchess.studies.content import AnyNode

__all__ = ["name_move", "short_texts"]

_MARKS = {Status.SOFTMATE: "*", Status.CHECKMATE: "#"}


def short_texts(node: AnyNode, position: Position, budget: Budget | None) -> tuple[str, ...]:
    """Short forms of the moves of a node, played in a position; with a budget, check and mate are marked."""
    marked = mark_action(position, node, marks="none", checks=False)
    if marked is None:
        return ()
    signs = castles_by_sign(node.game.start)
    texts = [spell_move(move, signs=signs, name_board=len(move.state.lines) > 1) for move in marked.moves]
    if budget is not None and marked.after.checks():
        texts[-1] += _MARKS.get(marked.after.find_status(budget), "+")
    return tuple(texts)


def name_move(piece: Piece, move: Move, kind: MoveKind, *, capture: bool) -> str:
    """A move in words of notation, with both boards if it is a jump: for people, not to be read back."""
    letter = "" if piece.kind.letter == "P" else piece.kind.letter
    taking = "x" if capture else ""
    promotion = f"={move.promotion}" if move.promotion else ""
    source, target = move.source, move.target
    if kind is MoveKind.PHYSICAL:
        return f"({source.timeline}T{source.turn}){letter}{taking}{target.name}{promotion}"
    board = f"({target.timeline}T{target.turn})"
    jump = f"({source.timeline}T{source.turn}){letter}{source.name}{kind.value}"
    return f"{jump}{taking}{board}{target.name}{promotion}"
