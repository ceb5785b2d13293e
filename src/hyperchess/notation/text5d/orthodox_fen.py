"""Board of an orthodox FEN, as in the headers of PGN, in 5DFEN.

>>> board_of_fen("4k2r/7p/8/8/8/8/P7/R3K3 b Qk - 0 1")
'[4k*2r*/7p*/8/8/8/8/P*7/R*3K*3:0:1:b]'
>>> board_of_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")  # no rook stands there
"""

from __future__ import annotations

import re

from hyperchess.lazy_pattern import lazy_pattern

__all__ = ["PROMOTIONS", "board_of_fen"]

PROMOTIONS = "Q,R,B,N"

_FEN = lazy_pattern(
    r"\s*([1-8KQRBNPkqrbnp]+(?:/[1-8KQRBNPkqrbnp]+){7})\s+([wb])"
    r"(?:\s+(-|K?Q?k?q?)(?:\s+(-|[a-h][36])(?:\s+[0-9]+(?:\s+[0-9]+)?)?)?)?\s*"
)
_FILES = "abcdefgh"
_EMPTY = lazy_pattern(r"\.+")
_HOME = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}


def board_of_fen(text: str) -> str | None:
    """Return the board with its unmoved pieces; `None` if the text is not a FEN or en passant is possible.

    Whether en passant is possible depends on the previous board, which a FEN does not contain.
    """
    match = _FEN.fullmatch(text)
    if match is None:
        return None
    rows, color, castling, en_passant = match.groups()
    lines = [re.sub("[1-8]", lambda digit: "." * int(digit[0]), row) for row in rows.split("/")]
    if any(len(line) != 8 for line in lines) or rows.count("K") != 1 or rows.count("k") != 1:
        return None
    cells = {f"{_FILES[x]}{8 - down}": line[x] for down, line in enumerate(lines) for x in range(8)}
    if en_passant not in (None, "-") and _can_be_taken(cells, en_passant, "P" if color == "w" else "p"):
        return None
    unmoved = {place for place, piece in cells.items() if piece + place[1] in ("P2", "p7")}
    for right in (castling or "").strip("-"):
        king, rook = _HOME[right]
        if cells[king] + cells[rook] != ("KR" if right.isupper() else "kr"):
            return None
        unmoved |= {king, rook}
    return f"[{'/'.join(_row(cells, unmoved, rank) for rank in range(8, 0, -1))}:0:1:{color}]"


def _can_be_taken(cells: dict[str, str], target: str, pawn: str) -> bool:
    """Return whether a pawn can capture en passant on the target square."""
    rank = int(target[1]) + (-1 if pawn == "P" else 1)
    return any(cells.get(f"{chr(ord(target[0]) + step)}{rank}") == pawn for step in (-1, 1))


def _row(cells: dict[str, str], unmoved: set[str], rank: int) -> str:
    places = [f"{file}{rank}" for file in _FILES]
    row = "".join(cells[place] + "*" * (place in unmoved) for place in places)
    return _EMPTY.sub(lambda blanks: str(len(blanks[0])), row)
