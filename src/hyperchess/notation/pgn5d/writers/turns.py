"""The main line as numbered turns, shared by both editions of 5DPGN."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from hyperchess.annotations import is_clock, replace_commands
from hyperchess.game import RESULTS, Comment, Game, Node
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.position import Position
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import Marks
from hyperchess.notation.text5d.marks import MarkedMove, mark_action, written_moves
from hyperchess.notation.text5d.writing.layout import action_tokens, fill
from hyperchess.notation.text5d.writing.mainline import lose_results, lose_variations

__all__ = ["Clocks", "Results", "write_turns"]

Results = Literal["end", "header"]
Clocks = Literal["comments", "before"]
"""Clocks as commands in comments, or as times before the moves: `1. {20:05} e4`."""


def write_turns(
    game: Game[Position, Move],
    spell: Callable[[MarkedMove, str], Sequence[str]],
    losses: Losses,
    *,
    marks: Marks,
    width: int | None = None,
    nested: bool = True,
    results: Results = "end",
    clocks: Clocks = "comments",
) -> str:
    """Return one line per turn, wrapped to `width`.

    `spell` returns the text of a move, and the annotations after it, at a location of the game.
    """
    opening = action_tokens((), game.root.comments, losses, "", nested=nested)
    turns = [opening] if opening else []
    position = game.start
    for serial, node in zip(game.serials(), game.main_line, strict=False):
        place = str(serial)
        if serial.player == "w" or not turns or turns[-1] is opening:
            turns.append([f"{serial.number}."])
        if serial.player == "b":
            turns[-1].append("/")
        played = mark_action(position, node, marks=marks)
        moves = (
            [spell(move, place) for move in played.moves] if played else written_moves(node, losses, place)
        )
        ends = results == "end" and node is game.end and node.result in RESULTS
        ending = [[node.result]] if ends else []
        comments = _clock_first(node) if clocks == "before" else node.comments
        turns[-1] += action_tokens([*moves, *ending], comments, losses, place, nested=nested)
        position = played.after if played else None
    lose_variations(game, losses)
    lose_results(game, losses)
    if results == "end" and game.end is game.root and game.end.result in RESULTS:
        turns = turns or [[]]
        turns[-1].append(game.end.result)
    return "".join(f"{fill(turn, width)}\n" for turn in turns)


def _clock_first(node: Node[Position, Move]) -> list[Comment]:
    """Return the comments of a node with its clock as a time before its moves."""
    if node.clock is None:
        return node.comments
    time = str(node.clock).removeprefix("0:")
    kept, _ = replace_commands([comment.text for comment in node.comments], is_clock, "")
    others = [
        Comment(text, old.after) for old, text in zip(node.comments, kept, strict=True) if text is not None
    ]
    return [Comment(time, 0), *others]
