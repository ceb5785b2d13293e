"""A server that is killed while two clients edit one study: nothing is lost, and nothing made twice."""

import http.client
import json
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any
from uuid import uuid4

import pytest

from tests.app.web.api import wait_until

_EACH = 8  # edits of a client between two kills


def _call(address: str, path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/api{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


class _Server:
    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data = data
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "hyperchess", "serve", "--no-browser", "--data", str(self.data)]
        with (self.data / "server.log").open("ab") as log:
            self.process = subprocess.Popen([*command, "--port", str(self.port)], stdout=log, stderr=log)
        wait_until(self._answers)

    def _answers(self) -> bool:
        assert self.process.poll() is None, (self.data / "server.log").read_text(encoding="utf-8")
        try:
            return bool(_call(self.address, "/about"))
        except (OSError, http.client.HTTPException):
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class _Client(Thread):
    """Sends edits until it is stopped, each with an id, and again until it is answered."""

    def __init__(self, name: str, address: str, study: str) -> None:
        super().__init__()
        self.person, self.address, self.study = name, address, study
        self.made: list[str] = []
        self.sent = 0
        self.stopped = Event()

    def run(self) -> None:
        while not self.stopped.is_set():
            text = f"{self.person} {len(self.made)}"
            edit = {"type": "comment", "node": 0, "index": None, "text": text}
            body = {"operation": uuid4().hex, "person": self.person, "edit": edit}
            while True:
                self.sent += 1
                try:
                    _call(self.address, f"/studies/{self.study}/edits", body)
                    break
                except (
                    OSError,
                    ValueError,
                    http.client.HTTPException,
                ):  # no server, or one that died in the middle of an answer
                    sleep(0.01)
            self.made.append(text)


def _kill_often(data: Path, kills: int) -> None:
    server = _Server(data)
    server.start()
    try:
        study = _call(server.address, "/studies", {"variant": "Standard"})["id"]
        clients = [_Client(name, server.address, study) for name in ("ada", "bob")]
        for client in clients:
            client.start()
        for _ in range(kills):
            goals = [(client, len(client.made) + _EACH) for client in clients]
            wait_until(lambda goals=goals: all(len(client.made) >= goal for client, goal in goals))  # type: ignore[misc]
            server.kill()
            server.start()
        for client in clients:
            client.stopped.set()
            client.join()
        now = _call(server.address, f"/studies/{study}")
        comments = [comment["text"] for comment in now["nodes"][0]["comments"]]
        for client in clients:
            assert [text for text in comments if text.startswith(client.person)] == client.made
        assert now["revision"] == len(comments) + 1
    finally:
        server.kill()


@pytest.mark.slow
def test_two_clients_lose_nothing(tmp_path: Path) -> None:
    _kill_often(tmp_path, 3)


@pytest.mark.nightly
def test_two_clients_lose_nothing_for_long(tmp_path: Path) -> None:
    _kill_often(tmp_path, 50)
