"""Limits of the server's child processes, which also end with the server."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread

__all__ = ["MEMORY", "apply_process_limits"]

MEMORY = 2 << 30
"""Address space of a process in bytes, on systems that support the limit."""


def apply_process_limits(
    lifeline: Connection | None = None,
    *,
    memory: int = MEMORY,
    processor: int | None = None,
    nice: int = 0,
) -> None:
    """Limit this new process; `processor` is the total processor time in seconds.

    The server sends nothing through `lifeline`: it closes when the server ends, and the process exits. A
    process without a lifeline detects the end of the server by itself.
    """
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C is for the server, which then terminates its processes
    if sys.platform != "win32":
        _set_limits(memory, processor, nice)
    if lifeline is not None:
        Thread(target=_end_with_server, args=(lifeline,), daemon=True).start()


def _set_limits(memory: int, processor: int | None, nice: int) -> None:
    """Set the limits that the system supports."""
    import resource

    with suppress(OSError):
        os.nice(nice)
    for kind, limit in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, processor)):
        if limit is None:
            continue
        with suppress(OSError, ValueError):  # macOS has no limit on address space
            _, hard = resource.getrlimit(kind)
            most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(kind, (most, hard))


def _end_with_server(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(1)
