"""The signs with which people judge moves and positions, and the numbers that PGN has for them."""

from __future__ import annotations

__all__ = ["MARK_OF_NUMBER", "NUMBER_OF_SIGN", "PRINTED_SIGNS"]

MARK_OF_NUMBER = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The numbers of PGN that are marks of moves in 5DPGN."""

NUMBER_OF_SIGN = {
    "□": 7,
    "=": 10,
    "∞": 13,
    "⩲": 14,
    "+=": 14,
    "+/=": 14,
    "⩱": 15,
    "=+": 15,
    "=/+": 15,
    "±": 16,
    "+/-": 16,
    "∓": 17,
    "-/+": 17,
    "+-": 18,
    "-+": 19,
}
"""The numbers of PGN of signs for positions, those of print and those that people type."""

PRINTED_SIGNS = "".join(sign for sign in NUMBER_OF_SIGN if not sign.isascii())
"""The signs for positions that stand for nothing else."""
