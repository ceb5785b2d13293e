"""Worker processes: a few at a time, a short queue, and an end to each of them.

Every task gets a process of its own, since only a process can be ended in the middle of a computation, or
survive its own death. A thread of the server stands beside each running process.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from os import cpu_count
from secrets import token_urlsafe
from threading import Condition, Thread
from time import monotonic
from typing import Literal

from hyperchess.app.web.processes.process_limits import MEMORY
from hyperchess.app.web.processes.worker import Limits, Message, Task, run_task
from hyperchess.errors import HyperchessError
from hyperchess.studies.searching import Answer, Progress

__all__ = ["Busy", "Job", "State", "Workers"]

State = Literal["waiting", "running", "done", "cancelled", "failed"]

_TICK = 0.05  # how long a cancelled process may go on
_STARTING = 60.0  # how long a process may take to start, on a machine that does much else
_GRACE = 2.0  # how long a task may run beyond its own budget


class Busy(HyperchessError):
    """The queue is full."""


@dataclass(eq=False)
class Job:
    """A task and how it goes. Only `Workers` changes it."""

    task: Task
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


class Workers:
    """Runs tasks in processes; all methods may be called from any thread.

    `size` processes run at a time, `waiting` more jobs may wait, and a job that is over is forgotten `kept`
    seconds later, or when `most_kept` newer ones are over too.
    """

    def __init__(
        self,
        *,
        size: int | None = None,
        waiting: int = 8,
        kept: float = 600.0,
        most_kept: int = 200,
        memory: int = MEMORY,
    ) -> None:
        self._size = size if size is not None else max(1, min(2, (cpu_count() or 1) - 1))
        self._most_waiting = waiting
        self._kept = kept
        self._most_kept = most_kept
        self._memory = memory
        self._changed = Condition()
        self._jobs: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._threads: list[Thread] = []
        self._closed = False

    def submit(self, task: Task) -> Job:
        """Put a task in the queue; `Busy` if there is no room."""
        with self._changed:
            self._forget()
            if self._closed:
                raise Busy("the server is shutting down")
            active = sum(not job.is_over for job in self._jobs.values())
            if active >= self._size + self._most_waiting:
                raise Busy(f"{active} searches run or wait already")
            job = Job(task)
            self._jobs[job.id] = job
            self._waiting.append(job)
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
                self._waiting.remove(job)
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
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                job = self._waiting.popleft()
                job.state, job.text, job.started = "running", "starting", monotonic()
            try:
                self._run(job)
            except Exception as error:  # a process could not be started: the thread goes on
                with self._changed:
                    self._end(job, "failed", f"no worker could be started: {error}")

    def _run(self, job: Job) -> None:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        limits = Limits(self._memory, int(job.task.seconds + _STARTING + _GRACE))
        process = context.Process(target=run_task, args=(theirs, job.task, limits), daemon=True)
        try:
            process.start()
            theirs.close()
            self._follow(job, ours)
        finally:
            ours.close()
            if process.pid is not None:
                process.kill()
                process.join()
                process.close()

    def _follow(self, job: Job, connection: Connection) -> None:
        """Take messages until the job is over, one way or another."""
        deadline = monotonic() + _STARTING
        while not job.is_over:
            message: Message | None = None
            try:
                if connection.poll(_TICK):
                    message = connection.recv()
            except (EOFError, OSError):
                message = "failed", "the worker died; it may have used too much memory"
            with self._changed:
                if job.cancelled:
                    self._end(job, "cancelled", "cancelled")
                elif message is not None:
                    deadline = self._take(job, message, deadline)
                elif monotonic() > deadline:
                    self._end_late(job)

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
