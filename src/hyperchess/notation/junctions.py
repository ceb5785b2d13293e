"""Whether two games can stand in one text: some notations have no sign for where the next game begins.

>>> from hyperchess.notation.reading import parse
>>> from hyperchess.notation.registry import find_notation
>>> game = parse('[Board "Standard"] 1. e4 / e5 2. Nf3')
>>> for name in ("shad", "axel"):
...     beginning = beginning_of(find_notation(name), game, {})
...     print(name, stay_apart(find_notation(name), beginning, beginning))
shad True
axel False
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperchess.game import Game
from hyperchess.text import Source

if TYPE_CHECKING:
    from hyperchess.notation.registry import AnyGame, Notation

__all__ = ["beginning_of", "stay_apart"]

_ACTIONS = 2  # that a beginning has: enough to see the form of a game, and quick to read


def beginning_of(notation: Notation, game: AnyGame, options: dict[str, object]) -> str:
    """The text of a game cut off after its first actions: its head tells where a game begins."""
    beginning: AnyGame = Game(game.start, game.headers, notation=game.notation)
    node = beginning.root
    for step in game.main_line[:_ACTIONS]:
        node = node.attach(step.moves)
        node.legal = step.legal
    values: dict[str, Any] = options
    return notation.write(beginning, **values).text


def stay_apart(notation: Notation, first: str, second: str) -> bool:
    """Whether two texts, one after the other, are read as two games."""
    return len(notation.read(Source(f"{first}\n{second}"))) == 2
