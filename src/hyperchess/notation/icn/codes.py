"""Pieces and moves as game texts write them, slightly more freely than positions.

>>> decode_piece("3Q"), decode_piece("1q"), decode_piece("Am"), decode_piece("am")
(<3q>, <Q>, None, <am>)
"""

from __future__ import annotations

from hyperchess.errors import ParseError
from hyperchess.infinite.coordinates import MAX_DIGITS, Square
from hyperchess.infinite.pieces import KINDS, PIECE_OF_TEXT, Piece
from hyperchess.infinite.syntax.text import Move
from hyperchess.notation.icn.syntax import GameSyntax, MoveSyntax
from hyperchess.text import Problem, quote

__all__ = ["build_move", "decode_piece"]


def decode_piece(code: str) -> Piece | None:
    """Return the piece of a code. A number gives the player, whatever the case of the letters."""
    if code[:1].isdigit():
        letters = code[1:].lower()
        code = {"1": letters.upper(), "2": letters}.get(code[0], code[0] + letters)
    return PIECE_OF_TEXT.get(code)


def build_move(game: GameSyntax, written: MoveSyntax) -> Move:
    """Return the written move; `ParseError` if a number is too long or a piece unknown."""
    match = written.match
    assert match is not None
    *coordinates, promoted, appended = match.group("x", "y", "to_x", "to_y", "promotion", "appended")
    start, end = written.core
    may_be_long = end - start > MAX_DIGITS or not written.exact
    if may_be_long and (longest := max(map(len, coordinates))) > MAX_DIGITS:
        message = f"a coordinate has at most {MAX_DIGITS} digits, found {longest}"
        raise ParseError(Problem(game.source, written.core, "limit", message))
    promotion = None
    if code := promoted or appended:
        promotion = decode_piece(code)
        if promotion is None:
            span = written.find_span("promotion", "appended")
            hint = f"the pieces are {' '.join(KINDS)}, capitals for White"
            raise ParseError(Problem(game.source, span, "piece", f"unknown piece {quote(code)}", hint))
    x, y, to_x, to_y = map(int, coordinates)
    squares = tuple.__new__(Square, (x, y)), tuple.__new__(Square, (to_x, to_y))
    return tuple.__new__(Move, (*squares, promotion))  # faster than `Move(...)`
