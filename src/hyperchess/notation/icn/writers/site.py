"""ICN as infinitechess.org reads it."""

from __future__ import annotations

from typing import Literal

from hyperchess.game import Game
from hyperchess.infinite import Move, Position
from hyperchess.notation.icn.writers.body import list_parts
from hyperchess.notation.icn.writers.head import list_headers, site_headers, site_setup
from hyperchess.notation.icn.writers.layout import Part, site_line, site_move, wrap_lines
from hyperchess.notation.icn.writers.notes import Notes, lose_tree
from hyperchess.notation.icn.writers.options import Start, is_named
from hyperchess.notation.icn.writers.plies import Marks, check_kind
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import check_option
from hyperchess.notation.writing import Written

__all__ = ["SiteForm", "write_site"]

SiteForm = Literal["long", "compact"]
_LONGEST_JUDGEMENT = 2


def write_site(
    game: Game[Position, Move], *, form: SiteForm = "long", marks: Marks = "rules", start: Start = "pieces"
) -> Written:
    """Write the main line, with headers and comments in both forms; `write_document` describes `start`.

    The site has no number for a move of Black, so a game that does not start with White has no numbers.
    """
    check_option("form", form, SiteForm)
    check_option("marks", marks, Marks)
    check_option("start", start, Start)
    check_kind(game)
    losses = Losses()
    lines = site_headers(list_headers(game, losses), losses)
    if lines:
        lines.append("")
    if game.start is None:
        losses.add("start", "the game does not say from which position it starts")
    elif not is_named(game, start):
        lines += [site_setup(game.start.setup, losses, full=True), ""]
    lose_tree(game, losses)
    parts = [_fitting(part, losses) for part in list_parts(game, marks, losses)]
    if form == "long" and parts and parts[0][0].is_first:
        lines += wrap_lines(parts, site_line)
    elif parts:
        lines.append("|".join(site_move(part) for part in parts))
    if lines and not lines[-1]:
        lines.pop()
    return Written("".join(f"{line}\n" for line in lines), losses.listed())


def _fitting(part: Part, losses: Losses) -> Part:
    """One comment that is not empty, and a judgement of at most two signs."""
    ply, (evaluation, comments, _) = part
    if len(evaluation) > _LONGEST_JUDGEMENT:
        losses.add("evaluations", "an evaluation is cut to two characters", ply.place)
        evaluation = evaluation[:_LONGEST_JUDGEMENT]
    said = [text for text in comments if text.strip()]
    losses.add("comments", "an empty comment is left out", ply.place, count=len(comments) - len(said))
    losses.add("comments", "several comments on a move become one", ply.place, count=len(said) > 1)
    return ply, Notes(evaluation, (" ".join(said),) if said else ())
