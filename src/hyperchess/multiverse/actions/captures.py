"""What a move captures, seen from the position before its action."""

from __future__ import annotations

from typing import Protocol

from hyperchess.multiverse.board import Board
from hyperchess.multiverse.coordinates import BoardAt, Square
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.pieces import Piece

__all__ = ["HasBoards", "captured_on", "piece_on"]


class HasBoards(Protocol):
    """Anything with boards at places, such as a position."""

    def board(self, at: BoardAt) -> Board | None:
        """The board at a place, if there is one."""


def piece_on(position: HasBoards, square: Square) -> Piece | None:
    """The piece on a square, if there is such a board and a piece on it."""
    board = position.board(square.board)
    return board[square.file, square.rank] if board is not None else None


def captured_on(position: HasBoards, move: Move) -> Square | None:
    """The square of the piece that a move takes; beside the target if it is taken en passant."""
    if piece_on(position, move.target) is not None:
        return move.target
    piece = piece_on(position, move.source)
    aside = move.is_physical and move.source.file != move.target.file
    if aside and piece is not None and piece.kind.is_pawn:
        return move.target._replace(rank=move.source.rank)
    return None
