"""Glyphs of pieces: chess symbols where Unicode has them, else letters.

Outlined symbols are White's and filled ones Black's, so that colour is not needed to tell them apart.

>>> from hyperchess import infinite
>>> from hyperchess.multiverse import PIECES, Color, Piece
>>> [glyph(Piece(PIECES[letter], color), letters=False) for letter in "NU" for color in Color]
['♘', '♞', 'U', 'u']
>>> [infinite_glyph(infinite.piece(code), letters=letters) for code in ("Q", "am") for letters in (0, 1)]
['♕', 'Q', 'am', 'am']
"""

from __future__ import annotations

from hyperchess.infinite import Color as InfiniteColor
from hyperchess.infinite import Piece as InfinitePiece
from hyperchess.multiverse import Piece

__all__ = ["glyph", "infinite_glyph"]

_SIGNS = {"K": "♔♚", "Q": "♕♛", "R": "♖♜", "B": "♗♝", "N": "♘♞", "P": "♙♟"}
_NEUTRAL = {"vo": "██", "ob": "▒▒"}


def glyph(piece: Piece, *, letters: bool) -> str:
    """Return the one-character glyph of a piece of 5D chess."""
    signs = _SIGNS.get(piece.kind.letter)
    return piece.text[0] if letters or signs is None else signs[piece.color]


def infinite_glyph(piece: InfinitePiece, *, letters: bool) -> str:
    """Return the glyph of a piece of infinite chess: one to three characters."""
    if piece.color is InfiniteColor.NEUTRAL:
        return piece.code if letters else _NEUTRAL.get(piece.kind.code, piece.code)
    signs = _SIGNS.get(piece.kind.code.upper())
    if letters or signs is None or piece.color > InfiniteColor.BLACK:
        return piece.code
    return signs[piece.color - 1]
