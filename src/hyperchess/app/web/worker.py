"""Inside a worker process: run one task, tell how it goes, and leave no trace.

The process is nice to others, has only so much memory and processor time, and ends when its server does.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Literal, NamedTuple, Protocol

__all__ = ["Answer", "Limits", "Message", "Progress", "Task", "Teller", "run_task"]

Progress = dict[str, Any]
Message = tuple[Literal["started", "progress", "done", "failed"], Any]

_NICENESS = 10


class Answer(NamedTuple):
    """What a search found: data for programs, and a sentence for people."""

    data: dict[str, Any]
    text: str


class Teller(Protocol):
    """Tells the server how far a task got."""

    def __call__(self, progress: Progress, /) -> None:
        """Send what is new."""


class Task(Protocol):
    """Something to do in another process. It is pickled on the way there."""

    @property
    def seconds(self) -> float:
        """How long it may take."""

    def run(self, tell: Teller, /) -> Answer:
        """Do it."""

    def late(self, progress: Progress, /) -> Answer:
        """The answer where the time ran out, from what was told last."""


class Limits(NamedTuple):
    """What a worker may use: bytes of address space, and seconds of processor time."""

    memory: int
    processor: int


def run_task(connection: Connection, task: Task, limits: Limits) -> None:
    """The main function of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    _restrain(limits)
    Thread(target=_end_with_server, args=(connection,), daemon=True).start()
    with suppress(OSError):  # the server has gone
        connection.send(("started", None))
        connection.send(_outcome(connection, task))


def _outcome(connection: Connection, task: Task) -> Message:
    try:
        return "done", task.run(lambda progress: connection.send(("progress", progress)))
    except MemoryError:
        return "failed", "the search needed more memory than a worker may use"
    except OSError:
        raise
    except Exception as error:
        return "failed", f"the search stopped with {type(error).__name__}: {error}"


def _end_with_server(connection: Connection) -> None:
    """The server sends nothing: an answer means that its end of the pipe is closed."""
    with suppress(EOFError, OSError):
        connection.recv()
    os._exit(1)


def _restrain(limits: Limits) -> None:
    """Step back behind other processes, and accept limits, as far as the system knows them."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError):
        os.nice(_NICENESS)
    for kind, limit in ((resource.RLIMIT_AS, limits.memory), (resource.RLIMIT_CPU, limits.processor)):
        with suppress(OSError, ValueError):  # macOS has no limit on address space
            _, hard = resource.getrlimit(kind)
            most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(kind, (most, hard))
