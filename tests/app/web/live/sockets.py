"""A page that is in a study, as far as its websocket goes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from hyperchess.app.web.settings import DEFAULT_PORT

SOCKETS = f"ws://localhost:{DEFAULT_PORT}/api/studies"


@contextmanager
def here(
    client: TestClient, id: str, *, revision: int = 1, name: str = "Ada", **more: Any
) -> Iterator[WebSocketTestSession]:
    hello = {"type": "hello", "revision": revision, "person": name.lower(), "name": name, "color": "#123456"}
    with client.websocket_connect(f"{SOCKETS}/{id}/live") as socket:
        socket.send_json({**hello, **more})
        yield socket


def next_message(socket: WebSocketTestSession, type: str) -> Any:
    """The next message of a type. Those about people, and about players who come and go, come in between."""
    while True:
        message = socket.receive_json()
        if message["type"] == type:
            return message
        assert message["type"] in ("people", "match"), message


def wait_for_match(socket: WebSocketTestSession, is_expected: Callable[[Any], bool]) -> None:
    """Wait until the state of the match is the expected one; players come and go in between."""
    while not is_expected(next_message(socket, "match")["match"]):
        pass


def ended(socket: WebSocketTestSession) -> int:
    with pytest.raises(WebSocketDisconnect) as end:
        while True:
            socket.receive_json()
    return end.value.code
