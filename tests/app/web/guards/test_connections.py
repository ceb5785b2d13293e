"""Connections over real sockets: what does not arrive is closed, and every client can read a refusal."""

import asyncio
import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx2
import pytest
import uvicorn

from hyperchess.app.web.guards.connections import LARGEST_HEAD, Connections
from hyperchess.app.web.listening import listening_config
from hyperchess.app.web.server import create_app
from hyperchess.app.web.settings import Settings
from tests.app.web.api import wait_until

_TOO_LARGE = b'{"text": "' + b"x" * 6_000_000 + b'"}'


@contextmanager
def listening(data: Path, **settings: Any) -> Iterator[int]:
    """The server in a thread of this process; its port."""
    with socket.create_server(("127.0.0.1", 0), backlog=1_000) as listener:
        port = listener.getsockname()[1]
        chosen = Settings(data, port=port, **settings)
        server = uvicorn.Server(listening_config(create_app(chosen), chosen))
        thread = Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
        thread.start()
        try:
            wait_until(lambda: server.started)
            yield port
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with listening(tmp_path_factory.mktemp("data")) as port:
        yield port


def _read_all(connection: socket.socket) -> bytes:
    connection.settimeout(300)
    data = b""
    while piece := connection.recv(65_536):
        data += piece
    return data


def _head(port: int, length: int) -> bytes:
    lines = ("POST /api/check HTTP/1.1", f"Host: 127.0.0.1:{port}", "Content-Type: application/json")
    return "\r\n".join((*lines, f"Content-Length: {length}", "", "")).encode()


def test_a_large_body_is_refused_by_an_answer_that_clients_can_read(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request("POST", "/api/check", _TOO_LARGE, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    assert (answer.status, json.load(answer)["error"]["code"]) == (413, "too-large")
    connection.close()
    found = httpx2.post(
        f"http://127.0.0.1:{port}/api/check",
        content=_TOO_LARGE,
        headers={"content-type": "application/json"},
        timeout=300,
    )
    assert (found.status_code, found.json()["error"]["code"]) == (413, "too-large")


def test_a_large_body_is_refused_whether_or_not_it_is_sent(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as all_of_it:
        all_of_it.sendall(_head(port, len(_TOO_LARGE)) + _TOO_LARGE)
        assert _read_all(all_of_it).startswith(b"HTTP/1.1 413 ")
    with socket.create_connection(("127.0.0.1", port)) as nothing_of_it:  # as with `Expect: 100-continue`
        nothing_of_it.sendall(_head(port, len(_TOO_LARGE)))
        nothing_of_it.settimeout(300)
        assert nothing_of_it.recv(100).startswith(b"HTTP/1.1 413 ")


def _padded_head(port: int, size: int, *, headers: int, path: int = 0) -> bytes:
    """The head of a request with `size` bytes in all."""
    lines = [f"GET /api/about?{'x' * path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
    lines += [f"X-Padding-{number}: {'x' * 100}" for number in range(headers)]
    head = "\r\n".join((*lines, "X-Last: {}", "", ""))
    return head.format("x" * (size - len(head) + 2)).encode()


@pytest.mark.parametrize("shape", [{"headers": 0}, {"headers": 200}, {"headers": 0, "path": 20_000}])
@pytest.mark.parametrize("in_pieces", [False, True])
def test_the_head_of_a_request_has_a_size(port: int, shape: dict[str, int], in_pieces: bool) -> None:
    for size, expected in ((LARGEST_HEAD, b"200"), (LARGEST_HEAD + 1, b"400"), (40_000, b"400")):
        head = _padded_head(port, size, **shape)
        assert len(head) == size
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for start in range(0, size, 1_000 if in_pieces else size):
                try:
                    connection.sendall(head[start : start + (1_000 if in_pieces else size)])
                except OSError:  # it was refused and closed before all of it was sent
                    break
            try:
                answer = _read_all(connection)
            except ConnectionResetError:
                assert in_pieces and size > LARGEST_HEAD
                continue
            assert answer.startswith(b"HTTP/1.1 " + expected), (size, answer[:100])


def test_unfinished_heads_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Connections] = []

    def make(**options: Any) -> Connections:
        made.append(Connections(**options))
        return made[-1]

    monkeypatch.setattr("hyperchess.app.web.listening.Connections", make)
    with listening(tmp_path, head_seconds=600) as port, ExitStack() as stack:
        used = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        used.sendall(f"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        assert used.recv(65_536).startswith(b"HTTP/1.1 200 ")
        made[0].seconds = 0.0
        used.sendall(b"GET / HT")  # a second request that is not finished, on the same connection
        silent = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        for connection in (used, silent):
            assert b"HTTP/1.1 408 " in _read_all(connection)
        wait_until(lambda: not made[0].open)


def test_unfinished_bodies_hold_nobody_up(tmp_path: Path) -> None:
    with listening(tmp_path, max_requests=10) as port, ExitStack() as stack:
        for _ in range(300):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            connection.sendall(_head(port, 1_000) + b'{"text": "')
        assert httpx2.get(f"http://127.0.0.1:{port}/api/about", timeout=300).status_code == 200


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    with listening(tmp_path, connections_each=3) as port, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        with socket.create_connection(("127.0.0.1", port)) as one_more:
            assert b"HTTP/1.1 503 " in _read_all(one_more)
        stack.close()

        def is_let_in() -> bool:
            try:
                answer = httpx2.get(f"http://127.0.0.1:{port}/api/about", timeout=300)
            except httpx2.TransportError:
                return False
            return answer.status_code == 200

        wait_until(is_let_in)


def test_a_path_that_no_system_could_open_is_not_found(port: int) -> None:
    for path in ("x" * 300 + ".js", "x/" * 2_000 + "x.js", "js/" + "%00.js"):
        answer = httpx2.get(f"http://127.0.0.1:{port}/{path}", timeout=300)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    ("proxies", "codes"), [("127.0.0.1", [200, 429, 200]), ("192.0.2.1", [200, 429, 429])]
)
def test_only_a_proxy_says_from_whom_a_request_comes(tmp_path: Path, proxies: str, codes: list[int]) -> None:
    """The rate is that of the address which a proxy tells; others may tell what they like."""
    with listening(tmp_path, proxies=proxies, rate=1e-9) as port:
        answers = [
            httpx2.get(
                f"http://127.0.0.1:{port}/api/about", headers={"x-forwarded-for": address}, timeout=300
            ).status_code
            for address in ("203.0.113.1", "203.0.113.1", "203.0.113.2")
        ]
    assert answers == codes
