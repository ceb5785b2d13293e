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

from typing import Any

from hyperchess.kinds import Kind

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
        from hyperchess.notation.icn.spelling import named_move

        return " ".join(named_move(position, move) for move in action)
    from hyperchess.notation.common5d.spelling import short_action

    return short_action(position, action)
