"""Worker process: runs tasks one after the other, and reports on them.

The process has a low priority and limited memory and processor time, and ends with its server. Processes that
it started, such as third-party engines, end with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from hyperchess.api.context import Task
from hyperchess.app.web.processes.process_limits import apply_process_limits

__all__ = ["STOP", "Limits", "Message", "Stoppable", "at_exit", "run_tasks"]

Message = tuple[Literal["started", "progress", "done", "failed"], Any]

STOP = "stop"
"""Message that ends the running task; the process stays."""

_NICENESS = 10

_at_exit: list[Callable[[], None]] = []


@runtime_checkable
class Stoppable(Protocol):
    """A task that stops promptly on request, so that its process can run the next one."""

    def stop(self) -> None:
        """Stop; called from another thread."""


class Limits(NamedTuple):
    """Limits of a worker: bytes of address space and seconds of processor time (`None`: no limit)."""

    memory: int
    processor: int | None


def at_exit(end: Callable[[], None]) -> None:
    """Register a function that is called when the server ends this process."""
    _at_exit.append(end)


def run_tasks(connection: Connection, limits: Limits) -> None:
    """Main function of a worker."""
    apply_process_limits(memory=limits.memory, processor=limits.processor, nice=_NICENESS)
    inbox = _Inbox(connection)
    Thread(target=inbox.read, daemon=True).start()
    with suppress(OSError):  # the server is gone
        while True:
            task = inbox.next()
            connection.send(("started", None))
            outcome = _outcome(connection, task)
            inbox.current = None
            connection.send(outcome)


class _Inbox:
    """Messages of the server: tasks, and requests to stop the running one."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._tasks: SimpleQueue[Task] = SimpleQueue()
        self.current: object = None  # the running task

    def next(self) -> Task:
        """Wait for a task."""
        self.current = task = self._tasks.get()
        return task

    def read(self) -> None:
        """Read messages in a separate thread while the server exists; then exit the process."""
        while (message := self._receive()) is not None:
            if message != STOP:
                self._tasks.put(message)
            elif isinstance(self.current, Stoppable):
                self.current.stop()
        for end in _at_exit:
            end()
        os._exit(1)

    def _receive(self) -> Any:
        try:
            return self._connection.recv()
        except (EOFError, OSError):
            return None


def _outcome(connection: Connection, task: Task) -> Message:
    try:
        return "done", task.run(lambda progress: connection.send(("progress", progress)))
    except MemoryError:
        return "failed", "the search needed more memory than a worker may use"
    except OSError:
        raise
    except Exception as error:
        return "failed", f"the search stopped with {type(error).__name__}: {error}"
