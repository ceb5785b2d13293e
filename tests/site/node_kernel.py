"""The kernel for browsers in node, as the module `hyperchess_kernel` that a browser gives to Python.

`use_browser_kernel()` puts it under the same bridge that browsers use, as `hyperchess._native`: what is
imported afterwards runs on it.
"""

from __future__ import annotations

import atexit
import struct
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from hyperchess.app.site.pyodide import node_command

__all__ = ["NodeKernel", "use_browser_kernel"]

_APP = Path(__file__).parents[2] / "src" / "hyperchess" / "app"
_HERE = Path(__file__).parent


class NodeKernel(ModuleType):
    """Stand-in for the module `hyperchess_kernel`."""

    def __init__(self) -> None:
        super().__init__("hyperchess_kernel")
        node = node_command("node")
        assert node is not None
        files = [_HERE / "kernel_process.mjs", _APP / "page/js/data/kernel.js", _APP / "site/kernel.wasm"]
        self._process = subprocess.Popen(
            [*node, *map(str, files)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        atexit.register(self.close)
        self._buffer = bytearray()
        self._last = b""
        self._listener: Callable[[int], None] = lambda used: None

    @property
    def memory(self) -> int:
        """The bytes that the kernel takes."""
        self._send("memory size", b"")
        self._receive()
        (size,) = struct.unpack("<q", self._last)
        return int(size)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            _open(pipe).close()

    def attach(self, buffer: bytearray) -> None:
        self._buffer = buffer

    def on_watch(self, listener: Callable[[int], None]) -> None:
        self._listener = listener

    def again(self, count: int) -> None:
        self._fill()

    def _fill(self) -> None:
        size = min(len(self._last), len(self._buffer))
        self._buffer[:size] = self._last[:size]

    def bind(self, name: str) -> Callable[[int], int]:
        def call(count: int) -> int:
            self._send(name, bytes(self._buffer[: 8 * count]))
            while True:
                kind, used = self._receive()
                if kind == 0:
                    return used
                self._listener(used)
                self._send("", b"")

        return call

    def _send(self, name: str, words: bytes) -> None:
        pipe = _open(self._process.stdin)
        pipe.write(struct.pack("<ii", len(name), len(words) // 8) + name.encode("ascii") + words)
        pipe.flush()

    def _receive(self) -> tuple[int, int]:
        pipe = _open(self._process.stdout)
        head = pipe.read(12)
        if len(head) < 12:
            raise RuntimeError("the kernel for browsers has ended")
        kind, used, count = struct.unpack("<iii", head)
        self._last = pipe.read(8 * count)
        self._fill()
        return kind, used


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def use_browser_kernel() -> Any:
    """Let the kernel for browsers stand for the compiled module, before that is imported."""
    if "hyperchess._native" in sys.modules:
        raise RuntimeError("the compiled module is in use already")
    sys.modules["hyperchess_kernel"] = NodeKernel()
    bridge = import_module("hyperchess.app.site.bridge")
    sys.modules["hyperchess._native"] = bridge
    hyperchess = import_module("hyperchess")
    hyperchess._native = bridge  # type: ignore[attr-defined]
    return bridge
