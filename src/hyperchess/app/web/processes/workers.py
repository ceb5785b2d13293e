"""Worker processes: a bounded number, a short queue, and a timeout for each task.

Every task runs in another process, because only a process can be terminated in the middle of a computation,
and a crash does not affect the server. A thread of the server supervises each running process. If tasks come
one after the other, such as those of an engine that follows the game, the processes are reused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from secrets import token_urlsafe
from threading import Condition, Thread
from time import monotonic
from typing import Any, Literal

from hyperchess.api.context import Task
from hyperchess.app.web.processes.process_limits import MEMORY
from hyperchess.app.web.processes.turns import Turns
from hyperchess.app.web.processes.worker import STOP, Limits, Message, Stoppable, run_tasks
from hyperchess.errors import HyperchessError
from hyperchess.studies.analysis.searching import Progress, SearchResult

__all__ = ["Busy", "Job", "State", "Workers"]

State = Literal["waiting", "running", "done", "cancelled", "failed"]

_TICK = 0.05  # how long a cancelled process may continue
_STARTING = 180.0  # how long a process may take to start on a busy machine
_GRACE = 2.0  # how long a task may exceed its own budget
_STOPPING = 2.0  # how long a task may continue after a request to stop before its process is terminated
_ENDING = 0.5  # how long a process may take to terminate its own child processes


class Busy(HyperchessError):
    """The queue is full."""


@dataclass(eq=False)
class Job:
    """A task and its progress. Only `Workers` changes it."""

    task: Task
    finish: Callable[[SearchResult], SearchResult] | None = None  # applied by the server to the answer first
    client: str = ""  # the client that submitted it
    id: str = field(default_factory=lambda: token_urlsafe(12))
    state: State = "waiting"
    progress: Progress = field(default_factory=dict)
    answer: SearchResult | None = None
    text: str = "waiting for a free worker"
    cancelled: bool = False
    started: float | None = None
    ended: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether the job has ended."""
        return self.ended is not None

    @property
    def seconds(self) -> float:
        """Elapsed running time."""
        if self.started is None:
            return 0.0
        return (self.ended if self.ended is not None else monotonic()) - self.started


class _Process:
    """A worker process and the connection to it."""

    def __init__(self, limits: Limits) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process: Any = context.Process(target=run_tasks, args=(theirs, limits), daemon=True)
        self._process.start()
        theirs.close()

    def end(self) -> None:
        """Terminate the process: when its connection closes, it ends its child processes and exits."""
        self.connection.close()
        self._process.join(_ENDING)
        self._process.kill()
        self._process.join()
        self._process.close()


class Workers:
    """Runs tasks in processes; all methods may be called from any thread.

    `size` processes run at a time. `waiting` more jobs may wait, `each` per client (default: `waiting`), and
    clients take turns. A finished job is removed after `kept` seconds, or when `most_kept` newer ones have
    finished. With `stay`, a process that has finished its task waits for the next one.
    """

    def __init__(
        self,
        *,
        size: int = 2,
        waiting: int = 16,
        each: int | None = None,
        kept: float = 600.0,
        most_kept: int = 200,
        memory: int = MEMORY,
        stay: bool = False,
    ) -> None:
        self._size = size
        self._most_waiting = waiting
        self._each = waiting if each is None else each
        self._kept = kept
        self._most_kept = most_kept
        self._memory = memory
        self._stay = stay
        self._changed = Condition()
        self._jobs: dict[str, Job] = {}
        self._waiting: Turns[Job] = Turns()
        self._threads: list[Thread] = []
        self._closed = False

    def submit(
        self, task: Task, finish: Callable[[SearchResult], SearchResult] | None = None, *, client: str = ""
    ) -> Job:
        """Queue a client's task; raise `Busy` if the queue is full.

        `finish` is applied to the answer, in a thread of the pool, before the job is over.
        """
        with self._changed:
            self._forget()
            if self._closed:
                raise Busy("the server is shutting down")
            active = sum(not job.is_over for job in self._jobs.values())
            if active >= self._size + self._most_waiting:
                raise Busy(f"{active} searches are already running or waiting")
            own = sum(not job.is_over for job in self._jobs.values() if job.client == client)
            if own >= self._size + self._each:
                raise Busy(f"{own} searches from your address are already running or waiting")
            job = Job(task, finish, client)
            self._jobs[job.id] = job
            self._waiting.add(client, job)
            if len(self._threads) < min(self._size, active + 1):
                self._threads.append(Thread(target=self._serve, name="hyperchess-worker", daemon=True))
                self._threads[-1].start()
            self._changed.notify_all()
            return job

    def find(self, id: str) -> Job | None:
        """Return the job with this id, unless it was removed."""
        with self._changed:
            self._forget()
            return self._jobs.get(id)

    def cancel(self, job: Job) -> None:
        """Cancel a job; no-op if it is over."""
        with self._changed:
            job.cancelled = True
            if job.state == "waiting":
                self._waiting.remove(job.client, job)
                self._end(job, "cancelled", "cancelled before it began")

    def close(self) -> None:
        """Terminate all processes and accept no more tasks."""
        with self._changed:
            self._closed = True
            for job in self._jobs.values():
                self.cancel(job)
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _forget(self) -> None:
        over = [job for job in self._jobs.values() if job.ended is not None]
        for place, job in enumerate(over):
            assert job.ended is not None
            if monotonic() - job.ended > self._kept or len(over) - place > self._most_kept:
                del self._jobs[job.id]

    def _serve(self) -> None:
        """Run one job after the other until none are left."""
        process: _Process | None = None
        try:
            while job := self._next():
                try:
                    process = self._run(job, process)
                except Exception as error:  # a process could not be started: the thread continues
                    process = None
                    with self._changed:
                        self._end(job, "failed", f"no worker could be started: {error}")
        finally:
            if process is not None:
                process.end()

    def _next(self) -> Job | None:
        with self._changed:
            self._changed.wait_for(lambda: len(self._waiting) or self._closed)
            if self._closed:
                return None
            job = self._waiting.next()
            job.state, job.text, job.started = "running", "starting", monotonic()
            return job

    def _run(self, job: Job, idle: _Process | None) -> _Process | None:
        """Run a job in the idle process or a new one; return the process if it can be reused."""
        processor = None if self._stay else int(job.task.seconds + _STARTING + _GRACE)
        process = idle or _Process(Limits(self._memory, processor))
        usable = False
        try:
            process.connection.send(job.task)
            usable = self._follow(job, process.connection) and self._stay
        finally:
            if not usable:
                process.end()
        return process if usable else None

    def _follow(self, job: Job, connection: Connection) -> bool:
        """Handle messages until the job is over; return whether the process can be reused."""
        deadline = monotonic() + _STARTING
        while not job.is_over:
            message: Message | None = None
            try:
                if connection.poll(_TICK):
                    message = connection.recv()
            except (EOFError, OSError):
                message = "failed", "the worker died; it may have used too much memory"
            if message is not None and message[0] == "done" and job.finish is not None and not job.cancelled:
                message = _finished(job.finish, message[1])
            with self._changed:
                if job.cancelled:
                    self._end(job, "cancelled", "cancelled")
                elif message is not None:
                    deadline = self._take(job, message, deadline)
                elif monotonic() > deadline:
                    self._end_late(job)
            if message is not None and message[0] == "done":
                return True
        return self._stay and job.cancelled and _stopped(job.task, connection)

    def _take(self, job: Job, message: Message, deadline: float) -> float:
        kind, content = message
        if kind == "started":
            job.text, job.started = "running", monotonic()
            return job.started + job.task.seconds + _GRACE
        if kind == "progress":
            job.progress = {**job.progress, **content}
        elif kind == "done":
            job.answer = content
            self._end(job, "done", content.text)
        else:
            self._end(job, "failed", content)
        return deadline

    def _end_late(self, job: Job) -> None:
        if job.text == "starting":
            self._end(job, "failed", "the worker did not start in time")
        elif (answer := job.task.late(job.progress)) is None:
            self._end(job, "failed", "there was no answer in time")
        else:
            job.answer = answer
            self._end(job, "done", answer.text)

    def _end(self, job: Job, state: State, text: str) -> None:
        job.state, job.text, job.ended = state, text, monotonic()


def _finished(finish: Callable[[SearchResult], SearchResult], answer: SearchResult) -> Message:
    try:
        return "done", finish(answer)
    except Exception as error:
        return "failed", str(error) or type(error).__name__


def _stopped(task: Task, connection: Connection) -> bool:
    """Ask a cancelled task to stop; return whether it did."""
    if not isinstance(task, Stoppable):
        return False
    end = monotonic() + _STOPPING
    try:
        connection.send(STOP)
        while (left := end - monotonic()) > 0 and connection.poll(left):
            if connection.recv()[0] in ("done", "failed"):
                return True
    except (EOFError, OSError):
        pass
    return False
