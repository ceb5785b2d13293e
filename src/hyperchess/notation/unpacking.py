"""Compressed files, recognised by their first bytes: gzip, bzip2, xz and zstd, with a limit on their size.

>>> import gzip, io
>>> Unpacked(io.BytesIO(gzip.compress(b"1. e4 / e5")), "game.gz").read(6)
b'1. e4 '
>>> unpack(b"1. e4 / e5", "game.txt")
b'1. e4 / e5'
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from hyperchess.errors import TextTooLong

__all__ = ["LARGEST", "Unpacked", "UnpackingError", "is_packed", "unpack"]

LARGEST = 1 << 28
"""Limit on the bytes of an unpacked file: a small file can unpack to more than the memory holds."""

_LONGEST_MAGIC = 6
_CHUNK = 1 << 16


class UnpackingError(OSError):
    """A compressed file is damaged, or its library is missing."""


class Unpacked:
    """A stream of bytes that unpacks itself if it is compressed; a stream of text stays as it is.

    Raise `TextTooLong` after `most` bytes (by default `LARGEST`), and `UnpackingError` with the reason
    if it cannot be unpacked, or if it is not compressed although that is `expected`.
    """

    def __init__(self, stream: Any, name: str, most: int | None = None, *, expected: bool = False) -> None:
        self._stream = stream
        self._expected = expected
        self._name = name
        self._most = self._left = LARGEST if most is None else most
        self._is_packed: bool | None = None  # `None` until something was read

    def read(self, size: int) -> Any:
        """Return the next bytes or characters, at most `size`; empty at the end."""
        if self._is_packed is None:
            head = self._stream.read(size)
            while (
                isinstance(head, bytes) and len(head) < _LONGEST_MAGIC and (more := self._stream.read(size))
            ):
                head += more
            open_packed = _find_opener(head) if isinstance(head, bytes) else None
            self._is_packed = open_packed is not None
            if open_packed is None:
                if self._expected and head:
                    raise UnpackingError(f"cannot unpack {self._name}: this is not a compressed file")
                return head
            self._stream = self._attempt(lambda: open_packed(_Rest(head, self._stream)))
        if not self._is_packed:
            return self._stream.read(size)
        data = self._attempt(lambda: self._stream.read(size))
        self._left -= len(data)
        if self._left < 0:
            message = f"{self._name}: more than {self._most:,} bytes when unpacked; it was not read"
            raise TextTooLong(message)
        return data

    def _attempt(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except _MissingZstd:
            message = f"cannot unpack {self._name}: zstd needs an extra: pip install 'hyperchess[zst]'"
            raise UnpackingError(message) from None
        except Exception as error:  # each library has its own
            raise UnpackingError(f"cannot unpack {self._name}: {error}") from error


class _MissingZstd(Exception):
    """No library for zstd is installed."""


class _Rest:
    """A stream whose first bytes have been read."""

    def __init__(self, head: bytes, stream: Any) -> None:
        self._head = head
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        if self._head:
            end = len(self._head) if size < 0 else size
            data, self._head = self._head[:end], self._head[end:]
            return data
        rest: bytes = self._stream.read(size)
        return rest


def _open_gzip(stream: Any) -> Any:
    return import_module("gzip").GzipFile(fileobj=stream)


def _open_bzip2(stream: Any) -> Any:
    return import_module("bz2").BZ2File(stream)


def _open_xz(stream: Any) -> Any:
    return import_module("lzma").LZMAFile(stream)


def _open_zstd(stream: Any) -> Any:
    if find_spec("compression") is not None:  # Python 3.14
        return import_module("compression.zstd").ZstdFile(stream)
    if find_spec("zstandard") is None:
        raise _MissingZstd
    return import_module("zstandard").ZstdDecompressor().stream_reader(stream, read_across_frames=True)


_OPENERS: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": _open_gzip,
    b"BZh": _open_bzip2,
    b"\xfd7zXZ\x00": _open_xz,
    b"\x28\xb5\x2f\xfd": _open_zstd,
}
"""By the first bytes of a file."""


def _find_opener(head: bytes) -> Callable[[Any], Any] | None:
    return next((opener for magic, opener in _OPENERS.items() if head.startswith(magic)), None)


def is_packed(data: bytes) -> bool:
    """Return whether bytes are a compressed file."""
    return _find_opener(data[:_LONGEST_MAGIC]) is not None


def unpack(data: bytes, name: str) -> bytes:
    """Return the bytes of a file, unpacked if they are compressed."""
    if not is_packed(data):
        return data
    stream = Unpacked(BytesIO(data), name)
    return b"".join(iter(lambda: stream.read(_CHUNK), b""))
