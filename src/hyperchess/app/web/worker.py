"""Inside a worker process: run one task, tell how it goes, and leave no trace.

The process is nice to others, has only so much memory and processor time, and ends when its server does.
"""

from __future__ import annotations

from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Literal, NamedTuple, Protocol

from hyperchess.app.web.processes import settle

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
    settle(connection, memory=limits.memory, processor=limits.processor, nice=_NICENESS)
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
