"""The shortest input that still goes wrong: parts are taken out as long as the fault stays."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["minimise"]


def minimise(data: bytes, still_wrong: Callable[[bytes], bool], *, most_tries: int = 3_000) -> bytes:
    """Take out halves, quarters and so on down to single bytes, again and again.

    >>> minimise(b"aaaaXbbbbbYcc", lambda data: b"X" in data and b"Y" in data)
    b'XY'
    """
    tries = 0
    size = max(1, len(data) // 2)
    while True:
        before = len(data)
        start = 0
        while start < len(data):
            shorter = data[:start] + data[start + size :]
            tries += 1
            if tries > most_tries:
                return data
            if still_wrong(shorter):
                data = shorter
            else:
                start += size
        if size == 1 and len(data) == before:
            return data
        size = max(1, size // 2)
