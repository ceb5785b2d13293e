"""Process many files on a Dask cluster: the same work as in processes of this machine, and the same order.

When a worker dies, others work out its chunks again, finished ones as well if their results were lost. So
work that runs here returns what it found, or puts files into place when they are complete.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, suppress
from functools import partial
from importlib.metadata import version as installed_version
from itertools import islice
from typing import Any, TypeVar

from hyperchess import __version__
from hyperchess.app.files.inputs import InputError

__all__ = ["run_on_cluster"]

TaskT = TypeVar("TaskT")
DoneT = TypeVar("DoneT")
_LOCAL = re.compile(r"local:([1-9][0-9]{0,3})")
_AHEAD = 3  # chunks per thread of the cluster that are under way at once
_PATIENCE = 30  # seconds until a scheduler and a worker must have answered


def run_on_cluster(
    work: Callable[[list[TaskT]], list[DoneT]], chunks: Iterator[list[TaskT]], address: str
) -> Iterator[DoneT]:
    """Yield what `work` returns for each chunk, in order. `address` is that of a scheduler, or `local:N`."""
    distributed = _distributed()
    with ExitStack() as opened:
        client = _connect(distributed, address, opened)
        _expect_version(client)
        work = partial(_checked, __version__, work)  # a worker that joins later may have another one
        most = _AHEAD * sum(client.nthreads().values())
        under_way: deque[Any] = deque()
        try:
            under_way.extend(_submit(client, work, islice(chunks, most)))
            while under_way:
                done = under_way.popleft().result()
                under_way.extend(_submit(client, work, islice(chunks, 1)))
                yield from done
        except distributed.KilledWorker as error:
            message = "a task killed one worker after the other; perhaps they have too little memory"
            raise InputError(message) from error
        except (CancelledError, distributed.client.FutureCancelledError, OSError, TimeoutError) as error:
            if client.status == "running" and not _is_lost(client):
                raise
            message = f"the scheduler of the cluster at {address} was lost"
            raise InputError(
                f"{message}; what was finished stays, give the command again for the rest"
            ) from error
        finally:
            with suppress(Exception):  # the scheduler may be gone
                client.cancel(list(under_way), force=True)


def _is_lost(client: Any) -> bool:
    """Return whether the scheduler does not answer any more."""
    try:
        client.scheduler_info()
        client.sync(client.scheduler.identity)
    except Exception:
        return True
    return False


def _expect_version(client: Any) -> None:
    """Refuse a cluster with a worker that has another version of hyperchess, by its address."""
    versions = client.run(installed_version, "hyperchess", on_error="return")
    for worker, found in versions.items():
        if found != __version__:
            found = f"no hyperchess ({found})" if isinstance(found, Exception) else f"hyperchess {found}"
            raise InputError(
                f"the worker {worker} has {found}, this is {__version__}; install the same version"
            )


def _checked(version: str, work: Callable[[list[TaskT]], list[DoneT]], chunk: list[TaskT]) -> list[DoneT]:
    """Do the work in a worker, if it has the version of the client."""
    if version != __version__:
        raise InputError(
            f"a worker has hyperchess {__version__}, the client {version}; install the same version"
        )
    return work(chunk)


def _submit(client: Any, work: Callable[..., object], chunks: Iterable[list[Any]]) -> Iterator[Any]:
    # not pure: equal chunks are two chunks, and a chunk is not hashed
    return (client.submit(work, chunk, pure=False) for chunk in chunks)


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("dask", "distributed"):
            raise
        raise InputError("--cluster needs Dask: pip install 'hyperchess[cluster]'") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # relevant errors are raised
    return distributed


def _connect(distributed: Any, address: str, opened: ExitStack) -> Any:
    """A client of the cluster, which is started if it is a local one."""
    local = _LOCAL.fullmatch(address)
    if local is not None:
        cluster = opened.enter_context(
            distributed.LocalCluster(
                n_workers=int(local[1]), threads_per_worker=1, processes=True, dashboard_address=":0"
            )
        )
        return opened.enter_context(distributed.Client(cluster))
    if not re.fullmatch(r"(tcp|tls|ws|wss)://[^\s/]+:[0-9]{1,5}", address):
        raise InputError(f"--cluster: expected tcp://HOST:PORT or local:N, found {address!r}")
    try:
        client = opened.enter_context(distributed.Client(address, timeout=_PATIENCE))
    except (OSError, TimeoutError) as error:
        raise InputError(f"there is no Dask scheduler at {address}: {error}") from error
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as error:
        raise InputError(f"the scheduler at {address} has no workers") from error
    return client
