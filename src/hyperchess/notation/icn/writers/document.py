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
    without_pieces,
    without_usual,
)
from hyperchess.notation.icn.writers.layout import Form, document_line
from hyperchess.notation.icn.writers.options import (
    Rights,
    Start,
    Variations,
    find_named_variant,
    position_after,
)
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
    start: Start = "pieces",
) -> Written:
    """Write the game, or with `after` only the position after `after` half-moves.

    `long` has headers, every argument, numbers, pieces, marks and comments; `compact` only what a program
    needs; `medium` is compact with pieces, captures and marks. `marks`: `+` and `#` from the rules, or as
    written. `rights`: see `position_after`. The document has no variations: they are written in brackets
    after the move that they replace, or left out. `start`: with its pieces, or in the long form with the
    header of the variant in place of the pieces, if they are the variant's.
    """
    check_option("form", form, Form)
    check_option("marks", marks, Marks)
    check_option("rights", rights, Rights)
    check_option("variations", variations, Variations)
    check_option("start", start, Start)
    check_kind(game)
    losses = Losses()
    headers = list_headers(game, losses)
    lines: list[str] = []
    if form == "long":
        lines = document_headers(headers, losses)
    else:
        lose_headers(headers, losses)
    if after is not None:
        game = Game(position_after(game, after, rights), game.headers)
    if lines:
        lines.append("")
    if game.start is None:
        losses.add("start", "the game does not say from which position it starts")
    elif form != "long":
        lines.append(document_setup(without_usual(game.start.setup, losses), losses, full=False))
    else:
        setup = document_setup(game.start.setup, losses, full=True)
        lines += [setup if find_named_variant(game, start) is None else without_pieces(setup), ""]
    lines += write_body(game, form, marks, document_line, losses, variations=variations == "brackets")
    if lines and not lines[-1]:
        lines.pop()
    return Written("".join(f"{line}\n" for line in lines), losses.listed())
