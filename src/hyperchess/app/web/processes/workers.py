"""Worker processes: a few at a time, a short queue, and an end to each of them.

Every task runs in another process, since only a process can be ended in the middle of a computation, or
survive its own death. A thread of the server stands beside each running process. Where tasks come one after
the other, as those of an engine that follows the game, the processes stay for the next one.
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

from hyperchess.app.web.processes.process_limits import MEMORY
from hyperchess.app.web.processes.turns import Turns
from hyperchess.app.web.processes.worker import STOP, Limits, Message, Stoppable, Task, run_tasks
from hyperchess.errors import HyperchessError
from hyperchess.studies.analysis.searching import Answer, Progress

__all__ = ["Busy", "Job", "State", "Workers"]

State = Literal["waiting", "running", "done", "cancelled", "failed"]

_TICK = 0.05  # how long a cancelled process may go on
_STARTING = 60.0  # how long a process may take to start, on a machine that does much else
_GRACE = 2.0  # how long a task may run beyond its own budget
_STOPPING = 2.0  # how long a task that is asked to stop may go on before its process is ended
_ENDING = 0.5  # how long a process may take to end what it started


class Busy(HyperchessError):
    """The queue is full."""


@dataclass(eq=False)
class Job:
    """A task and how it goes. Only `Workers` changes it."""

    task: Task
    finish: Callable[[Answer], Answer] | None = None  # what the server does with the answer first
    client: str = ""  # who asked for it
    id: str = field(default_factory=lambda: token_urlsafe(12))
    state: State = "waiting"
    progress: Progress = field(default_factory=dict)
    answer: Answer | None = None
    text: str = "waiting for a free worker"
    cancelled: bool = False
    started: float | None = None
    ended: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.ended is not None

    @property
    def seconds(self) -> float:
        """How long it has been running, or ran."""
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
        """End it, whatever it does: when its connection closes, it ends what it started, and itself."""
        self.connection.close()
        self._process.join(_ENDING)
        self._process.kill()
        self._process.join()
        self._process.close()


class Workers:
    """Runs tasks in processes; all methods may be called from any thread.

    `size` processes run at a time, `waiting` more jobs may wait, `each` of them of one client (as many as
    may wait at all, if not given), and clients take turns. A job that is over is forgotten `kept` seconds
    later, or when `most_kept` newer ones are over too. With `stay`, a process that has done its task waits
    for the next one.
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
        self, task: Task, finish: Callable[[Answer], Answer] | None = None, *, client: str = ""
    ) -> Job:
        """Put a task of a client in the queue; `Busy` if there is no room.

        `finish` is called with the answer, in a thread of the pool, before the job is over.
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
        """The job of that id, unless it is forgotten."""
        with self._changed:
            self._forget()
            return self._jobs.get(id)

    def cancel(self, job: Job) -> None:
        """End a job; one that is over stays as it is."""
        with self._changed:
            job.cancelled = True
            if job.state == "waiting":
                self._waiting.remove(job.client, job)
                self._end(job, "cancelled", "cancelled before it began")

    def close(self) -> None:
        """End all processes and take no more tasks."""
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
        """Run one job after the other, until there are no more."""
        process: _Process | None = None
        try:
            while job := self._next():
                try:
                    process = self._run(job, process)
                except Exception as error:  # a process could not be started: the thread goes on
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
        """Run a job in a process that is there, or in a new one; the process, if it can do more."""
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
        """Take messages until the job is over, one way or another; whether the process can do more."""
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
        else:
            job.answer = job.task.late(job.progress)
            self._end(job, "done", job.answer.text)

    def _end(self, job: Job, state: State, text: str) -> None:
        job.state, job.text, job.ended = state, text, monotonic()


def _finished(finish: Callable[[Answer], Answer], answer: Answer) -> Message:
    try:
        return "done", finish(answer)
    except Exception as error:
        return "failed", str(error) or type(error).__name__


def _stopped(task: Task, connection: Connection) -> bool:
    """Ask a cancelled task to stop; whether it did."""
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
