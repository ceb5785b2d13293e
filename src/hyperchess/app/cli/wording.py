"""Actions as people read them: the short form of Branched 5DPGN, or raw where that would not be clear.

>>> from hyperchess.multiverse import start
>>> position = start("Standard")
>>> readable(position, position.read("Nf3"))
'Nf3'
>>> from hyperchess.infinite import Position
>>> position = Position.parse("w k0,0|R-5,1|Q7,7|K3,-5")
>>> readable(position, (position.find("7,7>7,0"),))
'Q7,7>7,0'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperchess.errors import HyperchessError
from hyperchess.kinds import Kind

if TYPE_CHECKING:
    from hyperchess import multiverse

__all__ = ["plural", "raw", "readable"]


def plural(number: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def raw(action: tuple[Any, ...]) -> str:
    """An action with all coordinates."""
    return " ".join(map(str, action))


def readable(position: Any, action: tuple[Any, ...]) -> str:
    """The shortest clear text of an action, with its check mark."""
    if position.kind is Kind.INFINITE:
        return " ".join(f"{position.pieces[move.start].code}{move}" for move in action)
    text = _short(position, action)
    return text if _means(position, text, action) else raw(action)


def _short(position: multiverse.Position, action: tuple[Any, ...]) -> str:
    from hyperchess.game import Game, WrittenMove
    from hyperchess.notation.pgn5d.writers.branched import write_branched

    game: Game[multiverse.Position, multiverse.Move] = Game(position)
    game.root.attach(tuple(map(WrittenMove, action)))
    line = write_branched(game, width=None).text.rstrip().rpartition("\n")[2]
    return line.partition(" ")[2]  # without its number


def _means(position: multiverse.Position, text: str, action: tuple[Any, ...]) -> bool:
    try:
        return position.canonical(position.read(text)) == position.canonical(action)
    except HyperchessError:
        return False
