"""Raw notation mode: source, `>` and target of every move, and nothing else."""

from __future__ import annotations

from typing import Literal

from hyperchess.game import Comment, Game
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.position import Position
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import check_option
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.marks import written_moves
from hyperchess.notation.text5d.writing.headers import START_KEYS, Head, head_text, make_head
from hyperchess.notation.text5d.writing.mainline import lose_variations
from hyperchess.notation.writing import Written

__all__ = ["RawHeaders", "write_raw"]

RawHeaders = Literal["start", "all", "none"]


def write_raw(game: Game[Position, Move], *, headers: RawHeaders = "start") -> Written:
    """Write the main line in raw notation mode, one line for each action.

    The proposal has no headers, but without them the start is unknown. By default the headers of the start
    are written, unless it is Standard, which readers assume; `all` and `none` override this.
    """
    check_option("headers", headers, RawHeaders)
    losses = Losses()
    head = _head(game, headers, losses)
    lines = []
    followed = game.start is not None
    lose_variations(game, losses)
    _lose_comments(game.root.comments, losses, "")
    for serial, node in zip(game.serials(), game.main_line, strict=False):
        place = str(serial)
        action = node.action
        followed = followed and action is not None
        if followed and action is not None:
            texts = [str(move) for move in action]
        else:
            texts = [token for tokens in written_moves(node, losses, place) for token in tokens]
        lines.append(" ".join(["/" if serial.player == "b" else ".", *texts]) + "\n")
        _lose_comments(node.comments, losses, place)
        evaluations = sum(1 for written in node.moves if written.evaluation)
        losses.add(
            "evaluations", "a mark such as ! or ? is left out", place, count=evaluations if followed else 0
        )
        if followed:
            losses.add_nags(node.moves, place)
        if node.result:
            losses.add("results", "a result is left out", place)
    if game.root.result and not game.main_line:
        losses.add("results", "a result is left out")
    return Written(head_text(head) + "".join(lines), losses.listed())


def _head(game: Game[Position, Move], wanted: RawHeaders, losses: Losses) -> Head:
    if wanted == "all":
        return make_head(game, Dialect.RAW, losses)
    about_start, others = make_head(game, Dialect.RAW, Losses()).parted(START_KEYS)
    for key, _ in others.headers:
        if key != "Mode":  # it only identifies 5D chess
            losses.add("headers", f"the header {key} is left out", key)
    if about_start == Head((("Board", "Standard"),), ()):
        return Head((), ())
    if wanted == "none":
        losses.add("start", "the start is left out", count=bool(about_start.headers))
        return Head((), ())
    return about_start


def _lose_comments(comments: list[Comment], losses: Losses, place: str) -> None:
    losses.add("comments", "a comment is left out", place, count=len(comments))
