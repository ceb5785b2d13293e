"""Process many files: in order, in one process or several, with bounded memory."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import chain, islice
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from hyperchess.app.cli.exits import describe_os_error
from hyperchess.app.files.inputs import InputError
from hyperchess.errors import HyperchessError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.context import BaseContext
    from multiprocessing.synchronize import Event

__all__ = ["collecting_seldom", "describe_failure", "raise_if_stopped", "run_batch", "run_parts"]

TaskT = TypeVar("TaskT")
DoneT = TypeVar("DoneT")
_AHEAD = 3  # chunks per process that are under way at once
_FIRST_PARTS = 10
_LARGEST_CHUNK = 16  # tasks sent to a process together: sending each alone would cost as much as its work
_ALLOCATIONS = 20_000  # after which garbage is collected: some hundred games, which are trees with circles


def run_batch(
    work: Callable[[TaskT], Iterable[DoneT]],
    tasks: Sequence[TaskT],
    *,
    jobs: int,
    cluster: str = "",
    split: Callable[[TaskT], Iterator[TaskT] | None] | None = None,
    stoppable: bool = False,
    largest_chunk: int = _LARGEST_CHUNK,
) -> Generator[DoneT, None, None]:
    """Yield what `work` yields for each task, in task order. After Ctrl-C, tasks in progress are finished.

    If they may take long, the work is `stoppable`: it calls `raise_if_stopped` now and then, and what it has
    yielded before that raises `KeyboardInterrupt` still comes, and then the `KeyboardInterrupt`.

    With the address of a cluster its workers do it, which must see the same files.

    In one process, parts of a task arrive one by one; with several processes the parts of a task arrive
    together. `split` then divides large tasks on demand. At most `largest_chunk` tasks are sent together.
    """
    if cluster:
        from hyperchess.app.cli.cluster import run_on_cluster

        yield from run_on_cluster(partial(_do, work), _chunks(tasks, 1, split), cluster)
        return
    jobs = jobs or os.cpu_count() or 1
    parts = split(tasks[0]) if split is not None and jobs > 1 and len(tasks) == 1 else None
    if parts is None:
        jobs = min(jobs, len(tasks))
    if jobs <= 1:
        with collecting_seldom():
            for task in tasks:
                yield from work(task)
        return
    size = max(1, min(largest_chunk, len(tasks) // (jobs * _AHEAD)))
    chunks = _chunks(tasks, size, split) if parts is None else ([part] for part in parts)
    yield from _in_processes(work, chunks, jobs, stoppable=stoppable)


def run_parts(
    work: Callable[[TaskT], Iterable[DoneT]], parts: Iterator[TaskT], *, jobs: int, first: int = _FIRST_PARTS
) -> Generator[DoneT, None, None]:
    """Yield what `work` yields for each part, in order; the parts are created on demand.

    The `first` ones are done in this process: starting others takes as long as a few parts.
    """
    jobs = jobs or os.cpu_count() or 1
    for number, part in enumerate(parts if jobs == 1 else islice(parts, first)):
        if jobs > 1 and number == first // 2:
            _context(work)  # the process that the others will be copies of loads its modules meanwhile
        yield from work(part)
    if (more := next(parts, None)) is not None:
        yield from _in_processes(work, ([part] for part in chain([more], parts)), jobs, stoppable=True)


def _chunks(
    tasks: Iterable[TaskT], size: int, split: Callable[[TaskT], Iterator[TaskT] | None] | None
) -> Iterator[list[TaskT]]:
    """Several small tasks at a time, or one part of a large one."""
    chunk: list[TaskT] = []
    for task in tasks:
        parts = None if split is None else split(task)
        if parts is None:
            chunk.append(task)
        if chunk and (parts is not None or len(chunk) == size):
            yield chunk
            chunk = []
        for part in parts or ():
            yield [part]
    if chunk:
        yield chunk


def _in_processes(
    work: Callable[[TaskT], Iterable[DoneT]], waiting: Iterator[list[TaskT]], jobs: int, *, stoppable: bool
) -> Iterator[DoneT]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    context = _context(work)
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare, initargs=(stop,))
    under_way: deque[Future[list[DoneT]]] = deque()
    try:
        _submit(pool, work, waiting, jobs * _AHEAD, under_way)
        while under_way:
            done = under_way[0].result()
            _submit(pool, work, waiting, 1, under_way)
            under_way.popleft()  # only now: after Ctrl-C what is under way still comes
            yield from done
    except BrokenProcessPool as error:
        raise InputError("a worker process was killed; perhaps there is too little memory") from error
    except KeyboardInterrupt as interrupt:
        if stoppable:
            with _interrupts_held_back():
                stop.set()
            try:
                for begun in [future for future in under_way if not future.cancel()]:
                    yield from begun.result()
            except GeneratorExit:  # the consumer stopped early; re-raise the interrupt anyway
                raise interrupt from None
        raise
    finally:
        # An interrupt during the shutdown would leave processes running.
        with _interrupts_held_back() if stoppable else nullcontext():
            if stoppable:
                stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


def _submit(
    pool: ProcessPoolExecutor,
    work: Callable[[TaskT], Iterable[DoneT]],
    waiting: Iterator[list[TaskT]],
    most: int,
    under_way: deque[Future[list[DoneT]]],
) -> None:
    """Submit work to the processes. An interrupt while a process starts would leave it running."""
    for chunk in islice(waiting, most):
        with _interrupts_held_back():
            under_way.append(pool.submit(_do, work, chunk))


def _context(work: Callable[..., object]) -> BaseContext:
    """Return the start method: fork where it is safe, else a preloaded fork server, else spawn."""
    from multiprocessing import get_all_start_methods, get_context

    if _can_be_copied():
        return get_context("fork")
    if "forkserver" not in get_all_start_methods():  # Windows
        return get_context("spawn")
    from multiprocessing import forkserver

    from hyperchess.notation.registry import JSON_MODULES, MODULES

    context = get_context("forkserver")
    notations = [module for module in MODULES if module not in JSON_MODULES]
    context.set_forkserver_preload([work.__module__, "hyperchess.app.cli.main", *notations])
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it lets interrupts through again once it has started
    with _interrupts_held_back():  # processes that are started now never see Ctrl-C
        forkserver.ensure_running()
    return context


def _can_be_copied() -> bool:
    """Return whether this process can be forked: on Linux, while it has a single thread."""
    return sys.platform == "linux" and len(list(Path("/proc/self/task").iterdir())) == 1


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Run the garbage collector less often while games are created in bulk."""
    usual = gc.get_threshold()
    gc.set_threshold(_ALLOCATIONS)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Ctrl-C waits until this is over, where the system can do that."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _do(work: Callable[[TaskT], Iterable[DoneT]], chunk: Sequence[TaskT]) -> list[DoneT]:
    """All that is done, also if the work was stopped."""
    done: list[DoneT] = []
    try:
        with collecting_seldom():
            for task in chunk:
                raise_if_stopped()
                for part in work(task):
                    done.append(part)  # at once: an interrupt keeps the results so far
    except KeyboardInterrupt:
        pass
    return done


class _Stop:
    """In a process of a batch, the event that ends it; elsewhere nothing."""

    event: Event | None = None


def _prepare(stop: Event) -> None:
    """Set up a worker: it ignores Ctrl-C, which its parent passes on as `stop`, and ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Stop.event = stop
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """End this process when its parent has ended, even if that was killed (kill -9)."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def raise_if_stopped() -> None:
    """In a process of a batch that Ctrl-C ended: raise `KeyboardInterrupt`."""
    if _Stop.event is not None and _Stop.event.is_set():
        raise KeyboardInterrupt


def describe_failure(error: Exception) -> str:
    """A sentence about why one file of many could not be processed."""
    if isinstance(error, HyperchessError):
        return str(error)
    if isinstance(error, OSError):
        return describe_os_error(error, "it")
    return f"this is a bug in hyperchess: {type(error).__name__}: {error}"
