"""Calls from Python to the kernel in a browser; arguments and results share one buffer of 64-bit words."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn, TypeAlias

from hyperchess.errors import BudgetExhausted, Busy, InvalidArgument, InvalidPosition

__all__ = ["Call", "KernelObject", "ask", "bind", "describe", "watch", "watching"]

Call: TypeAlias = Callable[[int], int]
_Listener: TypeAlias = Callable[[Iterator[int]], None]

_kernel: Any = import_module("hyperchess_kernel")
bind: Callable[[str], Call] = _kernel.bind
_FAILURES: dict[int, type[Exception]] = {
    -1: InvalidPosition,
    -2: BudgetExhausted,
    -3: InvalidArgument,
    -4: IndexError,
    -6: Busy,
}


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
_listeners: list[_Listener] = []
"""Listeners for reports of the running calls, the latest call last."""

_release = bind("release")


def ask(call: Call, numbers: Sequence[int]) -> list[int]:
    """Return the words of a result; raise the exception of the kernel."""
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
    if used < 0:
        _fail(used)
    return _take(used)


def watch(listener: _Listener) -> None:
    """Pass reports to a listener, until the innermost `watching` ends."""
    _listeners.append(listener)


@contextmanager
def watching() -> Iterator[None]:
    """Forget the listeners that are added during a call."""
    before = len(_listeners)
    try:
        yield
    finally:
        del _listeners[before:]


def _report(used: int) -> None:
    words = _take(used)
    if _listeners:
        _listeners[-1](iter(words))


_kernel.on_watch(_report)


def _take(used: int) -> list[int]:
    if used > _words.size:
        _words.grow(2 * used)
        _kernel.again(used)
    return _words.view[:used].tolist()


def describe() -> str:
    """Return the description of the interface: one line for each constant, record and call."""
    words = ask(bind("describe"), ())
    return array("q", words[1:]).tobytes()[: words[0]].decode("ascii")


def _fail(code: int) -> NoReturn:
    message = _words.bytes[8 : 8 + min(_words.view[0], 2_000)].decode("utf-8", "replace")
    raise _FAILURES.get(code, RuntimeError)(message)


class KernelObject:
    """An object of the kernel that is released when Python drops the last reference."""

    __slots__ = ("handle",)
    handle: int

    @classmethod
    def of(cls, handle: int) -> KernelObject:
        """Wrap an object of the kernel."""
        made = object.__new__(cls)
        made.handle = handle
        return made

    def __del__(self) -> None:
        # Only queued: a finaliser may run between writing the arguments of a call and the call, which share
        # the buffer.
        handle = getattr(self, "handle", None)
        if handle is not None:
            _forgotten.append(handle)
