"""Writers of Dynamical notation: options, text around the cells, and losses.

>>> from hyperchess.game import Game
>>> from hyperchess.multiverse import start
>>> game = Game(start("Standard"))
>>> node = game.root
>>> for text in ("e3", "Nf6", "Nc3", "d5", "(0T3)Nc3>>(0T2)c5"):
...     node = node.add((game.start if node is game.root else node.position).read(text))
>>> print(write_first(game).text, end="")
<0T1>1[e3] <0T1>1.5[Nf6] <0T2>2[Nc3] <0T2>2.5[d5] <0T3>3[Nc3>>(0T2)c5~]
>>> print(write_second(game, presentation="stored").text.splitlines()[-1].rstrip())
(0T3)3[(0T3)Nc3>>(0T2)c5~@(1T2)](1T2)-3[(0T3)Nc3>>(0T2)c5~@(1T2)]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from hyperchess.game import RESULTS, Game
from hyperchess.multiverse import Move, Position
from hyperchess.notation.dynamical import first, second
from hyperchess.notation.dynamical.heads import Headers, write_head
from hyperchess.notation.dynamical.layout import Commenter
from hyperchess.notation.dynamical.placing import Moves, PlacedMove, place_moves
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import check_option
from hyperchess.notation.text5d.writing.mainline import lose_results, lose_variations
from hyperchess.notation.writing import Written

__all__ = ["Presentation", "SecondPresentation", "write_first", "write_second"]

Presentation = Literal["algebraic", "topological"]
SecondPresentation = Literal["algebraic", "topological", "stored"]

_BREAK = "\n"
_Layout = Callable[[list[PlacedMove], Commenter], str | None]


def write_first(
    game: Game[Position, Move],
    *,
    presentation: Presentation = "algebraic",
    width: int | None = None,
    moves: Moves = "written",
    headers: Headers = "all",
    annotations: bool = False,
) -> Written:
    """Write the main line in the first edition, as a list or as a map.

    `width` wraps the list. `moves`: as written, or spelled by the rules; a move without a text is always
    spelled by the rules. `headers`: all, those that describe the start, or none. `annotations` adds comments,
    which the document does not define.
    """
    check_option("presentation", presentation, Presentation)
    layouts: dict[str, _Layout] = {
        "algebraic": lambda placed, commenter: first.algebraic(placed, commenter, width),
        "topological": first.topological,
    }
    return _write(game, layouts, presentation, moves=moves, headers=headers, annotations=annotations)


def write_second(
    game: Game[Position, Move],
    *,
    presentation: SecondPresentation = "algebraic",
    moves: Moves = "written",
    headers: Headers = "all",
    annotations: bool = False,
) -> Written:
    """Write the main line in the second edition: as a list, as a map, or as its author's program stores it.

    The options are those of the first edition.
    """
    check_option("presentation", presentation, SecondPresentation)
    layouts: dict[str, _Layout] = {
        "algebraic": second.algebraic,
        "topological": second.topological,
        "stored": second.format_cells,
    }
    return _write(game, layouts, presentation, moves=moves, headers=headers, annotations=annotations)


def _write(
    game: Game[Position, Move],
    layouts: Mapping[str, _Layout],
    presentation: str,
    *,
    moves: Moves,
    headers: Headers,
    annotations: bool,
) -> Written:
    check_option("moves", moves, Moves)
    losses = Losses()
    head = write_head(game, headers, losses)
    lose_variations(game, losses)
    for serial, node in zip(game.serials(), game.main_line, strict=False):
        losses.add_nags(node.moves, str(serial))
    placed = place_moves(game, moves, losses)
    commenter = Commenter(annotations, losses, one_line=presentation == "topological")
    opening = "".join(f"{text}\n" for text in commenter.texts(game.root.comments))
    body = layouts[presentation](placed, commenter)
    if body is None:
        losses.add("layout", "the map would have too many boxes; the moves are written as a list")
        body = layouts["algebraic"](placed, Commenter(annotations, Losses())) or ""
    result = _result(game, headers, losses, annotations=annotations)
    if result:
        body = f"{body}{'' if body[-1:] in ('', _BREAK) else _BREAK}{result}{_BREAK}"
    return Written(head + opening + body, losses.listed())


def _result(game: Game[Position, Move], headers: Headers, losses: Losses, *, annotations: bool) -> str:
    """Return the result after the cells, unless a header has it; neither edition defines one."""
    lose_results(game, losses)
    result = game.end.result
    if result not in RESULTS:
        return ""
    if not annotations and headers == "all" and game.headers.get("Result") == result:
        losses.add("results", "the result stands in its header alone")
        return ""
    return result
