"""Shad's 5DPGN, current edition."""

from __future__ import annotations

from hyperchess.game import Game
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.position import Position
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import Marks, Style, check_option
from hyperchess.notation.pgn5d.writers.turns import Clocks, Results, write_turns
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.marks import MarkedMove
from hyperchess.notation.text5d.spelling import castles_by_sign, full_move, shad_move
from hyperchess.notation.text5d.writing.headers import KNOWN, StartText, head_text, make_head, with_result
from hyperchess.notation.text5d.writing.mainline import lose_files
from hyperchess.notation.writing import Written

__all__ = ["hints", "write_shad"]


def write_shad(
    game: Game[Position, Move],
    *,
    marks: Marks = "rules",
    tokens: bool = True,
    width: int | None = None,
    start: StartText = "name",
    known: str = KNOWN,
    results: Results = "end",
    nested: bool = True,
    style: Style = "short",
    clocks: Clocks = "comments",
) -> Written:
    """Write the main line as 5DPGN.

    `marks` are recomputed from the rules, kept as written (a move without a text gets those of the rules), or
    left out; `x` is part of a move and stays. `tokens` are the hints `(>L1)` for a new timeline and `(~T3)`
    where a reactivated timeline moves the present. `start` is the variant's name, its name and boards, or its
    boards as `custom`, for readers that know few names: those in `known`, separated by commas. `results`: the
    result is after the last move, or in a header only. `nested`: comments may contain braces; otherwise these
    become parentheses. `style`: moves without coordinates that are not needed, or with all of them. `clocks`:
    commands in comments, or times before the moves.
    """
    check_option("marks", marks, Marks)
    check_option("results", results, Results)
    check_option("style", style, Style)
    check_option("clocks", clocks, Clocks)
    losses = Losses()
    head = make_head(game, Dialect.SHAD, losses, start, known)
    if results == "header":
        head = with_result(head, game, losses)
    signs = castles_by_sign(game.start)
    lose_files(game, losses)

    def spell(marked: MarkedMove, place: str) -> list[str]:
        if style == "full":
            text = full_move(marked, captures=True)
        else:
            text = shad_move(marked, signs=signs, name_board=marked.timelines > 1)
        present = "~" if marked.moves_present else ""
        after = hints(marked) if tokens else []
        return [f"{text}{marked.check}{present}{marked.evaluation}", *after, *marked.nags]

    turns = write_turns(
        game, spell, losses, marks=marks, width=width, nested=nested, results=results, clocks=clocks
    )
    return Written(head_text(head) + turns, losses.listed())


def hints(marked: MarkedMove) -> list[str]:
    """Return the annotations: `(>L1)` for a new timeline, `(~T3)` if a reactivated timeline moves the
    present.
    """
    made, revives = marked.effect.new_timeline, marked.revives
    return [
        *([f"(>L{made})"] if made is not None else []),
        *([f"(~T{revives})"] if revives is not None else []),
    ]
