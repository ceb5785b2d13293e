"""Positions and moves of infinite chess in the engine protocol: `icn POSITION [moves MOVE...]`.

The position is any ICN position; the moves are ICN moves.

>>> history = parse_icn_position("icn w 0/100 (8|1) K5,1|P4,7|k50,80 moves 4,7>4,8=Q 50,80>50,81")
>>> [str(move) for (move,) in history.actions], history.position.player.name
(['4,7>4,8Q', '50,80>50,81'], 'WHITE')
>>> format_icn_position(history).removeprefix("icn w 0/100 1 (8;Q,R,B,N|1;q,r,b,n) checkmate ")
'K5,1|P4,7|k50,80 moves 4,7>4,8Q 50,80>50,81'
"""

from __future__ import annotations

from collections.abc import Sequence

from hyperchess.engine.history import History
from hyperchess.errors import InvalidMove, InvalidPosition, ParseError
from hyperchess.infinite import Move, Position
from hyperchess.text import quote

__all__ = ["ICN", "format_icn_position", "parse_icn_move", "parse_icn_position"]

ICN = "icn"
_MOVES = "moves"


def format_icn_position(history: History) -> str:
    """Return the words after `position`."""
    words = [ICN, history.start.text(full=True)]
    if history.actions:
        words.append(_MOVES)
    words += [str(move) for action in history.actions for move in action]
    return " ".join(words)


def parse_icn_position(arguments: str) -> History:
    """Parse the words after `position`; every move is checked."""
    words = arguments.split()
    at = words.index(_MOVES) if _MOVES in words else len(words)
    text = " ".join(words[1:at])
    if not text:
        raise InvalidPosition("expected a position after icn, such as w 0/100 1 (8|1) K5,1|k50,80")
    history = History(Position.parse(text))
    for word in words[at + 1 :]:
        history = history.after((history.position.find(word),))
    return history


def parse_icn_move(words: Sequence[str], position: Position) -> tuple[Move]:
    """Return the legal move that an engine names; raise `MoveError` if there is none."""
    text = " ".join(words)
    try:
        return (position.find(text),)
    except ParseError:
        raise InvalidMove(f"expected a move such as 4,2>4,4, found {quote(text)}") from None
