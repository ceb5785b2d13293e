"""Actions as text for people.

>>> from hyperchess.multiverse import start
>>> position = start("Standard")
>>> action_text(position, position.read("Nf3"))
'Nf3'
>>> from hyperchess.infinite import Position
>>> position = Position.parse("w k0,0|R-5,1|Q7,7|K3,-5")
>>> action_text(position, position.find("7,7>7,0"))
'Q7,7>7,0'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperchess import infinite
from hyperchess.notation.icn.writers.moves import named_move
from hyperchess.notation.text5d.spelling import short_action

__all__ = ["action_text", "action_texts"]

_MOST_SHORT = 12  # actions in short notation, which is expensive to find


def action_text(position: Any, action: Any) -> str:
    """Return an action in the short form of Branched 5DPGN with its check mark, or raw if that is ambiguous.

    In infinite chess an action is a move, or a tuple of one.
    """
    if isinstance(position, infinite.Position):
        moves = (action,) if isinstance(action, infinite.Move) else action
        return " ".join(named_move(position, move) for move in moves)
    return short_action(position, action)


def action_texts(position: Any, actions: Sequence[Any], *, most: int = _MOST_SHORT) -> tuple[str, ...]:
    """Return several actions: the first `most` in short form, all others raw."""
    short = tuple(action_text(position, action) for action in actions[:most])
    return short + tuple(map(str, actions[most:]))
