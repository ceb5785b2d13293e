"""5DUCI move format: `(0T1)e2e4`, `(0T3)g5(0T2)g7`, `(0T8)e7e8N`.

Timelines are plain numbers. If the start has an even number of timelines, `-0` is -1, `-1` is -2 and so on,
and `+0` is 0: the numbers of the rows.

>>> from hyperchess import multiverse
>>> position = multiverse.start("Standard")
>>> [move] = position.read("Nf3")
>>> text = format_move(move, position)
>>> text, parse_move(text, position) == move
('(0T1)g1f3', True)
"""

from __future__ import annotations

import re

from hyperchess.errors import InvalidMove
from hyperchess.multiverse import Action, Move, Position, Square, Timeline
from hyperchess.text import quote

__all__ = ["format_action", "format_move", "parse_move", "promoted"]

_SQUARE = r"([a-z])([0-9]{1,3})"
_BOARD = r"\((-?[0-9]{1,5})T(-?[0-9]{1,6})\)"
_MOVE = re.compile(rf"{_BOARD}{_SQUARE}(?:{_BOARD})?{_SQUARE}([A-Za-z]?)", re.ASCII)
_QUEEN = "Q"


def format_move(move: Move, position: Position) -> str:
    """Return the text of a move."""
    source, target = _board(move.source, position), _board(move.target, position)
    landing = "" if move.is_physical else target
    return f"{source}{move.source.name}{landing}{move.target.name}{move.promotion}"


def format_action(action: Action, position: Position) -> str:
    """Return the texts of the moves of an action."""
    return " ".join(format_move(move, position) for move in action)


def parse_move(text: str, position: Position) -> Move:
    """Parse a move, whether or not it can be played.

    A missing promotion stays empty here; `promoted` adds it.
    """
    match = _MOVE.fullmatch(text)
    if match is None:
        raise InvalidMove(f"{quote(text)} is not a move such as (0T1)e2e4 or (0T3)g5(0T2)g7")
    row, turn, file, rank, to_row, to_turn, to_file, to_rank, promotion = match.groups()
    source = _square(row, turn, file, rank, position)
    target = _square(to_row or row, to_turn or turn, to_file, to_rank, position)
    return Move(source, target, promotion.upper())


def promoted(move: Move, position: Position) -> Move:
    """Return the move with the promotion that 5DUCI omits: a queen, or the first choice of the variant."""
    if move.promotion:
        return move
    choices = [known.promotion for known in position.moves() if known[:2] == move[:2] and known.promotion]
    if not choices:
        return move
    return move._replace(promotion=_QUEEN if _QUEEN in choices else choices[0])


def _board(square: Square, position: Position) -> str:
    return f"({square.timeline.row(even=position.even)}T{square.turn})"


def _square(row: str, turn: str, file: str, rank: str, position: Position) -> Square:
    timeline = Timeline.of_row(int(row), even=position.even)
    return Square(timeline, int(turn), position.player, ord(file) - ord("a"), int(rank) - 1)
