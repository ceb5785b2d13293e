"""Stop tokens: ask a search to stop, from any thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hyperchess.kernels import uses_native

__all__ = ["StopToken", "Stopping"]


class Stopping:
    """The stop flag of one search, shared with the kernel."""

    def __init__(self) -> None:
        self._stopped = False
        self.native = None
        """The token of the kernel; `None` without native rules."""
        if uses_native():
            from hyperchess import _native

            self.native = _native.StopToken()

    def stop(self) -> None:
        """Stop the search."""
        self._stopped = True
        if self.native is not None:
            self.native.stop()

    @property
    def is_stopped(self) -> bool:
        """True if the search has to stop."""
        return self._stopped


class StopToken:
    """Asks searches to stop, from any thread.

    It stays set: a search that is given a token which is already set returns at once, with an action if there
    is one.

    >>> token = StopToken()
    >>> token.stop()
    >>> token.is_stopped
    True
    """

    def __init__(self) -> None:
        self._is_stopped = False
        self._searches: list[Stopping] = []

    @property
    def is_stopped(self) -> bool:
        """True if `stop` has been called."""
        return self._is_stopped

    def stop(self) -> None:
        """Stop all searches that were given this token, now and later."""
        # The flag first: a search that is attached meanwhile sees it, or is in the list.
        self._is_stopped = True
        for search in list(self._searches):
            search.stop()

    @contextmanager
    def attached(self, search: Stopping) -> Iterator[None]:
        """Let the token stop a search."""
        self._searches.append(search)
        if self._is_stopped:
            search.stop()
        try:
            yield
        finally:
            self._searches.remove(search)
