"""ICN as the first converter reads it: `[Key "value"]`, properties in strict JSON."""

from __future__ import annotations

from hyperchess.game import Game
from hyperchess.infinite import Move, Position
from hyperchess.notation.icn.writers.body import write_body
from hyperchess.notation.icn.writers.head import legacy_setup, list_headers, quoted_headers, without_pieces
from hyperchess.notation.icn.writers.layout import Form, legacy_line
from hyperchess.notation.icn.writers.options import Start, find_named_variant
from hyperchess.notation.icn.writers.plies import Marks, check_kind
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import check_option
from hyperchess.notation.writing import Written

__all__ = ["write_legacy"]


def write_legacy(
    game: Game[Position, Move], *, form: Form = "long", marks: Marks = "rules", start: Start = "pieces"
) -> Written:
    """Write the main line. All forms have the headers; `write_document` describes the forms and `start`.

    The converter that reads this dialect does not support variations, so they are left out.
    """
    check_option("form", form, Form)
    check_option("marks", marks, Marks)
    check_option("start", start, Start)
    check_kind(game)
    losses = Losses()
    lines = quoted_headers(list_headers(game, losses), losses)
    if lines:
        lines.append("")
    if game.start is None:
        losses.add("start", "the game does not say from which position it starts")
    else:
        setup = legacy_setup(game.start.setup, losses, full=form == "long")
        lines += [setup if find_named_variant(game, start) is None else without_pieces(setup), ""]
    lines += write_body(game, form, marks, legacy_line, losses)
    if lines and not lines[-1]:
        lines.pop()
    return Written("".join(f"{line}\n" for line in lines), losses.listed())
