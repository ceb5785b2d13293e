"""From the text of a move to the move: the one that fits (Branched 5DPGN 4.10).

>>> from hyperchess.multiverse import start
>>> position = start("Standard")
>>> print(read_action(position, "Nf3"))
(0T1)g1>(0T1)f3
>>> read_action(position, "Nd4")
Traceback (most recent call last):
...
hyperchess.errors.InvalidMove: no move fits 'Nd4'
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from hyperchess.errors import AmbiguousMove, InvalidMove
from hyperchess.multiverse.moves import Action, Move
from hyperchess.multiverse.movetext import MoveText, scan_move
from hyperchess.multiverse.pieces import PIECES
from hyperchess.text import Scanner, Source

if TYPE_CHECKING:
    from hyperchess.multiverse.position import Position

__all__ = ["candidates", "read_action"]

_SPACE = re.compile(r"\s*")


def candidates(position: Position, text: MoveText) -> tuple[Move, ...]:
    """The moves that a text can mean here: one if it is clear, none if there is no such move.

    Without a piece letter, pawns come first; several moves are told apart by the capture mark.
    """
    pattern = text.pattern
    found: tuple[Move, ...] = ()
    if pattern.piece is None:
        pawns = (letter for letter, kind in PIECES.items() if kind.is_pawn)
        found = tuple(move for letter in pawns for move in position.match(replace(pattern, piece=letter)))
    if len(found) != 1:
        found = position.match(pattern) or found
    if len({move[:2] for move in found}) > 1:
        found = tuple(move for move in found if _captures(position, move) == text.capture) or found
    return found


def _captures(position: Position, move: Move) -> bool:
    board = position.board(move.target.board)
    return board is not None and board[move.target.file, move.target.rank] is not None


def read_action(position: Position, text: str) -> Action:
    """Read moves with white space between them, each played before the next is read."""
    scanner = Scanner(Source(text))
    moves = []
    scanner.take(_SPACE)
    while not scanner.at_end:
        written = scan_move(scanner)
        move = _only(position, written, text[slice(*written.span)])
        moves.append(move)
        position = position.move(move)
        scanner.take(_SPACE)
    return Action(tuple(moves))


def _only(position: Position, written: MoveText, text: str) -> Move:
    found = candidates(position, written)
    if not found:
        raise InvalidMove(f"no move fits {text!r}")
    if len(found) > 1:
        listed = ", ".join(map(str, found[:5])) + (", ..." if len(found) > 5 else "")
        raise AmbiguousMove(f"{len(found)} moves fit {text!r}: {listed}", found)
    return found[0]
