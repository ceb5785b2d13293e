"""Append-only files of JSON lines, so that an interrupted run can be continued.

A process that is killed while writing leaves an incomplete last line. It is removed before the next entry is
written; all other lines stay.

>>> from tempfile import mkdtemp
>>> path = Path(mkdtemp()) / "games.jsonl"
>>> Journal(path, begins=("{",)).append({"game": 1})
>>> with path.open("a") as file:
...     written = file.write('{"game": 2, "resu')
>>> journal = Journal(path, begins=("{",))
>>> journal.entries, journal.note.removeprefix(str(path))
([{'game': 1}], ': the last line is incomplete (17 bytes) and is removed')
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from hyperchess.errors import HyperchessError

__all__ = ["Journal"]


class Journal:
    """An open journal: `entries` are the values of its lines.

    Raise `HyperchessError` naming the first line that is not JSON, or that starts with none of `begins`. The
    file is not changed before the first `append`, so that the caller can check the entries first.
    """

    def __init__(self, path: Path, *, begins: tuple[str, ...]) -> None:
        self.path = path
        self.entries: list[Any] = []
        self._begins = begins
        self._incomplete = 0  # bytes of the incomplete line at the end of the file
        if path.exists():
            self._read(path.read_bytes())

    @property
    def note(self) -> str:
        """A message about the incomplete line; empty if there is none."""
        if not self._incomplete:
            return ""
        return f"{self.path}: the last line is incomplete ({self._incomplete:,} bytes) and is removed"

    def append(self, entry: object) -> None:
        """Append an entry; it is on disk when this returns."""
        with self.path.open("ab") as file:
            if self._incomplete:
                file.truncate(file.tell() - self._incomplete)
                self._incomplete = 0
            file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _read(self, data: bytes) -> None:
        *lines, rest = data.split(b"\n")
        for number, line in enumerate(lines, 1):
            try:
                self.entries.append(json.loads(line))
            except ValueError:
                raise self._unreadable(number) from None
        if rest:
            text = rest.decode("utf-8", "replace")
            if not any(text.startswith(begin) or begin.startswith(text) for begin in self._begins):
                raise self._unreadable(len(lines) + 1)
            self._incomplete = len(rest)

    def _unreadable(self, line: int) -> HyperchessError:
        return HyperchessError(f"{self.path}, line {line}: this is not an entry of a journal in JSON")
