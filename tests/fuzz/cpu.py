"""Limit of the processor time of a reader: two seconds per 100 kB, and a little for the shortest input."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Slowest", "over_limit"]

_SECONDS_PER_BYTE = 2.0 / 100_000
_FLOOR = 15_000  # bytes: a shorter input may take as long as one of this size


def over_limit(seconds: float, data: bytes) -> bool:
    """Return whether the time was too long for an input."""
    return seconds > _SECONDS_PER_BYTE * max(_FLOOR, len(data))


@dataclass
class Slowest:
    """The input that took longest for its size."""

    seconds: float = 0.0
    size: int = 0
    rate: float = 0.0  # seconds per 100 kB, short inputs counted as if they had the least size

    def add(self, seconds: float, data: bytes) -> None:
        """Take one more measurement."""
        rate = seconds / max(_FLOOR, len(data)) * 100_000
        if rate > self.rate:
            self.seconds, self.size, self.rate = seconds, len(data), rate
