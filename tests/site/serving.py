"""A plain static server, such as any web host."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

__all__ = ["served_folder"]


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, asked: list[str], **options: Any) -> None:
        self.asked = asked
        super().__init__(*args, **options)

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()


@contextmanager
def served_folder(folder: Path, asked: list[str] | None = None) -> Iterator[str]:
    """Serve a folder and yield its address; requested paths are appended to `asked`."""
    handler = partial(_Handler, directory=str(folder), asked=[] if asked is None else asked)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
