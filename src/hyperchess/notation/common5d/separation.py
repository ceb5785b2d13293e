"""Moves of both players in one action: texts that, as PGN of ordinary chess, have no `/` between the players.

>>> from hyperchess.multiverse import start
>>> from hyperchess.multiverse.movetext import read_move
>>> turn = [read_move("e4"), read_move("e5")]
>>> find_separation(start("Standard"), turn, Effort(100))
(1, 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hyperchess.multiverse import Color, Position
from hyperchess.multiverse.movetext import MoveText
from hyperchess.notation.common5d.readings import Effort, legal_readings
from hyperchess.notation.common5d.syntax import ActionSyntax

__all__ = ["find_separation", "separated", "suits_next"]

_MOST_MOVES = 12  # of one player, in a text that does not separate the players


def find_separation(
    position: Position, texts: Sequence[MoveText], effort: Effort
) -> tuple[int, int] | None:
    """How many moves are the player's, and how many of the next ones the opponent's; `None` if all are not.

    The first moves must be a legal action, and so must be some that follow them, for the opponent.
    """
    for own in range(1, min(len(texts), _MOST_MOVES + 1)):
        legal = legal_readings(position, texts[:own], 1, effort)
        if not legal:
            continue
        after = legal[0].state.submit()
        for others in range(1, min(len(texts) - own, _MOST_MOVES) + 1):
            if legal_readings(after, texts[own : own + others], 1, effort):
                return own, others
    return None


def suits_next(action: ActionSyntax, player: Color) -> bool:
    """Whether what follows an action may be a player's, as its number or its `/` says."""
    serials = [child.serial for child in action.children if child.serial is not None]
    return not any(
        serial.sign == "slash" if serial.color is None else serial.color is not player for serial in serials
    )


def separated(action: ActionSyntax, count: int) -> ActionSyntax:
    """The first moves of an action as one of its own, which the rest of it follows."""
    rest = replace(
        action,
        serial=None,
        moves=action.moves[count:],
        comments=[
            comment._replace(after=comment.after - count)
            for comment in action.comments
            if comment.after > count
        ],
        bracketed=False,
    )
    comments = [comment for comment in action.comments if comment.after <= count]
    return replace(action, moves=action.moves[:count], comments=comments, result=None, children=[rest])
