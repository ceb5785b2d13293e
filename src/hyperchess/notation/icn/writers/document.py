"""ICN in the layout of the document, long and compact."""

from __future__ import annotations

from hyperchess.game import Game
from hyperchess.infinite import Move, Position
from hyperchess.notation.icn.writers.body import write_body
from hyperchess.notation.icn.writers.head import (
    document_headers,
    document_setup,
    list_headers,
    lose_headers,
    without_usual,
)
from hyperchess.notation.icn.writers.layout import Form, document_line
from hyperchess.notation.icn.writers.options import Rights, Variations, position_after
from hyperchess.notation.icn.writers.plies import Marks, check_kind
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import check_option
from hyperchess.notation.writing import Written

__all__ = ["write_document"]


def write_document(
    game: Game[Position, Move],
    *,
    form: Form = "long",
    marks: Marks = "rules",
    after: int | None = None,
    rights: Rights = "document",
    variations: Variations = "brackets",
) -> Written:
    """Write the game, or with `after` only the position after `after` half-moves.

    `long` has headers, every argument, numbers, pieces, marks and comments; `compact` only what a program
    needs; `medium` is compact with pieces, captures and marks. `marks`: `+` and `#` from the rules, or as
    written. `rights`: see `position_after`. The document has no variations: they are written in brackets
    after the move that they replace, or left out.
    """
    check_option("form", form, Form)
    check_option("marks", marks, Marks)
    check_option("rights", rights, Rights)
    check_option("variations", variations, Variations)
    check_kind(game)
    losses = Losses()
    headers = list_headers(game, losses)
    lines: list[str] = []
    if form == "long":
        lines = document_headers(headers, losses)
    else:
        lose_headers(headers, losses)
    start = game.start
    if after is not None:
        start = position_after(game, after, rights)
        game = Game(start, game.headers)
    if lines:
        lines.append("")
    if start is None:
        losses.add("start", "the game does not say from which position it starts")
    else:
        setup = start.setup if form == "long" else without_usual(start.setup, losses)
        lines.append(document_setup(game, setup, losses, full=form == "long"))
    moves = write_body(game, form, marks, document_line, losses, variations=variations == "brackets")
    if moves and form == "long":
        lines.append("")
    return Written("".join(f"{line}\n" for line in [*lines, *moves]), losses.listed())
