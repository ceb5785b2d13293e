"""Letters of pieces in queries: `Q` is White's queen, `q` Black's, `Qq` either; `AM` an amazon."""

from __future__ import annotations

from collections import Counter

from hyperchess.infinite.pieces import PIECE_OF_TEXT
from hyperchess.multiverse.pieces import PIECES

__all__ = ["are_pieces", "count_pieces", "parse_letters"]


def are_pieces(word: str) -> bool:
    """Return whether a word names pieces of one of the games."""
    return word in PIECE_OF_TEXT or all(
        letter.upper() in PIECES or letter in PIECE_OF_TEXT for letter in word
    )


def parse_letters(word: str) -> frozenset[str]:
    """Return the codes of the pieces that a word names.

    >>> sorted(parse_letters("Qq")), sorted(parse_letters("AM"))
    (['Q', 'q'], ['AM'])
    """
    return frozenset((word,)) if word in PIECE_OF_TEXT else frozenset(word)


def count_pieces(text: str) -> Counter[str]:
    """Count the pieces that a text such as `KQkrr` or `K AM k` names."""
    words = text.split()
    codes = (code for word in words for code in ((word,) if word in PIECE_OF_TEXT else word))
    return Counter(codes)
