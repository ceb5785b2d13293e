"""Moves as people read them: as they were written, else in a short form."""

from __future__ import annotations

from itertools import islice
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.app.web.documents import Content
from hyperchess.errors import HyperchessError
from hyperchess.game import Node, WrittenMove
from hyperchess.multiverse import Budget, MoveKind, Status
from hyperchess.multiverse.captures import captured_on, piece_on
from hyperchess.notation.common5d.marks import mark_action
from hyperchess.notation.common5d.spelling import castles_by_sign, shad_move

__all__ = ["name_of_move", "short_texts", "shown_text", "spell"]

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
        return (_infinite_text(position, node),)
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


def _infinite_text(position: infinite.Position, node: Node[Any, Any]) -> str:
    (move,) = node.action or ()
    after = node.position
    code = position.board.placed[move.start].code
    assert after.last is not None
    arrow = ">" if after.last.captured is None else "x"
    promotion = "" if move.promotion is None else f"={move.promotion.code}"
    mark = ""
    if after.checks():
        mark = "#" if after.status.verdict is infinite.Verdict.CHECKMATE else "+"
    return f"{code}{move.start}{arrow}{move.end}{promotion}{mark}"


def name_of_move(position: multiverse.Position, move: multiverse.Move, kind: MoveKind) -> str:
    """A move in words of notation, with both boards if it is a jump: for people, not to be read back."""
    piece = piece_on(position, move.source)
    letter = "" if piece is None or piece.kind.letter == "P" else piece.kind.letter
    capture = "x" if captured_on(position, move) is not None else ""
    promotion = f"={move.promotion}" if move.promotion else ""
    source, target = move.source, move.target
    if kind is MoveKind.PHYSICAL:
        return f"({source.timeline}T{source.turn}){letter}{capture}{target.name}{promotion}"
    board = f"({target.timeline}T{target.turn})"
    jump = f"({source.timeline}T{source.turn}){letter}{source.name}{kind.value}"
    return f"{jump}{capture}{board}{target.name}{promotion}"
