"""Games as ICN: one writer per dialect, each a function from a game to `Written`.

>>> from hyperchess.game import Game
>>> from hyperchess.infinite import Position
>>> start = Position.parse("w 0/100 (8|1) K5,1+|R8,1+|P4,2+|k5,8|p3,7+")
>>> game = Game(start, {"White": "Ada"})
>>> node = game.root
>>> for text in ("4,2>4,4", "3,7>3,5", "4,4>3,5", "5,8>4,7", "5,1>7,1"):
...     node = node.add((node.position.find(text),))
>>> print(write_document(game).text, end="")
[White: Ada]
<BLANKLINE>
w 0/100 1 (8;Q,R,B,N|1;q,r,b,n) checkmate K5,1+|R8,1+|P4,2+|k5,8|p3,7+
<BLANKLINE>
1. P4,2 > 4,4  | p3,7 > 3,5
2. P4,4 x 3,5  | k5,8 > 4,7
3. K5,1 > 7,1
>>> print(write_document(game, form="compact").text, end="")
0/100 (8|1) K5,1+|R8,1+|P4,2+|k5,8|p3,7+
4,2>4,4|3,7>3,5|4,4>3,5|5,8>4,7|5,1>7,1
>>> print(write_document(game, form="compact", after=3).text, end="")
b 0/100 2 (8|1) K5,1+|R8,1+|k5,8|P3,5
>>> print(write_site(game, form="compact").text.splitlines()[-1])
P4,2>4,4|p3,7>3,5|P4,4x3,5|k5,8>4,7|K5,1>7,1

Writers never see source text: they write the content of a `Game` and report content that a dialect cannot
express as losses.
"""

from __future__ import annotations

from hyperchess.game import Game
from hyperchess.infinite import Move, Position
from hyperchess.notation.icn.writers.head import (
    Rights,
    Start,
    Variations,
    document_headers,
    document_setup,
    find_named_variant,
    legacy_setup,
    list_headers,
    lose_headers,
    position_after,
    quoted_headers,
    without_pieces,
    without_usual,
)
from hyperchess.notation.icn.writers.moves import (
    Form,
    Marks,
    document_line,
    legacy_line,
    write_body,
)
from hyperchess.notation.icn.writers.site import write_site
from hyperchess.notation.writing import Losses, Written

__all__ = ["position_after", "write_document", "write_legacy", "write_site"]


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


def write_legacy(
    game: Game[Position, Move], *, form: Form = "long", marks: Marks = "rules", start: Start = "pieces"
) -> Written:
    """Write the main line. All forms have the headers; `write_document` describes the forms and `start`.

    The converter that reads this dialect does not support variations, so they are left out.
    """
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
