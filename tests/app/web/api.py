"""A server within the test, and a client that may talk to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from hyperchess.app.web.server import create_app
from hyperchess.app.web.settings import Settings


@contextmanager
def served(data: Path) -> Iterator[TestClient]:
    """The app as it runs, studies and workers included, until the block ends."""
    settings = Settings(data)
    with TestClient(create_app(settings), base_url=f"http://localhost:{settings.port}") as client:
        yield client


def study(client: TestClient, text: str) -> Any:
    """A new study of a text."""
    answer = client.post("/api/studies", json={"text": text})
    assert answer.status_code == 201, answer.text
    return answer.json()
