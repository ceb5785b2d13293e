"""The moves of a game as lines, with variations in brackets if the form supports them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hyperchess.game import RESULTS, Game, Node
from hyperchess.infinite import Move, Position
from hyperchess.notation.icn.writers.layout import Form, Part, medium_move, wrap_lines
from hyperchess.notation.icn.writers.notes import Notes, collect_notes, lose_tree
from hyperchess.notation.icn.writers.plies import Marks, Ply, plies
from hyperchess.notation.losses import Losses

__all__ = ["list_parts", "write_body"]

_Node = Node[Position, Move]


def write_body(
    game: Game[Position, Move],
    form: Form,
    marks: Marks,
    line: Callable[[Sequence[Part]], str],
    losses: Losses,
    *,
    variations: bool = False,
) -> list[str]:
    """Return all lines: one per turn number in the long form, otherwise a single one."""
    lose_tree(game, losses, variations=not variations)
    if form == "long":
        parts = list_parts(game, marks, losses, variations=variations)
        return wrap_lines(_nested(parts, lambda inner: " ".join(wrap_lines(inner, line))), line)
    parts = _bare_parts(game, marks if form == "medium" else "none", losses, variations=variations)
    moves = _joined(form, _nested(parts, lambda inner: _joined(form, inner)))
    return [moves] if moves else []


def list_parts(
    game: Game[Position, Move], marks: Marks, losses: Losses, *, variations: bool = False
) -> list[Part]:
    """Return the moves with their notes; comments before the first move are attached to it."""
    parts: list[Part] = []
    before = game.root.comments
    for ply in plies(game, marks, variations=variations):
        parts.append((ply, collect_notes(ply, before, losses)))
        before = []
    return parts


def _bare_parts(game: Game[Position, Move], marks: Marks, losses: Losses, *, variations: bool) -> list[Part]:
    """Return the moves without notes; comments and evaluations are recorded as losses."""
    parts: list[Part] = []
    for ply in plies(game, marks, variations=variations):
        comments = len(ply.node.comments) + (0 if parts else len(game.root.comments))
        losses.add("comments", "a comment is left out", ply.place, count=comments)
        losses.add("evaluations", "an evaluation is left out", ply.place, count=bool(ply.node.evaluation))
        losses.add_nags(ply.node.moves, ply.place)
        parts.append((ply, Notes("", ())))
    return parts


def _joined(form: Form, parts: Iterable[Part]) -> str:
    """Join moves with bars."""
    return "|".join(_bare_move(form, ply) + "".join(notes.variations) for ply, notes in parts)


def _bare_move(form: Form, ply: Ply) -> str:
    return medium_move(ply) if form == "medium" else ply.compact


def _nested(parts: Sequence[Part], joined: Callable[[Sequence[Part]], str]) -> list[Part]:
    """Return the main line; the variations that replace a move become its notes.

    Innermost variations come first, so that the outer ones can include their text.
    """
    found = {ply.node: (ply, notes) for ply, notes in parts}
    for ply, _ in reversed(parts):
        head = ply.node
        assert head.parent is not None
        main = head.parent.children[0]
        if head is not main:
            inner = [found[node] for node in (head, *head.main_line)]
            text = f"({joined(inner).rstrip()}{_result(inner[-1][0].node)})"
            replaced, notes = found[main]
            found[main] = replaced, notes._replace(variations=(text, *notes.variations))
    if not parts:
        return []
    first = parts[0][0].node
    return [found[node] for node in (first, *first.main_line)]


def _result(node: _Node) -> str:
    return f" {node.result}" if node.result in RESULTS else ""
