"""Progress of files and of searches, shown after a second on standard error if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock, Timer
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

from hyperchess.app.cli.terminal import console

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.status import Status

    from hyperchess.analysis.mates.solution import Progress as Reached

__all__ = ["Progress", "SearchProgress", "StatusLine", "format_progress"]

_PATIENCE = 1.0  # seconds before anything is shown


class Progress:
    """Counts files and games (or other things), and shows them with their rate and the time that remains."""

    def __init__(
        self, what: str, total: int, *, quiet: bool = False, of: str = "files", rated: str = "games"
    ) -> None:
        self.what = what
        self.total = total
        self._of = of
        self._rated = rated
        self.files = self.games = 0
        self._began = monotonic()
        self._wanted = not quiet and sys.stderr.isatty()
        self._bar: RichProgress | None = None
        self._lock = RLock()
        self._timer = Timer(_PATIENCE, self._show)  # one large file may take long before it is counted
        self._timer.daemon = True

    def __enter__(self) -> Progress:
        if self._wanted:
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._wanted = False
            if self._bar is not None:
                self._bar.stop()

    @property
    def is_shown(self) -> bool:
        """True if the bar is visible."""
        return self._bar is not None

    @property
    def rate(self) -> float:
        """Games per second so far."""
        return self.games / max(monotonic() - self._began, 1e-9)

    def advance(self, games: int, *, files: int = 1) -> None:
        """Count files and games that are done."""
        self.files += files
        self.games += games
        if monotonic() - self._began > _PATIENCE:
            self._show()
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=self.files, counts=self.counts)

    def _show(self) -> None:
        with self._lock:
            if self._wanted and self._bar is None:
                self._bar = _new_bar()
                self._bar.add_task(self.what, total=self.total, counts=self.counts)
                self._bar.start()

    @property
    def counts(self) -> str:
        """Numbers so far: `0/1 files, 1,200 games, 600 games/s`."""
        done = f"{self.files:,}/{self.total:,} {self._of}"
        if not self.games:
            return done
        games = [] if self._of == self._rated else [f"{self.games:,} {self._rated}"]
        return ", ".join([done, *games, f"{self.rate:,.0f} {self._rated}/s"])

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the bar while something else is printed."""
        with self._lock:
            if self._bar is not None:
                self._bar.stop()
            yield
            if self._bar is not None:
                self._bar.start()


def _new_bar() -> RichProgress:
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    return RichProgress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[counts]},"),
        TimeElapsedColumn(),
        TextColumn("so far,"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console(err=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


class StatusLine:
    """A line that changes while something is searched; shown on a terminal only."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._wanted = not quiet and sys.stderr.isatty()
        self._line: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._line is not None:
            self._line.stop()

    def show(self, words: str) -> None:
        """Put other words into the line."""
        if not self._wanted:
            return
        from rich.text import Text

        text = Text(words)
        if self._line is None:
            self._line = console(err=True).status(text)
            self._line.start()
        self._line.update(text)


class SearchProgress(StatusLine):
    """Shows the reports of a search for mate or another goal, after a title such as `game 3, `."""

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self.title = title

    def __call__(self, progress: Reached) -> None:
        """Show a report."""
        if progress.seconds >= _PATIENCE:
            self.show(self.title + format_progress(progress))


def format_progress(progress: Reached) -> str:
    """A report of a search as a line.

    >>> from hyperchess.analysis.mates.solution import Progress
    >>> format_progress(Progress(2, 1200, 1.5, 7, 31, None))
    'mate in 2: 7 of 31 first actions tried, none mates; 1,200 nodes, 800/s'
    """
    total = "" if progress.first_actions_total is None else f" of {progress.first_actions_total:,}"
    rate = progress.nodes / max(progress.seconds, 1e-9)
    does = "mates" if progress.goal == "mate" else "leads to it"
    best = f"{'none' if progress.best is None else progress.best} {does}"
    tried = f"{progress.first_actions_done:,}{total} first actions tried, {best}"
    return f"{progress.goal} in {progress.length}: {tried}; {progress.nodes:,} nodes, {rate:,.0f}/s"
