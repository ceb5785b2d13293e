"""Limits on the size of bodies, on concurrent requests, and on concurrent slow requests."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass

from anyio import create_task_group, fail_after, move_on_after, to_thread
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperchess.app.web.errors import ApiError, error_response
from hyperchess.app.web.guards.queue import FairQueue, busy_error
from hyperchess.app.web.processes.caller import Caller, CallerLeft, current_caller

__all__ = ["Limits", "client_address", "run_slowly"]

_MOST_ARRIVING = 256_000_000  # bytes of bodies that have not arrived completely
_DRAINED = 16  # limit on discarded bytes of an oversized body, as a multiple of the largest body


@dataclass(frozen=True, slots=True)
class _Visit:
    """A request that is being served: its client, its queue, and how its end is detected."""

    client: str
    queue: FairQueue
    receive: Receive


_visit: ContextVar[_Visit] = ContextVar("visit")


def client_address(scope: Scope) -> str:
    """Return the client address of a request."""
    client = scope.get("client")
    return str(client[0]) if client else ""


async def run_slowly(function: Callable[[], Response]) -> Response:
    """Run a function in the slow queue, and stop its work if the client disconnects.

    Raise `ApiError` if too many requests are waiting, and `CallerLeft` if the client has disconnected.
    """
    visit = _visit.get()
    caller = Caller()
    current_caller.set(caller)
    answer: Response | None = None
    refusal: Exception | None = None
    async with create_task_group() as group:

        async def leave_with_client() -> None:
            while (await visit.receive())["type"] != "http.disconnect":
                pass
            caller.leave()
            group.cancel_scope.cancel()

        group.start_soon(leave_with_client)
        try:
            async with visit.queue.place(visit.client):
                answer = await to_thread.run_sync(function)
        except Exception as error:  # raised below: a task group would wrap it
            refusal = error
        group.cancel_scope.cancel()
    if refusal is not None:
        raise refusal
    if answer is None:
        raise CallerLeft("the client has disconnected")
    return answer


class Limits:
    """Middleware that refuses large and slow bodies while they arrive, and too many requests at once.

    A body may take `patience` seconds to arrive, and `pause` seconds from one chunk to the next. A request
    counts as being served only after its body has arrived.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        max_body: int,
        max_requests: int,
        patience: float = 30.0,
        pause: float = 10.0,
        queue: FairQueue | None = None,
    ) -> None:
        self.app = app
        self.patience = patience
        self.pause = pause
        self.max_body = max_body
        self.max_requests = max_requests
        self.queue = queue or FairQueue()
        self.running = 0
        self.arriving = 0  # bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        incoming = _Incoming(receive)
        try:
            body = await self._body(scope, incoming)
        except ApiError as refusal:
            await self._refuse(refusal, scope, incoming, send)
            return
        if body is None:
            return
        if self.running >= self.max_requests:
            await error_response(busy_error())(scope, receive, send)
            return
        self.running += 1
        token = _visit.set(_Visit(client_address(scope), self.queue, receive))
        try:
            await self.app(scope, _Replayed(body, receive), send)
        finally:
            _visit.reset(token)
            self.running -= 1

    async def _body(self, scope: Scope, incoming: _Incoming) -> bytes | None:
        """Return the whole body, or `None` if the client disconnects before sending it."""
        for name, value in scope["headers"]:
            if name == b"content-length" and (not value.isdigit() or int(value[:20]) > self.max_body):
                raise self._too_large()
        chunks: list[bytes] = []
        size = 0
        try:
            with fail_after(self.patience):
                while True:
                    with fail_after(self.pause):
                        message = await incoming()
                    if message["type"] != "http.request":
                        return None
                    chunk = message.get("body", b"")
                    size += len(chunk)
                    self.arriving += len(chunk)
                    if size > self.max_body:
                        raise self._too_large()
                    if self.arriving > _MOST_ARRIVING:
                        raise busy_error("too many large requests are arriving at the moment", 5)
                    chunks.append(chunk)
                    if incoming.complete:
                        return b"".join(chunks)
        except TimeoutError:
            message_text = (
                f"a request must arrive within {self.patience:g} seconds, without pauses over {self.pause:g}"
            )
            raise ApiError(408, "too-slow", message_text, headers=_CLOSE) from None
        finally:
            self.arriving -= size

    def _too_large(self) -> ApiError:
        message = f"a request has at most {self.max_body:,} bytes"
        return ApiError(413, "too-large", message, headers=_CLOSE)

    async def _refuse(self, refusal: ApiError, scope: Scope, incoming: _Incoming, send: Send) -> None:
        """Send a complete response, then read the rest of what the client sends.

        A connection that is closed with unread bytes is reset, and a client that is still sending would never
        see the response.
        """
        last: Message = {"type": "http.response.body", "body": b"", "more_body": False}

        async def send_open(message: Message) -> None:
            await send({**message, "more_body": True} if message["type"] == last["type"] else message)

        await error_response(refusal)(scope, incoming, send_open)
        if refusal.status == 413:
            left = _DRAINED * self.max_body
            with move_on_after(self.patience):
                while left > 0 and not incoming.complete:
                    left -= len((await incoming()).get("body", b""))
        await send(last)


_CLOSE = {"Connection": "close"}


class _Incoming:
    """Messages of a client, and whether the client has sent everything or disconnected."""

    def __init__(self, receive: Receive) -> None:
        self.complete = False
        self._receive = receive

    async def __call__(self) -> Message:
        message = await self._receive()
        self.complete = message["type"] != "http.request" or not message.get("more_body", False)
        return message


class _Replayed:
    """A received body, passed to the app in one piece and followed by further messages of the client."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self.body: bytes | None = body
        self.receive = receive

    async def __call__(self) -> Message:
        if self.body is not None:
            body, self.body = self.body, None
            return {"type": "http.request", "body": body, "more_body": False}
        return await self.receive()
