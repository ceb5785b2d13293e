"""Calls from Python to the kernel in a browser; arguments and results share one buffer of 64-bit words.

`native/wasm/words.hpp` describes the format of the words.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from struct import pack, unpack
from typing import Any, NoReturn, TypeAlias

from hyperchess.errors import BudgetExhausted, InvalidPosition

__all__ = [
    "MASK",
    "Call",
    "KernelObject",
    "MoveNumbers",
    "Reader",
    "ask",
    "bind",
    "bytes_to_words",
    "limits",
    "names",
    "optional",
    "rows",
    "to_float",
    "watching",
]

MoveNumbers: TypeAlias = tuple[int, ...]
Call: TypeAlias = Callable[[int], int]

_kernel: Any = import_module("hyperchess_kernel")
bind: Callable[[str], Call] = _kernel.bind
MASK = (1 << 64) - 1
_FAILURES: dict[int, type[Exception]] = {-1: InvalidPosition, -2: BudgetExhausted, -3: ValueError}


class _Words:
    """The buffer that Python and the kernel share."""

    def __init__(self, size: int) -> None:
        self.grow(size)

    def grow(self, size: int) -> None:
        self.size = size
        self.bytes = bytearray(8 * size)
        self.view = memoryview(self.bytes).cast("q")
        _kernel.attach(self.bytes)


_words = _Words(1 << 14)
_forgotten: list[int] = []
"""Kernel objects that Python no longer references."""

_release = bind("release")


def ask(call: Call, numbers: Sequence[int]) -> list[int]:
    """Return the words of a result; raise the exception of the kernel."""
    used = _run(call, numbers)
    if used < 0:
        _fail(used)
    return _words.view[:used].tolist()


def _run(call: Call, numbers: Sequence[int]) -> int:
    if _forgotten:
        released = _forgotten[: _words.size - 1]
        del _forgotten[: len(released)]
        _words.view[: len(released) + 1] = array("q", (len(released), *released))
        _release(len(released) + 1)
    size = len(numbers)
    if size > _words.size:
        _words.grow(2 * size)
    _words.view[:size] = array("q", numbers)
    used = call(size)
    if used > _words.size:
        _words.grow(2 * used)
        _kernel.again(used)
    return used


def _fail(code: int) -> NoReturn:
    message = _words.bytes[8 : 8 + min(_words.view[0], 2_000)].decode("utf-8", "replace")
    raise _FAILURES.get(code, RuntimeError)(message)


class Reader:
    """Sequential reader of the words of a result."""

    def __init__(self, words: list[int], at: int = 0) -> None:
        self._words = words
        self._at = at

    def next(self) -> int:
        """Return the next word."""
        self._at += 1
        return self._words[self._at - 1]

    def take(self, size: int) -> tuple[int, ...]:
        """Return the next `size` words."""
        at = self._at
        self._at = at + size
        return tuple(self._words[at : at + size])

    def rows(self, width: int) -> list[tuple[int, ...]]:
        """Return a vector of tuples of `width` numbers."""
        size = self.next() * width
        return list(rows(self.take(size), width))

    def optional(self) -> int | None:
        """Return an optional number."""
        return self.next() if self.next() else None

    def bytes(self) -> bytes:
        """Return a vector of bytes."""
        size = self.next()
        words = self.take((size + 7) // 8)
        return pack(f"{len(words)}q", *words)[:size]


def rows(numbers: Sequence[int], width: int) -> Iterator[tuple[int, ...]]:
    """Yield tuples of `width` numbers."""
    source = iter(numbers)
    return zip(*[source] * width, strict=True)


def optional(number: int | None) -> tuple[int, ...]:
    """Return the words of an optional number."""
    return (0,) if number is None else (1, number)


def limits(seconds: float | None, rounds: int | None) -> tuple[int, ...]:
    """Return the words of a budget."""
    return (*((0,) if seconds is None else (1, _of_float(seconds))), *optional(rounds))


def _of_float(number: float) -> int:
    (word,) = unpack("q", pack("d", number))
    return int(word)


def to_float(word: int) -> float:
    """Return the floating-point number in a word."""
    (number,) = unpack("d", pack("q", word))
    return float(number)


def bytes_to_words(data: bytes) -> list[int]:
    """Return the number of bytes, followed by the words that contain them."""
    size = (len(data) + 7) // 8
    return [len(data), *unpack(f"{size}q", data.ljust(8 * size, b"\0"))]


class KernelObject:
    """An object of the kernel that is released when Python drops the last reference."""

    __slots__ = ("handle",)

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __del__(self) -> None:
        # Only queued: a finaliser may run between writing the arguments of a call and the call, which share
        # the buffer.
        handle = getattr(self, "handle", None)
        if handle is not None:
            _forgotten.append(handle)


class _Watcher:
    """The listener for reports during a call."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[list[int]], None]] = []
        _kernel.on_watch(self)

    def __call__(self, used: int) -> None:
        if used > _words.size:
            _words.grow(2 * used)
            _kernel.again(used)
        if self._listeners:
            self._listeners[-1](_words.view[:used].tolist())

    def during(
        self, call: Call, words: Sequence[int], listen: Callable[[list[int]], None] | None
    ) -> list[int]:
        """Make a call with a listener."""
        self._listeners.append(listen or (lambda words: None))
        try:
            return ask(call, words)
        finally:
            self._listeners.pop()


watching = _Watcher().during


def names(call: str) -> list[str]:
    """Return the names listed by a call without arguments."""
    reader = Reader(ask(bind(call), ()))
    return [reader.bytes().decode("ascii") for _ in range(reader.next())]
