"""A real server in a process of its own, for the tests of the page."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.page.board import PATIENCE

__all__ = ["start_server", "stop_server"]


def start_server(data: Path, port: int, *options: str, **variables: str) -> subprocess.Popen[bytes]:
    """Start a server with its studies in a folder, and wait until it answers, whatever that is."""
    command = [sys.executable, "-m", "hyperchess", "serve", "--no-browser", "--port", str(port)]
    data.mkdir(parents=True, exist_ok=True)
    log = data / "server.log"
    with log.open("ab") as output:
        server = subprocess.Popen(
            [*command, "--data", str(data), *options],
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUTF8": "1", **variables},
        )
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/about", timeout=1):
                return server
        except urllib.error.HTTPError:
            return server
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"the server did not start:\n{log.read_text(encoding='utf-8', errors='replace')}")


def stop_server(server: subprocess.Popen[bytes]) -> None:
    """End a server in order."""
    server.terminate()
    server.wait(PATIENCE)
