"""Stored texts: compressed, each with a checksum."""

from __future__ import annotations

import zlib

from hyperchess.app.web.storage.errors import damage_error

__all__ = ["checksum", "pack", "read_verified", "unpack"]


def pack(text: str) -> bytes:
    """Return the stored form of a text."""
    return zlib.compress(text.encode("ascii"), 1)


def unpack(data: bytes) -> str:
    """Return a text from its stored form; raise `ValueError` if it is damaged."""
    try:
        return zlib.decompress(data).decode("ascii")
    except zlib.error as error:
        raise ValueError(str(error)) from error


def checksum(data: bytes) -> int:
    """Return the checksum of a stored text."""
    return zlib.crc32(data)


def read_verified(study: str, data: bytes, expected: int) -> str:
    """Return a text from its stored form; refuse it if it is damaged."""
    try:
        if checksum(data) == expected:
            return unpack(data)
    except (TypeError, ValueError):
        pass
    raise damage_error(f"the study {study} is damaged on the disk, and was left as it is")
