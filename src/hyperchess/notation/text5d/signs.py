"""Signs shared by several 5D chess notations: headers and boards, numbers, players, and plain moves."""

from __future__ import annotations

import re

from hyperchess.multiverse import find_variant
from hyperchess.notation.detection import PGN_HEADERS, sign, variant_sign

__all__ = ["HEADERS", "PLAIN_MOVES", "PLAYERS", "SLASHES", "TURN_NUMBERS"]

TURN_NUMBERS = sign(
    "turn numbers before moves",
    1,
    r"\.(?<=[0-9wbWB]\.)\s*+(?=[^\s.]{0,12}?[A-Za-z][0-9]|[O0o]-|OO|\()",
    needs=".",
)
PLAYERS = sign("players in the numbers, 1w. and 1b.", 1.5, r"\.(?<=[0-9][wb]\.)", needs=".")
SLASHES = sign("a / between the players", 1, r"/(?=\s)(?:(?<=[a-w][0-9]\s/)|(?<=[O)+#*!?~.]\s/))", needs="/")
PLAIN_MOVES = sign(
    "moves",
    0.7,
    r"(?<!\S)[KQRBNPUDSWCY]?[a-w]?[1-9]?[0-9]?x?[a-w][1-9][0-9]?(?:=[A-Z])?[+*#!?~]{0,3}(?!\S)",
    most=3,
)
HEADERS = (
    sign("boards in 5DFEN", 2, r":[+-]?[0-9]{1,6}:-?[0-9]{1,6}:[wb]\]", needs="[", part="text"),
    sign('a header [Mode "5D"]', 3, r'\[Mode\s++"5D"', needs="[", part="text", flags=re.IGNORECASE),
    sign(
        "headers of 5D chess: Board, Size, Promotions",
        1,
        r'\[\s?(?:Board|Size|Promotions|Timelines?|InitialMultiverses|Puzzle)\s++"',
        needs="[",
        part="text",
        flags=re.IGNORECASE,
    ),
    variant_sign("a header [Variant] of 5D chess", 2, find_variant),
    PGN_HEADERS,
)
