"""A server within the test, and a client that may talk to it."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic, sleep
from typing import Any

import pytest
from starlette.testclient import TestClient

from hyperchess.app.web.server import create_app
from hyperchess.app.web.settings import Settings

LONG = '[Board "Standard"]\n' + " ".join(
    f"{number + 1}. {('Nf3 / Nf6', 'Ng1 / Ng8')[number % 2]}" for number in range(40_000)
)
"""A text that takes longer to read than any test waits."""

_PATIENCE = 300.0  # seconds after which something that should happen never will


def wait_until(happened: Callable[[], object]) -> None:
    """Wait for a condition."""
    end = monotonic() + _PATIENCE
    while not happened():
        assert monotonic() < end, "nothing happened"
        sleep(0.01)


@contextmanager
def served(data: Path, address: str = "", **chosen: Any) -> Iterator[TestClient]:
    """The app as it runs, studies and workers included, until the block ends."""
    settings = Settings(data, **chosen)
    with TestClient(create_app(settings), base_url=address or f"http://localhost:{settings.port}") as client:
        yield client


@contextmanager
def running(data: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A real server in a process of its own, and its address."""
    command = [sys.executable, "-m", "hyperchess", "serve", "--no-browser", "--data", str(data), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = None
            while address is None:
                line = process.stdout.readline()
                if not line:
                    assert process.stderr is not None
                    pytest.fail(process.stderr.read())
                address = re.search(r"http://\S+/", line)
            yield process, address.group().rstrip("/")
        finally:
            process.kill()


def study(client: TestClient, text: str) -> Any:
    """A new study of a text."""
    answer = client.post("/api/studies", json={"text": text})
    assert answer.status_code == 201, answer.text
    return answer.json()


def seated(client: TestClient, made: Any) -> list[dict[str, str]]:
    """The headers of both players of a new game; the opponent claims the seat."""
    key = token_urlsafe(24)
    answer = client.post(
        f"/api/studies/{made['study']}/match/seat",
        json={"key": key, "name": "Bob"},
        headers=by(made["friend"]),
    )
    assert answer.status_code == 200, answer.text
    return [by(made["key"]), by(key)]


def by(key: str) -> dict[str, str]:
    """The headers of a client with a key."""
    return {"Authorization": f"Bearer {key}"}


def applied(study: Any, change: Any) -> Any:
    """A copy of a study after a change: all of it is read off the answer to an edit."""
    nodes = {node["id"]: node for node in study["nodes"] if node["id"] not in change["removed"]}
    nodes.update((node["id"], node) for node in change["nodes"])
    state = {name: change[name] for name in ("revision", "can_undo", "can_redo")}
    return {**study, **change["head"], **state, "nodes": list(_in_order(nodes))}


def _in_order(nodes: dict[int, Any]) -> Iterator[Any]:
    waiting = [next(node for node in nodes.values() if node["parent"] is None)]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(nodes[child] for child in reversed(node["children"]))
