"""Signs for judging moves and positions, and their PGN numbers."""

from __future__ import annotations

__all__ = ["MARK_OF_NUMBER", "NUMBER_OF_SIGN", "PRINTED_SIGNS"]

MARK_OF_NUMBER = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""PGN numbers that are move marks in 5DPGN."""

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
"""PGN numbers of position signs, printed and as people type them."""

PRINTED_SIGNS = "".join(sign for sign in NUMBER_OF_SIGN if not sign.isascii())
"""Position signs that have no other meaning."""
