"""Inside a worker process: run one task and report on it.

The process has a low priority, limited memory and processor time, and ends when its server does.
"""

from __future__ import annotations

from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Literal, NamedTuple, Protocol

from hyperchess.app.web.processes.process_limits import apply_process_limits
from hyperchess.studies.searching import Answer, Progress, Report

__all__ = ["Limits", "Message", "Task", "run_task"]

Message = tuple[Literal["started", "progress", "done", "failed"], Any]

_NICENESS = 10


class Task(Protocol):
    """Something to do in another process. It is pickled on the way there."""

    @property
    def seconds(self) -> float:
        """How long it may take."""

    def run(self, report: Report, /) -> Answer:
        """Do it."""

    def late(self, progress: Progress, /) -> Answer:
        """The answer where the time ran out, from what was reported last."""


class Limits(NamedTuple):
    """What a worker may use: bytes of address space, and seconds of processor time."""

    memory: int
    processor: int


def run_task(connection: Connection, task: Task, limits: Limits) -> None:
    """The main function of a worker."""
    apply_process_limits(connection, memory=limits.memory, processor=limits.processor, nice=_NICENESS)
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
