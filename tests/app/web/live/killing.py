"""Real servers that tests kill, and requests to them."""

import http.client
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from tests.app.web.api import wait_until
from tests.ports import free_port

__all__ = ["LOST", "Server", "call"]

LOST = (OSError, ValueError, http.client.HTTPException)
"""Errors of a request without a server, or to one that died in the middle of a response."""


def call(address: str, path: str, body: object = None, key: str = "", **headers: str) -> Any:
    """The response of a server to a request; `LOST` errors mean that it may or may not have been served."""
    data = None if body is None else json.dumps(body).encode()
    given = {"Content-Type": "application/json", **headers}
    if key:
        given["Authorization"] = f"Bearer {key}"
    request = urllib.request.Request(f"{address}/api{path}", data, given)
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


class Server:
    """A real server that can be killed, and started again at the same address."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.port = free_port()
        self.data = data
        self.environment = {**os.environ, **environment}
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "hyperchess", "serve", "--no-browser", "--data", str(self.data)]
        with (self.data / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port)], stdout=log, stderr=log, env=self.environment
            )
        wait_until(self._answers)

    def _answers(self) -> bool:
        assert self.process.poll() is None, (self.data / "server.log").read_text(encoding="utf-8")
        try:
            return bool(call(self.address, "/about"))
        except (OSError, http.client.HTTPException):
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
