"""Work on texts of strangers, in processes that can be ended: a game may take longer than anyone waits.

A butler is a process that waits for chores. One that does not answer in time is ended, and a new one takes
its place; the process also ends by itself when the server is gone.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import LifoQueue
from threading import Lock
from typing import Any, Literal

from hyperchess.app.web.chores import CHORES
from hyperchess.app.web.errors import ApiError, translate
from hyperchess.app.web.processes import settle
from hyperchess.errors import HyperchessError

__all__ = ["Butlers"]

_STARTING = 60.0  # seconds that a process may take to start, on a machine that does much else

_Reply = tuple[Literal["done", "refused", "failed", "bug"], Any]


class Butlers:
    """A few processes for chores; they are started when there is something to do."""

    def __init__(self, *, size: int = 2, seconds: float = 20.0) -> None:
        self.seconds = seconds
        self._all = [_Butler() for _ in range(size)]
        self._idle: LifoQueue[_Butler] = LifoQueue()
        for butler in self._all:
            self._idle.put(butler)

    def do(self, name: str, **arguments: Any) -> Any:
        """Have a chore done; `ApiError` if it is refused, or takes too long."""
        butler = self._idle.get()
        try:
            kind, content = butler.do(name, arguments, self.seconds)
        finally:
            self._idle.put(butler)
        if kind == "done":
            return content
        if kind == "refused":
            raise ApiError(**content)
        if kind == "bug":
            raise RuntimeError(content)
        raise ApiError(422, "too-slow", content, hint="a smaller part of it may do")

    def wake(self) -> None:
        """Start a process before there is anything to do: the first text is read without waiting for it."""
        with suppress(ApiError):
            self.do("check", text="", notation=None)

    def close(self) -> None:
        """End all processes, whatever they do."""
        for butler in self._all:
            butler.end()


class _Butler:
    """One process, or none as long as there is nothing to do. `lock` is held while it works."""

    def __init__(self) -> None:
        self._process: Any = None
        self._line: Connection | None = None
        self._lifeline: Connection | None = None
        self._lock = Lock()
        self._closed = False

    def do(self, name: str, arguments: dict[str, Any], seconds: float) -> _Reply:
        with self._lock:
            if self._closed:
                raise ApiError(503, "busy", "the server is ending")
            line = self._line or self._start()
            try:
                line.send((name, arguments))
                if line.poll(seconds):
                    reply: _Reply = line.recv()
                    return reply
                self._end()
                return "failed", f"this took longer than {seconds:g} seconds"
            except (EOFError, OSError):
                self._end()
                return "failed", "this needed more memory than it may use"

    def _start(self) -> Connection:
        context = get_context("spawn")
        line, their_line = context.Pipe()
        lifeline, their_lifeline = context.Pipe()
        process = context.Process(target=_serve, args=(their_line, their_lifeline), daemon=True)
        process.start()
        their_line.close()
        their_lifeline.close()
        self._process, self._line, self._lifeline = process, line, lifeline
        try:
            if line.poll(_STARTING):
                line.recv()
                return line
        except (EOFError, OSError):
            pass
        self._end()
        raise ApiError(503, "busy", "no process could be started for this", headers={"Retry-After": "5"})

    def end(self) -> None:
        """End the process for good; who waits for it gets to know."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._end()

    def _end(self) -> None:
        for connection in (self._line, self._lifeline):
            if connection is not None:
                connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._line = self._lifeline = None


def _serve(line: Connection, lifeline: Connection) -> None:
    """The main function of a butler."""
    settle(lifeline)
    with suppress(EOFError, OSError):
        CHORES["check"]("1. e4", None)  # what is imported when it is needed is there from now on
        line.send("ready")
        while True:
            name, arguments = line.recv()
            line.send(_reply(CHORES[name], arguments))


def _reply(chore: Callable[..., Any], arguments: dict[str, Any]) -> _Reply:
    try:
        return "done", chore(**arguments)
    except HyperchessError as error:
        refusal = error if isinstance(error, ApiError) else translate(error)
        return "refused", {
            "status": refusal.status,
            "code": refusal.code,
            "message": str(refusal),
            "hint": refusal.hint,
            "details": refusal.details,
        }
    except MemoryError:
        return "failed", "this needed more memory than it may use"
    except Exception as error:
        traceback.print_exc()
        return "bug", f"{type(error).__name__}: {error}"
