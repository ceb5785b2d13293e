"""Whole numbers of any size as bytes: seven bits to a byte, lowest first, with the sign in the lowest bit.

The encodings of actions of both games consist of them.

>>> data = pack_number(-70) + pack_number(5)
>>> data, list(read_numbers(data))
(b'\\x8b\\x01\\n', [-70, 5])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

__all__ = ["pack_number", "read_numbers", "split_numbers"]


def split_numbers(data: bytes, length: Callable[[int], int]) -> Iterator[bytes]:
    """Yield the bytes of each action of a line; raise `ValueError` if the last one is incomplete.

    `length` returns the number of numbers in a move, given its first byte.
    """
    begin, end = 0, len(data)
    try:
        while begin < end:
            count, place = data[begin] >> 1, begin + 1
            if data[begin] > 127:  # more moves than fit into one byte
                count = next(read_numbers(data[begin:]))
                place = begin + len(pack_number(count))
            for _ in range(count):
                for _ in range(length(data[place])):
                    while data[place] > 127:
                        place += 1
                    place += 1
            yield data[begin:place]
            begin = place
    except IndexError as error:
        raise ValueError("the bytes of a game end within a move") from error


@lru_cache(maxsize=1 << 10)
def pack_number(number: int) -> bytes:
    """Encode a number of any size."""
    out = bytearray()
    rest = number << 1 if number >= 0 else (-number << 1) - 1
    while rest > 127:
        out.append(rest & 127 | 128)
        rest >>= 7
    out.append(rest)
    return bytes(out)


def read_numbers(data: bytes) -> Iterator[int]:
    """Yield the encoded numbers; raise `ValueError` if the last one is incomplete."""
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield -(number + 1 >> 1) if number & 1 else number >> 1
            number = shift = 0
    if shift:
        raise ValueError("the bytes of a game end within a number")
