"""The moves of a game as lines of a form."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hyperchess.game import Game
from hyperchess.infinite import Move, Position
from hyperchess.notation.icn.writers.layout import Form, Part, lines_of, medium_move
from hyperchess.notation.icn.writers.notes import lose_tree, notes_of
from hyperchess.notation.icn.writers.plies import Marks, plies
from hyperchess.notation.losses import Losses

__all__ = ["body_of", "joined_moves", "parts_of"]


def body_of(
    game: Game[Position, Move],
    form: Form,
    marks: Marks,
    line: Callable[[Sequence[Part]], str],
    losses: Losses,
) -> list[str]:
    """All lines: one for each number in the long form, else just one."""
    lose_tree(game, losses)
    if form == "long":
        return lines_of(parts_of(game, marks, losses), line)
    return joined_moves(game, form, marks, losses)


def parts_of(game: Game[Position, Move], marks: Marks, losses: Losses) -> list[Part]:
    """The moves with their notes; what stands before the first move is given to it."""
    parts: list[Part] = []
    before = game.root.comments
    for ply in plies(game, marks):
        parts.append((ply, notes_of(ply, before, losses)))
        before = []
    return parts


def joined_moves(game: Game[Position, Move], form: Form, marks: Marks, losses: Losses) -> list[str]:
    """One line of moves joined by bars; comments and judgements are lost."""
    moves: list[str] = []
    for ply in plies(game, marks if form == "medium" else "none"):
        comments = len(ply.node.comments) + (0 if moves else len(game.root.comments))
        losses.add("comments", "a comment is left out", ply.place, count=comments)
        losses.add("evaluations", "an evaluation is left out", ply.place, count=bool(ply.node.evaluation))
        moves.append(medium_move(ply) if form == "medium" else ply.compact)
    return ["|".join(moves)] if moves else []
