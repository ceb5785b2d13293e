"""Analysis boards that the language server has started, each a process of `hyperchess serve`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hyperchess.errors import HyperchessError

__all__ = ["BoardProcesses"]

_ADDRESS = re.compile(r"(http://\S+)")


class BoardProcesses:
    """The processes; they end with the language server."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[str]] = []
        self._folders: list[TemporaryDirectory[str]] = []

    def start(self, name: str, text: str) -> str:
        """Open a text on a new board and return its address; raise `HyperchessError` if that fails.

        The text is that of the editor, which need not be saved.
        """
        folder = TemporaryDirectory(prefix="hyperchess-")
        self._folders.append(folder)
        file = Path(folder.name) / (name.strip(".") or "game.txt")
        file.write_text(text, encoding="utf-8", newline="")
        command = [sys.executable, "-m", "hyperchess", "serve", str(file), "--no-browser"]
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self._processes.append(process)
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line.strip())
            found = _ADDRESS.search(line)
            if found is not None:
                return found[1]
        raise HyperchessError(f"the analysis board did not start: {' '.join(lines)[-500:]}")

    def end(self) -> None:
        """End all processes and remove their files."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.wait()
            if process.stdout is not None:
                process.stdout.close()
        for folder in self._folders:
            folder.cleanup()
