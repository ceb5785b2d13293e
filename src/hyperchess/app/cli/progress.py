"""A progress bar for what takes longer than a second, on standard error if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

__all__ = ["Progress"]

_PATIENCE = 1.0  # seconds before there is a bar


class Progress:
    """Counts files and games, and shows them with their rate and the time that remains."""

    def __init__(self, what: str, total: int, *, quiet: bool = False) -> None:
        self.what = what
        self.total = total
        self.files = self.games = 0
        self._began = monotonic()
        self._wanted = not quiet and sys.stderr.isatty()
        self._bar: RichProgress | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    @property
    def is_shown(self) -> bool:
        """Whether there is a bar."""
        return self._bar is not None

    @property
    def rate(self) -> float:
        """Games for each second so far."""
        return self.games / max(monotonic() - self._began, 1e-9)

    def advance(self, games: int) -> None:
        """One file more is done, with so many games."""
        self.files += 1
        self.games += games
        if self._wanted and self._bar is None and monotonic() - self._began > _PATIENCE:
            self._bar = _new_bar()
            self._bar.add_task(self.what, total=self.total, rate="")
            self._bar.start()
        if self._bar is not None:
            rate = f"{self.rate:,.0f} games/s"
            self._bar.update(self._bar.task_ids[0], completed=self.files, rate=rate)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar away while something else is printed."""
        if self._bar is not None:
            self._bar.stop()
        yield
        if self._bar is not None:
            self._bar.start()


def _new_bar() -> RichProgress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    return RichProgress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("files, {task.fields[rate]},"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
