"""Notes after a move: promotion and check, evaluation, comments; and their losses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from hyperchess.game import Comment, Game
from hyperchess.infinite import Move, Position
from hyperchess.infinite.syntax.move_pattern import MOVE
from hyperchess.notation.icn.writers.plies import Ply, one_word
from hyperchess.notation.losses import Losses

__all__ = ["Notes", "collect_notes", "lose_tree"]

_SIGNS = re.compile(r"[!?]{1,8}")
_BRACES = str.maketrans("{}", "()")


class Notes(NamedTuple):
    """Notes on a move."""

    evaluation: str
    comments: tuple[str, ...]
    variations: tuple[str, ...] = ()  # variations that replace the move, in brackets

    @property
    def words(self) -> list[str]:
        """The notes in writing order."""
        evaluation = [self.evaluation] if self.evaluation else []
        return [*evaluation, *(f"{{{text}}}" for text in self.comments), *self.variations]


def collect_notes(ply: Ply, before: Sequence[Comment], losses: Losses) -> Notes:
    """Return the notes of a move, as far as ICN supports them. `before` are comments before all moves."""
    evaluation = ply.node.evaluation
    if evaluation and not _SIGNS.fullmatch(evaluation):
        losses.add("evaluations", "an evaluation that is not made of ! and ? is left out", ply.place)
        evaluation = ""
    losses.add_nags(ply.node.moves, ply.place)
    early = [*before, *(comment for comment in ply.node.comments if comment.after == 0)]
    losses.add("comments", "a comment before a move is written after it", ply.place, count=len(early))
    comments = [*early, *(comment for comment in ply.node.comments if comment.after)]
    return Notes(evaluation, tuple(_plain(comment.text, ply.place, losses) for comment in comments))


def _plain(text: str, place: str, losses: Losses) -> str:
    plain = text.translate(_BRACES)
    if plain != text:
        losses.add("comments", "braces in a comment become parentheses", place)
    return plain


def lose_tree(game: Game[Position, Move], losses: Losses, *, variations: bool = True) -> None:
    """Record losses of the tree: variations, if a form has none, and results that are not at the end of a
    line; and win conditions that the reader did not know.
    """
    unknown = sum(1 for problem in game.problems if problem.code == "win-condition")
    losses.add("win-conditions", "an unknown win condition is left out", count=unknown)
    for node in (game.root, *(game.main_line if variations else game.walk())):
        for variation in node.variations if variations or node.result else ():
            count = sum(1 for _ in variation.walk())
            losses.add("variations", f"a variation of {count} move{'s' * (count != 1)} is left out")
    for node in game.main_line if variations else game.walk():
        text = node.moves[0].text if node.moves and node.action is None else ""
        if MOVE.fullmatch(text) is None and one_word(text) != text:
            losses.add("moves", "a text that is not a move is written as one word")
    if not game.main_line:
        losses.add("comments", "a comment without a move is left out", count=len(game.root.comments))
