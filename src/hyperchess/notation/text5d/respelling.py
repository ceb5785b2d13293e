"""Misleading actions: moves of both players without `/`, lower-case piece letters.

>>> from hyperchess.multiverse import start
>>> from hyperchess.multiverse.syntax.movetext import read_move
>>> turn = [read_move("e4"), read_move("e5")]
>>> find_separation(start("Standard"), turn, Effort(100))
(1, 1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from hyperchess.errors import ParseError
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.multiverse import Color, Position
from hyperchess.multiverse.syntax.movetext import MoveText, read_move
from hyperchess.notation.text5d.readings import Effort, legal_readings
from hyperchess.notation.text5d.syntax import ActionSyntax

__all__ = ["find_separation", "first_legal", "split_action", "suits_next", "with_capital"]

_SMALL_PIECE = lazy_pattern(r"((?:\([^()]*\))?)([pwkcqysnrbud])((?![1-9]).+)", re.DOTALL)
_MOST_MOVES = 12  # of one player, in a text that does not separate the players


def find_separation(position: Position, texts: Sequence[MoveText], effort: Effort) -> tuple[int, int] | None:
    """Return how many moves belong to the player and how many of the next ones to the opponent; `None` if all
    are the player's.

    The first moves must form a legal action, and so must some of the following ones for the opponent.
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
    """Return whether the continuation of an action may belong to `player`, judging by its number or `/`."""
    serial = action.children[0].serial if action.children else None
    if serial is None:
        return True
    color = Color.BLACK if serial.color is None and serial.sign == "slash" else serial.color
    return color in (None, player)


def split_action(action: ActionSyntax, count: int, opponent: Color) -> ActionSyntax:
    """Return the first `count` moves as an action of their own, followed by the rest.

    Variations with the opponent's number replace the rest.
    """
    instead = [child for child in action.children if child.bracketed and _is_by(child, opponent)]
    rest = replace(
        action,
        serial=None,
        moves=action.moves[count:],
        comments=[
            comment._replace(after=comment.after - count)
            for comment in action.comments
            if comment.after > count
        ],
        children=[child for child in action.children if child not in instead],
        bracketed=False,
    )
    comments = [comment for comment in action.comments if comment.after <= count]
    return replace(
        action, moves=action.moves[:count], comments=comments, result=None, children=[rest, *instead]
    )


def first_legal(position: Position, texts: Sequence[MoveText], effort: Effort) -> int:
    """Return the smallest number of first moves that form an action; 0 if none do, or only all of them."""
    for own in range(1, min(len(texts), _MOST_MOVES + 1)):
        if legal_readings(position, texts[:own], 1, effort):
            return own
    return 0


def with_capital(written: str) -> str:
    """Return a move with its first letter read as a piece: `nf3`, `bxc4`; unchanged if that is impossible.

    >>> with_capital("(0T1)nf3"), with_capital("b4"), with_capital("exd5")
    ('(0T1)Nf3', 'b4', 'exd5')
    """
    match = _SMALL_PIECE.fullmatch(written)
    if match is None:
        return written
    capital = f"{match[1]}{match[2].upper()}{match[3]}"
    try:
        read_move(capital)
    except ParseError:
        return written
    return capital


def _is_by(action: ActionSyntax, player: Color) -> bool:
    return action.serial is not None and action.serial.color is player
