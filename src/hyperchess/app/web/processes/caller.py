"""Cancellation of work whose caller has disconnected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock

from hyperchess.errors import HyperchessError

__all__ = ["Caller", "CallerLeft", "current_caller"]


class CallerLeft(HyperchessError):
    """The caller of this work has disconnected."""


class Caller:
    """A caller that waits for a result; all methods may be called from any thread."""

    def __init__(self) -> None:
        self.has_left = False
        self._ends: list[Callable[[], None]] = []
        self._lock = Lock()

    def leave(self) -> None:
        """Cancel the work that is done for this caller."""
        with self._lock:
            self.has_left = True
            for end in self._ends:
                end()

    @contextmanager
    def ending(self, end: Callable[[], None]) -> Iterator[None]:
        """Call `end` if the caller disconnects within the block; raise `CallerLeft` if it already has.

        `end` is never called after the block.
        """
        with self._lock:
            if self.has_left:
                raise CallerLeft("the client has disconnected")
            self._ends.append(end)
        try:
            yield
        finally:
            with self._lock:
                self._ends.remove(end)


current_caller: ContextVar[Caller | None] = ContextVar("current_caller", default=None)
"""Caller of the current thread or task; `None` if it cannot disconnect."""
