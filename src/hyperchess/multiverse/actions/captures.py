"""Captures by a move, seen from the position before its action."""

from __future__ import annotations

from typing import Protocol

from hyperchess.multiverse.board import Board
from hyperchess.multiverse.coordinates import BoardAt, Square
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.pieces import Piece

__all__ = ["HasBoards", "captured_on", "piece_on"]


class HasBoards(Protocol):
    """Anything with boards at coordinates, such as a position."""

    def board(self, at: BoardAt) -> Board | None:
        """Return the board at these coordinates, or `None`."""


def piece_on(position: HasBoards, square: Square) -> Piece | None:
    """Return the piece on a square, or `None` if the board does not exist or the square is empty."""
    board = position.board(square.board)
    return board[square.file, square.rank] if board is not None else None


def captured_on(position: HasBoards, move: Move) -> Square | None:
    """Return the square of the piece that a move captures; en passant, it is next to the target."""
    if piece_on(position, move.target) is not None:
        return move.target
    piece = piece_on(position, move.source)
    aside = move.is_physical and move.source.file != move.target.file
    if aside and piece is not None and piece.kind.is_pawn:
        return move.target._replace(rank=move.source.rank)
    return None
