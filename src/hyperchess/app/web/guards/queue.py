"""Slots for slow requests, and a fair queue of the clients that wait for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import Event, move_on_after

from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.processes.turns import Turns

__all__ = ["FairQueue", "busy_error"]


def busy_error(message: str = "the server is busy at the moment", seconds: int = 1) -> ApiError:
    """Return the error of a busy server."""
    hint = "try again in a second" if seconds == 1 else f"try again in {seconds} seconds"
    return ApiError(503, "busy", message, hint=hint, headers={"Retry-After": str(seconds)})


class FairQueue:
    """Serves `places` requests at a time; `waiting` more may wait, `each` per client.

    A request that waits longer than `patience` seconds is refused with a retry time.
    """

    def __init__(self, places: int = 2, *, waiting: int = 64, each: int = 32, patience: float = 60.0) -> None:
        self.free = places
        self.waiting: Turns[Event] = Turns()
        self._most = waiting
        self._each = each
        self._patience = patience

    @asynccontextmanager
    async def place(self, client: str) -> AsyncIterator[None]:
        """Wait for a slot; raise `ApiError` if too many requests wait, or if waiting takes too long."""
        await self._enter(client)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, client: str) -> None:
        if self.free:
            self.free -= 1
            return
        if self.waiting.count(client) >= self._each:
            raise busy_error(f"{self._each} slow requests from your address are already waiting", 2)
        if len(self.waiting) >= self._most:
            raise busy_error(f"{self._most} slow requests are already waiting", 2)
        turn = Event()
        self.waiting.add(client, turn)
        try:
            with move_on_after(self._patience):
                await turn.wait()
        except BaseException:
            if turn.is_set():
                self._leave()
            else:
                self.waiting.remove(client, turn)
            raise
        if not turn.is_set():
            self.waiting.remove(client, turn)
            raise busy_error(f"no slot became free within {self._patience:g} seconds", 5)

    def _leave(self) -> None:
        """Pass the slot on to the next request."""
        if len(self.waiting):
            self.waiting.next().set()
        else:
            self.free += 1
