"""A pool of processes that read and write texts, because a game may take long.

A process that does not respond in time, or whose caller has disconnected, is terminated and replaced. It also
exits by itself when the server is gone.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import LifoQueue
from threading import Lock
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar, cast

import hyperchess.api.documents  # noqa: F401  # how studies are pickled
from hyperchess.app.web.errors import ApiError, translate
from hyperchess.app.web.processes.caller import Caller, CallerLeft, current_caller
from hyperchess.app.web.processes.process_limits import apply_process_limits
from hyperchess.errors import HyperchessError
from hyperchess.studies.texts import check

__all__ = ["TextPool"]

_STARTING = 180.0  # seconds that a process may take to start on a busy machine
_OUT_OF_MEMORY = "this needed more memory than is allowed"

P = ParamSpec("P")
R = TypeVar("R")

_Job: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
_Reply: TypeAlias = tuple[Literal["done", "refused", "failed", "bug"], Any]


class TextPool:
    """A few processes that run jobs; they are started on demand."""

    def __init__(self, *, size: int = 2, seconds: float = 20.0) -> None:
        self.seconds = seconds
        self._all = [_Process() for _ in range(size)]
        self._idle: LifoQueue[_Process] = LifoQueue()
        for process in self._all:
            self._idle.put(process)

    def run(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call a function of a module in a process.

        Raise `ApiError` if it is refused or too slow, `CallerLeft` if its caller left. Function and arguments
        are pickled: a study is sent as its document.
        """
        caller = current_caller.get() or Caller()
        process = self._idle.get()
        try:
            kind, content = process.run((function, args, kwargs), self.seconds, caller)
        finally:
            self._idle.put(process)
        if caller.has_left:
            raise CallerLeft("the client has disconnected")
        if kind == "done":
            return cast("R", content)
        if kind == "refused":
            raise ApiError(**content)
        if kind == "bug":
            raise RuntimeError(content)
        raise ApiError(422, "too-slow", content, hint="try a smaller part of it")

    def warm_up(self) -> None:
        """Start a process in advance, so that the first text does not wait for it."""
        with suppress(ApiError):
            self.run(check, "")

    def close(self) -> None:
        """Terminate all processes."""
        for process in self._all:
            process.close()


class _Process:
    """A process, started on demand. `_lock` is held while it works."""

    def __init__(self) -> None:
        self._process: Any = None
        self._connection: Connection | None = None
        self._lifeline: Connection | None = None
        self._lock = Lock()
        self._closed = False

    def run(self, job: _Job, seconds: float, caller: Caller) -> _Reply:
        with self._lock:
            if self._closed:
                raise ApiError(503, "busy", "the server is shutting down")
            connection = self._connection
            if connection is None or not self._process.is_alive():
                self._end()
                connection = self._start()
            reply: _Reply = "failed", f"this took longer than {seconds:g} seconds"
            usable = False
            try:
                with caller.ending(self._process.kill):
                    connection.send(job)
                    if connection.poll(seconds):
                        reply = connection.recv()
                        usable = True
            except (EOFError, OSError):
                reply = "failed", _OUT_OF_MEMORY
            # A caller that left may have killed the process after its reply had arrived.
            if not usable or caller.has_left:
                self._end()
            return reply

    def _start(self) -> Connection:
        context = get_context("spawn")
        connection, their_connection = context.Pipe()
        lifeline, their_lifeline = context.Pipe()
        process = context.Process(target=_serve, args=(their_connection, their_lifeline), daemon=True)
        process.start()
        their_connection.close()
        their_lifeline.close()
        self._process, self._connection, self._lifeline = process, connection, lifeline
        try:
            if connection.poll(_STARTING):
                connection.recv()
                return connection
        except (EOFError, OSError):
            pass
        self._end()
        raise ApiError(503, "busy", "no process could be started for this", headers={"Retry-After": "5"})

    def close(self) -> None:
        """Terminate the process permanently; its callers get an error."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._end()

    def _end(self) -> None:
        for connection in (self._connection, self._lifeline):
            if connection is not None:
                connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._connection = self._lifeline = None


def _serve(connection: Connection, lifeline: Connection) -> None:
    """Main function of a process."""
    apply_process_limits(lifeline)
    with suppress(EOFError, OSError):
        check("1. e4")  # triggers lazy imports before the first job
        connection.send("ready")
        while True:
            connection.send(_reply(connection.recv()))


def _reply(job: _Job) -> _Reply:
    function, args, kwargs = job
    try:
        return "done", function(*args, **kwargs)
    except HyperchessError as error:
        refusal = translate(error)
        return "refused", {
            "status": refusal.status,
            "code": refusal.code,
            "message": str(refusal),
            "hint": refusal.hint,
            "details": refusal.details,
        }
    except MemoryError:
        return "failed", _OUT_OF_MEMORY
    except Exception as error:
        traceback.print_exc()
        return "bug", f"{type(error).__name__}: {error}"
