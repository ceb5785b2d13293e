"""Each limit has its response, and a client that reaches it does not disturb the others."""

import json
import socket
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import anyio
import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.guards.limits import Limits, run_slowly
from hyperchess.app.web.guards.queue import FairQueue
from hyperchess.app.web.processes.caller import CallerLeft, current_caller
from hyperchess.errors import HyperchessError
from tests.app.web.api import LONG, running, served, wait_until


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


def test_a_large_body_is_refused_whether_it_says_its_size_or_not(client: TestClient) -> None:
    body = b'{"text": "' + b"x" * 4_000_000 + b'"}'

    def pieces() -> Iterator[bytes]:
        for start in range(0, len(body), 100_000):
            yield body[start : start + 100_000]

    for content in (body, pieces()):
        answer = client.post("/api/check", content=content, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")
        assert "x-content-type-options" in answer.headers


def test_a_large_body_is_not_read_to_its_end() -> None:
    asked = 0

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("the app must not see it")

    async def receive() -> Message:
        nonlocal asked
        asked += 1
        return {"type": "http.request", "body": b"x" * 100, "more_body": True}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    guarded = Limits(app, max_body=1_000, max_requests=1)
    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    anyio.run(guarded, scope, receive, send)
    assert (asked, sent[0]["status"], guarded.running) == (
        11 + 160,
        413,
        0,
    )  # draining has a limit, too


def test_a_body_that_does_not_arrive_is_not_waited_for() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("the app must not see it")

    async def receive() -> Message:
        await anyio.sleep_forever()
        raise AssertionError

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    guarded = Limits(app, max_body=1_000, max_requests=1, patience=0.05)
    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    anyio.run(guarded, scope, receive, send)
    assert (sent[0]["status"], guarded.running) == (408, 0)


def test_more_requests_than_can_be_served_are_told_to_come_back() -> None:
    async def main() -> list[int]:
        inside, leave = anyio.Event(), anyio.Event()
        answers: list[int] = []

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            inside.set()
            await leave.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answers.append(message["status"])

        guarded = Limits(app, max_body=1_000, max_requests=1)
        scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
        async with anyio.create_task_group() as group:
            group.start_soon(guarded, scope, receive, send)
            await inside.wait()
            await guarded(scope, receive, send)
            leave.set()
        await guarded(scope, receive, send)
        return answers

    assert anyio.run(main) == [503, 200, 200]


def test_bodies_that_do_not_arrive_take_no_place_of_others() -> None:
    async def main() -> list[int]:
        answers: list[int] = []

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def never() -> Message:
            await anyio.sleep_forever()
            raise AssertionError

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answers.append(message["status"])

        guarded = Limits(app, max_body=1_000, max_requests=1)
        scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
        async with anyio.create_task_group() as group:
            for _ in range(300):
                group.start_soon(guarded, scope, never, send)
            await anyio.wait_all_tasks_blocked()
            await guarded(scope, receive, send)
            group.cancel_scope.cancel()
        return answers

    assert anyio.run(main) == [200]


def _visited(client: str, function: Any, queue: FairQueue, receive: Receive) -> Any:
    """A slow route that serves one request."""
    answers: list[Any] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            answers.append(await run_slowly(function))
        except HyperchessError as error:
            answers.append(error)

    bodies: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def first_body() -> Message:
        return bodies.pop() if bodies else await receive()

    async def send(message: Message) -> None:
        raise AssertionError("nothing is sent")

    guarded = Limits(app, max_body=1_000, max_requests=100, queue=queue)
    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "client": (client, 1)}

    async def serve() -> Any:
        await guarded(scope, first_body, send)
        return answers[0]

    return serve


async def _stay() -> Message:
    await anyio.sleep_forever()
    raise AssertionError


def test_slow_requests_of_clients_take_turns() -> None:
    queue = FairQueue(1)
    release = Event()
    order: list[str] = []

    async def main() -> None:
        async with anyio.create_task_group() as group:
            first = partial(release.wait, 60)
            group.start_soon(_visited("first", first, queue, _stay))
            await anyio.wait_all_tasks_blocked()
            for name in ("a1", "a2", "a3", "b1"):
                group.start_soon(_visited(name[0], partial(order.append, name), queue, _stay))
                await anyio.wait_all_tasks_blocked()
            assert len(queue.waiting) == 4
            release.set()

    anyio.run(main)
    assert order == ["a1", "b1", "a2", "a3"]
    assert queue.free == 1


def test_a_client_that_leaves_is_not_waited_for() -> None:
    """A waiting client leaves the queue, and the work for one that is being served is cancelled."""
    queue = FairQueue(1)
    started, ended = Event(), Event()

    def work() -> None:
        caller = current_caller.get()
        assert caller is not None
        with caller.ending(ended.set):
            started.set()
            ended.wait(300)
        with pytest.raises(CallerLeft), caller.ending(ended.set):
            raise AssertionError

    async def main() -> list[Any]:
        answers: list[Any] = []
        gone = anyio.Event()
        second_gone = anyio.Event()

        async def leaves(event: anyio.Event) -> Message:
            await event.wait()
            return {"type": "http.disconnect"}

        async def keep(serve: Any) -> None:
            answers.append(await serve())

        async with anyio.create_task_group() as group:
            group.start_soon(keep, _visited("a", work, queue, partial(leaves, gone)))
            while not started.is_set():
                await anyio.sleep(0)
            group.start_soon(keep, _visited("b", work, queue, partial(leaves, second_gone)))
            while not len(queue.waiting):
                await anyio.sleep(0)
            second_gone.set()
            while len(queue.waiting):
                await anyio.sleep(0)
            gone.set()
        return answers

    answers = anyio.run(main)
    assert [type(answer) for answer in answers] == [CallerLeft, CallerLeft]
    assert ended.is_set() and queue.free == 1


@pytest.mark.parametrize(
    ("limits", "client", "message"),
    [
        ({"each": 1}, "a", "1 slow requests from your address"),
        ({"waiting": 1}, "b", "1 slow requests are already waiting"),
        ({"patience": 0.0, "waiting": 2}, "b", "no slot became free within 0 seconds"),
    ],
)
def test_waiting_has_an_end(limits: dict[str, Any], client: str, message: str) -> None:
    patient = {**limits, "patience": 60.0}
    release = Event()

    async def main() -> Any:
        queue = FairQueue(1, **patient)
        async with anyio.create_task_group() as group:
            for _ in range(2):
                group.start_soon(_visited("a", partial(release.wait, 60), queue, _stay))
                await anyio.wait_all_tasks_blocked()
            queue._patience = limits.get("patience", 60.0)
            try:
                return await _visited(client, release.wait, queue, _stay)()
            finally:
                release.set()

    refusal = anyio.run(main)
    assert isinstance(refusal, ApiError)
    assert (refusal.status, refusal.code) == (503, "busy") and message in str(refusal)
    assert refusal.headers is not None and int(refusal.headers["Retry-After"]) > 0


def test_a_check_that_nobody_waits_for_ends_its_process(tmp_path: Path) -> None:
    """A real server: a dropped check of a text that takes for ever makes place for the next one."""
    with running(tmp_path) as (_, address):
        host, port = urlsplit(address).hostname, urlsplit(address).port
        body = json.dumps({"text": LONG}).encode()
        head = f"POST /api/check HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        for _ in range(4):
            with socket.create_connection((host, port)) as dropped:
                dropped.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        request = urllib.request.Request(
            f"{address}/api/check", b'{"text": "1. e4 / e5"}', {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=300) as answer:
            assert json.load(answer)["games"] == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"text": "caf\xe9"}', "it is not valid UTF-8 at byte 13 (e9: invalid continuation byte)"),
        (b"\xff\xfe{\x00\x00", "it is not valid UTF-16-LE at byte 4 (00: truncated data)"),
        (b"[" * 200_000, "lists and objects are nested too deeply"),
        (b'{"text": ' + b"1" * 5_000 + b"}", "it contains a number with too many digits"),
    ],
    ids=["utf-8", "utf-16", "deep", "long"],
)
def test_a_body_that_is_not_json_is_told_why(client: TestClient, content: bytes, message: str) -> None:
    answer = client.post("/api/check", content=content, headers={"content-type": "application/json"})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, "json")
    assert error["message"] == f"the body is not JSON: {message}"


def test_deep_json_is_refused(client: TestClient) -> None:
    for body in (b"[" * 100_000, b'{"a":' * 50_000, b"[" * 50_000 + b"]" * 50_000):
        answer = client.post("/api/check", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422)
        assert answer.json()["error"]["code"] in ("json", "request")


def test_quick_requests_do_not_wait_for_slow_ones(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        made = client.post("/api/studies", json={"variant": "Standard"}).json()
        pool = client.app.state.text_pool  # type: ignore[attr-defined]
        bombs = [
            Thread(target=client.post, args=("/api/check",), kwargs={"json": {"text": LONG}})
            for _ in range(6)
        ]
        for bomb in bombs:
            bomb.start()
        wait_until(pool._idle.empty)
        for _ in range(20):
            answer = client.post(f"/api/studies/{made['id']}/position", json={"node": 0})
            assert answer.status_code == 200
        assert all(bomb.is_alive() for bomb in bombs)
        pool.close()
        for bomb in bombs:
            bomb.join()
