"""Reasons why a piece cannot go to a square: the one place that explains an impossible move."""

from __future__ import annotations

from hyperchess.infinite.board import Board
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.material import pawn_captures
from hyperchess.infinite.pieces import Piece
from hyperchess.infinite.primes import is_prime
from hyperchess.infinite.reference.attacks import is_attacked
from hyperchess.infinite.reference.pseudo_legal import steps_along
from hyperchess.infinite.state import State
from hyperchess.text import plural, quote

__all__ = ["format_place", "refusal"]

_LEAST_DISTANCE = 3  # of a king and the piece with which it castles


def refusal(state: State, start: Square, end: Square, piece: Piece) -> str:
    """Return what prevents a piece from going to a square; empty if it does not move like that.

    Boards with four dimensions are not explained.
    """
    board = state.board
    if board.dimensions is not None:
        return ""
    if board.border is not None and not board.border.contains(*end):
        return f"{format_place(end)} is outside the border"
    if piece.kind.is_pawn:
        return _pawn_refusal(board, start, end, piece)
    dx, dy = end.x - start.x, end.y - start.y
    found = board.get(end)
    moves_so = (dx, dy) in piece.kind.leaps
    for line in piece.kind.slides:
        steps = steps_along(line, dx, dy)
        if steps is None:
            continue
        way = 1 if steps > 0 else -1
        if board.slide_limit is not None and abs(steps) > board.slide_limit:
            return f"pieces slide at most {plural(board.slide_limit, 'square')} here"
        if piece.kind.primes and not is_prime(abs(steps)):
            return (
                f"{abs(steps)} is not a prime number"
                if abs(steps) < 10**9
                else "the distance is not a prime number"
            )
        distance = board.distance(line, start.x, start.y, way)
        if not piece.kind.primes and distance is not None and distance < abs(steps):
            return _in_the_way(
                board, Square(start.x + way * distance * line[0], start.y + way * distance * line[1])
            )
        moves_so = True
    if moves_so and found is not None:
        return _in_the_way(board, end)
    if piece.kind.castles and dy == 0 and abs(dx) == 2:
        return _castling_refusal(state, start, piece, 1 if dx > 0 else -1)
    return ""


def _pawn_refusal(board: Board, start: Square, end: Square, piece: Piece) -> str:
    step = (end.x - start.x, end.y - start.y)
    forward = piece.color.forward
    if step in pawn_captures(piece.color):
        return (
            _in_the_way(board, end)
            if board.get(end)
            else f"there is nothing to capture on {format_place(end)}"
        )
    if step not in ((0, forward), (0, 2 * forward)):
        return ""
    ahead = Square(start.x, start.y + forward)
    for square in (ahead, end):
        if board.get(square) is not None:
            return _in_the_way(board, square)
    return "it may no longer advance by two squares"


def _castling_refusal(state: State, start: Square, piece: Piece, way: int) -> str:
    board = state.board
    if not piece.special:
        return f"the {piece.kind.name} has no right to castle"
    distance = board.distance((1, 0), start.x, start.y, way)
    if distance is None:
        return "there is no piece to castle with on that side"
    partner = Square(start.x + way * distance, start.y)
    other = board.placed[partner]
    is_partner = other.special or distance >= _LEAST_DISTANCE
    if other.color is not piece.color or other.kind.is_pawn or other.kind.castles or not is_partner:
        return _in_the_way(board, partner)
    if not other.special:
        return f"the {other.kind.name} on {format_place(partner)} has no right to castle"
    if distance < _LEAST_DISTANCE:
        return f"the {other.kind.name} on {format_place(partner)} is too near to castle with"
    for steps in range(3):
        square = start.plus((way, 0), steps)
        if state.is_guarded and is_attacked(board, square, piece.color, start):
            place = format_place(square)
            return (
                f"the {piece.kind.name} is in check"
                if not steps
                else f"{place}, which it crosses or reaches, is attacked"
            )
    return ""


def _in_the_way(board: Board, square: Square) -> str:
    piece = board.placed[square]
    owner = f"{piece.color}'s {piece.kind.name}" if piece.color else f"the {piece.kind.name}"
    return f"{owner} on {format_place(square)} is in the way"


def format_place(square: Square) -> str:
    """Format a square for a message; long coordinates are shortened."""
    text = str(square)
    return text if len(text) <= 40 else quote(text)
