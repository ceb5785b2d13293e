"""Process many files: in order, in one process or several, with bounded memory."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from hyperchess.app.files.inputs import InputError
from hyperchess.errors import HyperchessError

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["failure_of", "run_batch"]

TaskT = TypeVar("TaskT")
DoneT = TypeVar("DoneT")
_AHEAD = 3  # chunks per process that are under way at once
_LARGEST_CHUNK = 16  # tasks sent to a process together: sending each alone would cost as much as its work


def run_batch(
    work: Callable[[TaskT], Iterable[DoneT]], tasks: Sequence[TaskT], *, jobs: int
) -> Iterator[DoneT]:
    """What `work` yields for each task, in their order. After Ctrl-C, files under way are finished.

    In one process, parts of a task arrive as they are made; several processes send those of a task together.
    """
    jobs = min(jobs or os.cpu_count() or 1, len(tasks))
    if jobs <= 1:
        for task in tasks:
            yield from work(task)
    else:
        yield from _in_processes(work, tasks, jobs)


def _in_processes(
    work: Callable[[TaskT], Iterable[DoneT]], tasks: Sequence[TaskT], jobs: int
) -> Iterator[DoneT]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    size = max(1, min(_LARGEST_CHUNK, len(tasks) // (jobs * _AHEAD)))
    waiting = (tasks[start : start + size] for start in range(0, len(tasks), size))
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    under_way: deque[Future[list[DoneT]]] = deque()
    try:
        under_way.extend(pool.submit(_do, work, chunk) for chunk in islice(waiting, jobs * _AHEAD))
        while under_way:
            done = under_way.popleft().result()
            under_way.extend(pool.submit(_do, work, chunk) for chunk in islice(waiting, 1))
            yield from done
    except BrokenProcessPool as error:
        raise InputError("a worker process was killed; perhaps there is too little memory") from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _do(work: Callable[[TaskT], Iterable[DoneT]], chunk: Sequence[TaskT]) -> list[DoneT]:
    return [part for task in chunk for part in work(task)]


def _ignore_interrupts() -> None:
    """Ctrl-C reaches all processes; only the first one decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def failure_of(error: Exception) -> str:
    """A sentence about why one file of many could not be processed."""
    if isinstance(error, HyperchessError):
        return str(error)
    if isinstance(error, OSError):
        return f"cannot read or write {error.filename or 'it'}: {error.strerror or error}"
    return f"this is a bug in hyperchess: {type(error).__name__}: {error}"
