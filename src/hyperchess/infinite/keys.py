"""Keys of positions of infinite chess: the same on every machine, so that they can be stored."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from hashlib import blake2b

from hyperchess.infinite.state import State
from hyperchess.ruleset import BoardKey, PositionKeys

__all__ = ["material_key", "position_keys"]

_WORD = (1 << 64) - 1


def position_keys(state: State) -> PositionKeys:
    """Return the keys of a position: a sum over its pieces, and over what else decides the moves."""
    placed = state.board.placed
    total = sum(_piece_key(piece.text, *square) for square, piece in placed.items())
    contents = total & _WORD
    passed = state.en_passant if state.en_passant_is_open else None
    total += _text_key(f"players {' '.join(map(str, state.players))}, en passant {passed}")
    counts = Counter(piece.code for piece in placed.values())
    full = total & (1 << 128) - 1
    return PositionKeys(full, full, material_key(counts), (BoardKey(0, 0, contents),))


def material_key(counts: Counter[str]) -> int:
    """Return the key of the counts of pieces, 64 bits."""
    text = " ".join(f"{code}{counts[code]}" for code in sorted(counts) if counts[code])
    return _text_key(text) & _WORD


@lru_cache(maxsize=1 << 16)
def _piece_key(text: str, x: int, y: int) -> int:
    """Return the key of a piece on a square, 128 bits."""
    return _text_key(f"{text}{x},{y}")


def _text_key(text: str) -> int:
    """Return the key of a text, 128 bits."""
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")
