"""A server that is killed while two clients edit one study: nothing is lost, and nothing made twice."""

from pathlib import Path
from threading import Event, Thread
from time import sleep
from uuid import uuid4

import pytest

from tests.app.web.api import wait_until
from tests.app.web.live.killing import LOST, Server, call

_EACH = 8  # edits of a client between two kills


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
                    call(self.address, f"/studies/{self.study}/edits", body)
                    break
                except LOST:
                    sleep(0.01)
            self.made.append(text)


def _kill_often(data: Path, kills: int) -> None:
    server = Server(data)
    server.start()
    try:
        study = call(server.address, "/studies", {"variant": "Standard"})["id"]
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
        now = call(server.address, f"/studies/{study}")
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
