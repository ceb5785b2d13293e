"""Signs of 5D chess that several notations have: numbers, players and moves as on one board."""

from __future__ import annotations

from hyperchess.notation.evidence import sign

__all__ = ["PLAIN_MOVES", "PLAYERS", "SLASHES", "TURN_NUMBERS"]

TURN_NUMBERS = sign(
    "turn numbers before moves",
    1,
    r"\.(?<=[0-9wbWB]\.)\s*+(?=[^\s.]{0,12}?[A-Za-z][0-9]|[O0o]-|OO|\()",
    needs=".",
)
PLAYERS = sign("players in the numbers, 1w. and 1b.", 1.5, r"\.(?<=[0-9][wb]\.)", needs=".")
SLASHES = sign("a / between the players", 1, r"/(?=\s)(?:(?<=[a-w][0-9]\s/)|(?<=[O)+#*!?~]\s/))", needs="/")
PLAIN_MOVES = sign(
    "moves",
    0.7,
    r"(?<!\S)[KQRBNPUDSWCY]?[a-w]?[1-9]?[0-9]?x?[a-w][1-9][0-9]?(?:=[A-Z])?[+*#!?~]{0,3}(?!\S)",
    most=3,
)
