"""Inside a worker process: run tasks, one after the other, and report on them.

The process has a low priority, limited memory and processor time, and ends when its server does. What it
started itself, such as an engine of somebody else, is ended with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from hyperchess.app.web.processes.process_limits import apply_process_limits
from hyperchess.studies.analysis.searching import Answer, Progress, Report

__all__ = ["STOP", "Limits", "Message", "Stoppable", "Task", "at_exit", "run_tasks"]

Message = tuple[Literal["started", "progress", "done", "failed"], Any]

STOP = "stop"
"""What the server sends to end the task that runs; the process stays."""

_NICENESS = 10

_at_exit: list[Callable[[], None]] = []


class Task(Protocol):
    """Something to do in another process. It is pickled on the way there."""

    @property
    def kind(self) -> str:
        """What kind of task it is."""

    @property
    def seconds(self) -> float:
        """How long it may take."""

    def run(self, report: Report, /) -> Answer:
        """Do it."""

    def late(self, progress: Progress, /) -> Answer:
        """The answer where the time ran out, from what was reported last."""


@runtime_checkable
class Stoppable(Protocol):
    """A task that ends within a moment when it is asked to, so that its process can go on with another."""

    def stop(self) -> None:
        """End; called from another thread."""


class Limits(NamedTuple):
    """What a worker may use: bytes of address space, and seconds of processor time (`None`: no limit)."""

    memory: int
    processor: int | None


def at_exit(end: Callable[[], None]) -> None:
    """Let something be ended when the server ends this process."""
    _at_exit.append(end)


def run_tasks(connection: Connection, limits: Limits) -> None:
    """The main function of a worker."""
    apply_process_limits(memory=limits.memory, processor=limits.processor, nice=_NICENESS)
    inbox = _Inbox(connection)
    Thread(target=inbox.read, daemon=True).start()
    with suppress(OSError):  # the server has gone
        while True:
            task = inbox.next()
            connection.send(("started", None))
            outcome = _outcome(connection, task)
            inbox.current = None
            connection.send(outcome)


class _Inbox:
    """What the server sends: tasks, and that the one that runs shall stop."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._tasks: SimpleQueue[Task] = SimpleQueue()
        self.current: object = None  # the task that runs

    def next(self) -> Task:
        """Wait for a task."""
        self.current = task = self._tasks.get()
        return task

    def read(self) -> None:
        """Runs in its own thread, as long as there is a server; then the process ends."""
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
