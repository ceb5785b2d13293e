"""Routes of the server: the operations of the API, and its websockets."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import sha256

from anyio import create_task_group, to_thread
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hyperchess.api.errors import ApiError
from hyperchess.api.openapi import openapi
from hyperchess.api.operation import Operation
from hyperchess.app.web.context import ServerContext, view_job
from hyperchess.app.web.guards.limits import client_address, run_slowly
from hyperchess.app.web.live.conversation import converse
from hyperchess.app.web.operations import SERVER_OPERATIONS
from hyperchess.app.web.processes.workers import Job
from hyperchess.app.web.responses import json_response
from hyperchess.studies.data import json_text

__all__ = ["api_routes"]

_LARGE = 64_000  # bytes of a body that is decoded in a thread
_MOST_WATCHERS = 100
_TICK = 0.1  # seconds between two checks of a watched search


def api_routes() -> list[BaseRoute]:
    """Return the routes."""
    return [
        *(
            Route(f"/api{operation.path}", _endpoint(operation), methods=[operation.method])
            for operation in SERVER_OPERATIONS
        ),
        WebSocketRoute("/api/studies/{id}/live", live),
        WebSocketRoute("/api/searches/{id}/watch", watch),
        Route("/api/openapi.json", read_openapi),
    ]


def _endpoint(operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    async def serve(request: Request) -> Response:
        body = b"" if operation.request is None else await request.body()
        if body and "json" not in request.headers.get("content-type", ""):
            raise ApiError(422, "request", "the content type of the body must be application/json")
        read = partial(operation.read, request.path_params, request.query_params, body)
        arguments = read() if len(body) < _LARGE else await to_thread.run_sync(read)
        work = partial(_respond, operation, _context(request), arguments, request)
        return await (run_slowly(work) if operation.is_slow(arguments) else to_thread.run_sync(work))

    return serve


def _respond(
    operation: Operation, context: ServerContext, arguments: dict[str, object], request: Request
) -> Response:
    status, kind, body = operation.run(context, arguments)
    data = body.encode("ascii") if isinstance(body, str) else body
    headers = {}
    if operation.constant:
        tag = _tag(data)
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
    if kind == "text/html":
        headers = {"Content-Disposition": 'attachment; filename="game.html"'}
    return Response(data, status, headers, None if status == 204 else kind)


@lru_cache(maxsize=16)
def _tag(data: bytes) -> str:
    return f'"{sha256(data).hexdigest()[:32]}"'


def _context(connection: HTTPConnection) -> ServerContext:
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    key = key.strip()[:200] if scheme.lower() == "bearer" else ""
    return ServerContext(connection.app.state, key, client_address(connection.scope))


async def read_openapi(request: Request) -> Response:
    """Return the OpenAPI document."""
    return json_response(openapi(SERVER_OPERATIONS))


async def live(socket: WebSocket) -> None:
    """Send the members of a study, and every change as it happens."""
    state = socket.app.state
    await converse(socket, state.hub, socket.path_params["id"], lambda key: ServerContext(state, key))


async def watch(socket: WebSocket) -> None:
    """Send a search whenever it changes, and every second, until it is over."""
    await socket.accept()
    state = socket.app.state
    job = state.jobs.find(socket.path_params["id"])
    watchers: set[WebSocket] = state.watchers
    if job is None or len(watchers) >= _MOST_WATCHERS:
        await socket.close(1013 if job else 1008, "too many watchers" if job else "there is no such search")
        return
    watchers.add(socket)
    try:
        with state.jobs.watching(job):
            async with create_task_group() as group:

                async def leave_with_page() -> None:
                    while (await socket.receive())["type"] != "websocket.disconnect":
                        pass
                    group.cancel_scope.cancel()

                group.start_soon(leave_with_page)
                with suppress(WebSocketDisconnect):
                    await _send_until_over(socket, job)
                    await socket.close()
                group.cancel_scope.cancel()
    finally:
        watchers.discard(socket)


async def _send_until_over(socket: WebSocket, job: Job) -> None:
    """Send at least one message per second, so that a closed connection is detected."""
    sent: object = None
    while True:
        over = job.is_over
        news = (job.state, job.text, job.progress, int(job.seconds))
        if news != sent or over:
            await socket.send_text(json_text(view_job(job)))
            sent = news
        if over:
            return
        await sleep(_TICK)
