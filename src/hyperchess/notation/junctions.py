"""Several games in one text, and whether they stay apart: some notations have no sign where a game begins.

>>> from hyperchess.notation.reading import parse
>>> from hyperchess.notation.registry import find_notation
>>> game = parse('[Board "Standard"] 1. e4 / e5 2. Nf3')
>>> for name in ("shad", "axel"):
...     print(name, [str(loss) for loss in write_games(find_notation(name), [game, game]).losses])
shad []
axel ["Axel's notation (4xel) cannot keep 2 games apart in one text"]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from hyperchess.game import Game
from hyperchess.notation.registry import AnyGame, Notation
from hyperchess.notation.writing import Loss, Written
from hyperchess.text import Source

__all__ = ["beginning_of", "stay_apart", "write_games"]

_ACTIONS = 2  # that a beginning has: enough to see the form of a game, and quick to read


def write_games(notation: Notation, games: Sequence[AnyGame], **options: Any) -> Written:
    """Games one after the other in one text; that they do not stay apart is a loss."""
    written = [notation.write(game, **options) for game in games]
    losses = [loss for part in written for loss in part.losses]
    beginnings = [beginning_of(notation, game, options) for game in games] if len(games) > 1 else []
    if not stay_apart(notation, *beginnings):
        message = f"{notation.title} cannot keep {len(games)} games apart in one text"
        losses.append(Loss("games", message))
    return Written("\n".join(part.text for part in written), tuple(losses))


def beginning_of(notation: Notation, game: AnyGame, options: dict[str, Any]) -> str:
    """The text of a game cut off after its first actions: its head shows where a game begins."""
    beginning: AnyGame = Game(game.start, game.headers, notation=game.notation, kind=game.kind)
    node = beginning.root
    for step in game.main_line[:_ACTIONS]:
        node = node.attach(step.moves)
        node.legal = step.legal
    return notation.write(beginning, **options).text


def stay_apart(notation: Notation, *beginnings: str) -> bool:
    """Whether texts, one after the other, are read as so many games."""
    return all(
        len(notation.read(Source(f"{first}\n{second}"))) == 2 for first, second in pairwise(beginnings)
    )
