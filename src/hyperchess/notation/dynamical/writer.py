"""Writers of Dynamical notation: options, headers, text around the cells, and losses.

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
from hyperchess.notation.dynamical import layout
from hyperchess.notation.dynamical.layout import Commenter
from hyperchess.notation.dynamical.placing import Moves, PlacedMove, place_moves
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.writing.headers import START_KEYS, Head, head_text, make_head
from hyperchess.notation.text5d.writing.mainline import lose_results, lose_variations
from hyperchess.notation.writing import Losses, Written

__all__ = ["Headers", "Presentation", "SecondPresentation", "write_first", "write_head", "write_second"]


Headers = Literal["all", "start", "none"]

_OTHER_NAMES = {"variant": "Board", "variation": "Board", "timelines": "Timeline"}
_STANDARD = ("Board", "Standard")  # which readers assume


def write_head(game: Game[Position, Move], wanted: Headers, losses: Losses) -> str:
    """Return the headers and boards, and a blank line if there are any."""
    given = {_OTHER_NAMES.get(key.casefold(), key.capitalize()): key for key in game.headers}
    made = make_head(game, Dialect.SHAD, losses if wanted == "all" else Losses())
    needed = Head(tuple(h for h in made.headers if _is_needed(h, game, made)), made.boards)
    if wanted == "all":
        kept = [
            (given.get(key, key), value)
            for key, value in made.headers
            if (key, value) in needed.headers or key in game.headers or key in given
        ]
        _keep_parity(game, given, kept)
        return head_text(Head(tuple(kept), made.boards))
    for key in game.headers:
        if key not in (*START_KEYS, "Mode") and key.casefold() not in _OTHER_NAMES:
            losses.add("headers", f"the header {key} is left out", key)
    if wanted == "none":
        losses.add("start", "the start is left out", count=int(bool(needed.headers)))
        return ""
    return head_text(needed)


def _keep_parity(game: Game[Position, Move], given: dict[str, str], kept: list[tuple[str, str]]) -> None:
    """Keep a header that declares the timelines even or odd if the game has it; 5DPGN does not need it."""
    key = given.get("Timeline")
    if key is None or game.start is None or any(name == key for name, _ in kept):
        return
    value = game.headers[key]
    if value.casefold() == ("even" if game.start.even else "odd"):
        kept.insert(list(game.headers).index(key), (key, value))


def _is_needed(header: tuple[str, str], game: Game[Position, Move], made: Head) -> bool:
    """Return whether a reader would assume another start without this header."""
    key, _ = header
    if key == "Size":
        return bool(made.boards)
    if header == _STANDARD:
        return not game.main_line  # a text without cells must have at least one header
    return key in START_KEYS


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
    layouts: dict[str, _Layout] = {
        "algebraic": lambda placed, commenter: layout.first_algebraic(placed, commenter, width),
        "topological": layout.first_topological,
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
    layouts: dict[str, _Layout] = {
        "algebraic": layout.second_algebraic,
        "topological": layout.second_topological,
        "stored": layout.format_cells,
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
