"""Whoever waits for a piece of work: when they leave, the work is ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock

from hyperchess.errors import HyperchessError

__all__ = ["Caller", "CallerLeft", "current_caller"]


class CallerLeft(HyperchessError):
    """Nobody waits for this work."""


class Caller:
    """Someone who waits for an answer; all methods may be called from any thread."""

    def __init__(self) -> None:
        self.has_left = False
        self._ends: list[Callable[[], None]] = []
        self._lock = Lock()

    def leave(self) -> None:
        """Wait no longer: what is done for this caller is ended."""
        with self._lock:
            self.has_left = True
            for end in self._ends:
                end()

    @contextmanager
    def ending(self, end: Callable[[], None]) -> Iterator[None]:
        """Let `end` be called if the caller leaves within the block; `CallerLeft` if they have left before.

        It is never called after the block.
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
"""For whom the current thread or task works, if anyone can leave."""
