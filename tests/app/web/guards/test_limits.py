"""Each limit has its answer, and whoever reaches it does not disturb the others."""

from asyncio import get_running_loop
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import anyio
import pytest
from anyio import CapacityLimiter
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.guards import limits
from hyperchess.app.web.guards.limits import Limits, run_slowly
from tests.app.web.api import LONG, served, wait_until


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
    assert (asked, sent[0]["status"], guarded.running) == (11, 413, 0)


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


def test_the_slow_lane_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MOST_WAITING", 1)
    release = Event()

    def work() -> Any:
        release.wait()

    async def main() -> str:
        async with anyio.create_task_group() as group:
            for _ in range(limits._SLOW_PLACES + 1):
                group.start_soon(run_slowly, work)
            while not (limits._lanes and _lane().statistics().tasks_waiting == 1):
                await anyio.sleep(0.01)
            try:
                await run_slowly(work)
            except ApiError as error:
                return f"{error.status} {error.code}"
            finally:
                release.set()
        return "taken"

    def _lane() -> CapacityLimiter:
        return limits._lanes[get_running_loop()]

    assert anyio.run(main) == "503 busy"


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
