"""How much the server takes: bytes of a body, requests at once, and slow requests at once."""

from __future__ import annotations

from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import ParamSpec
from weakref import WeakKeyDictionary

from anyio import CapacityLimiter, move_on_after, to_thread
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperchess.app.web.errors import ApiError, error_response

__all__ = ["Limits", "run_slowly", "slow"]

_SLOW_PLACES = 2
_MOST_WAITING = 32
_PATIENCE = 30.0  # seconds in which a body has to arrive

P = ParamSpec("P")
_lanes: WeakKeyDictionary[AbstractEventLoop, CapacityLimiter] = WeakKeyDictionary()


def slow(function: Callable[P, Response]) -> Callable[P, Awaitable[Response]]:
    """Let a route that may take a second use the slow lane, so that quick ones need not wait for it."""

    @wraps(function)
    async def route(*args: P.args, **kwargs: P.kwargs) -> Response:
        return await run_slowly(partial(function, *args, **kwargs))

    return route


async def run_slowly(function: Callable[[], Response]) -> Response:
    """Run a function in the slow lane; refuse it if too many wait there already."""
    lane = _lanes.setdefault(get_running_loop(), CapacityLimiter(_SLOW_PLACES))
    if lane.statistics().tasks_waiting >= _MOST_WAITING:
        raise busy()
    return await to_thread.run_sync(function, limiter=lane)


def busy() -> ApiError:
    """The server has enough to do."""
    message = "the server has too much to do at the moment"
    return ApiError(503, "busy", message, hint="try again in a second", headers={"Retry-After": "1"})


class Limits:
    """Middleware that refuses large and slow bodies while they arrive, and too many requests at once."""

    def __init__(
        self, app: ASGIApp, *, max_body: int, max_requests: int, patience: float = _PATIENCE
    ) -> None:
        self.app = app
        self.patience = patience
        self.max_body = max_body
        self.max_requests = max_requests
        self.running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if self.running >= self.max_requests:
            await error_response(busy())(scope, receive, send)
            return
        self.running += 1
        try:
            body: bytes | None = None
            refusal = ApiError(408, "too-slow", f"a request has {self.patience:g} seconds to arrive")
            with move_on_after(self.patience):
                body = await self._body(scope, receive)
                refusal = self._too_large()
            if body is None:
                await error_response(refusal)(scope, receive, send)
            else:
                await self.app(scope, _Replayed(body, receive), send)
        finally:
            self.running -= 1

    def _too_large(self) -> ApiError:
        message = f"a request has at most {self.max_body:,} bytes"
        return ApiError(413, "too-large", message, headers={"Connection": "close"})

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body, or `None` if it is too large."""
        for name, value in scope["headers"]:
            if name == b"content-length" and (not value.isdigit() or int(value[:20]) > self.max_body):
                return None
        chunks = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                break
            chunk = message.get("body", b"")
            size += len(chunk)
            if size > self.max_body:
                return None
            chunks.append(chunk)
            if not message.get("more_body", False):
                break
        return b"".join(chunks)


class _Replayed:
    """A body that has arrived, given to the app in one piece; then what the client sends."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self.body: bytes | None = body
        self.receive = receive

    async def __call__(self) -> Message:
        if self.body is not None:
            body, self.body = self.body, None
            return {"type": "http.request", "body": body, "more_body": False}
        return await self.receive()
