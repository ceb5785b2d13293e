"""Logging of errors in background work that is tried again and must not end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from logging import getLogger
from time import monotonic

__all__ = ["retried"]

_LOG = getLogger("hyperchess.web")
_PAUSE = 60.0  # seconds between two reports of the same error
_MOST_KNOWN = 100

_reported: dict[str, float] = {}


@contextmanager
def retried(work: str) -> Iterator[None]:
    """Log an exception instead of raising it: its traceback once a minute, however often it occurs."""
    try:
        yield
    except Exception as error:
        key = f"{work}: {type(error).__name__}: {error}"
        now = monotonic()
        if now - _reported.get(key, -_PAUSE) >= _PAUSE:
            if len(_reported) >= _MOST_KNOWN:
                _reported.clear()
            _reported[key] = now
            _LOG.exception("%s failed, and is tried again", work)
