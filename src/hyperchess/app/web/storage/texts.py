"""Texts as they are kept: packed, each with a checksum."""

from __future__ import annotations

import zlib

from hyperchess.app.web.storage.errors import damaged

__all__ = ["checksum", "pack", "unpack", "verified"]


def pack(text: str) -> bytes:
    """A text as it is kept."""
    return zlib.compress(text.encode("ascii"), 1)


def unpack(data: bytes) -> str:
    """A text that was kept; `ValueError` if it is damaged."""
    try:
        return zlib.decompress(data).decode("ascii")
    except zlib.error as error:
        raise ValueError(str(error)) from error


def checksum(data: bytes) -> int:
    """The checksum of a text as it is kept."""
    return zlib.crc32(data)


def verified(study: str, data: bytes, expected: int) -> str:
    """A text that was kept; refused if it is damaged."""
    try:
        if checksum(data) == expected:
            return unpack(data)
    except (TypeError, ValueError):
        pass
    raise damaged(f"the study {study} is damaged on the disk, and was left as it is")
