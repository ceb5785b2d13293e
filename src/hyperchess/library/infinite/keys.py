"""Keys of pieces, material and texts of infinite chess."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from hashlib import blake2b

__all__ = ["material_key", "piece_key", "text_key"]


def material_key(counts: Counter[str]) -> int:
    """Return the key of the counts of pieces, 64 bits."""
    text = " ".join(f"{code}{counts[code]}" for code in sorted(counts) if counts[code])
    return text_key(text) & (1 << 64) - 1


@lru_cache(maxsize=1 << 16)
def piece_key(text: str, x: int, y: int) -> int:
    """Return the key of a piece on a square, 128 bits."""
    return text_key(f"{text}{x},{y}")


def text_key(text: str) -> int:
    """Return the key of a text, 128 bits."""
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")
