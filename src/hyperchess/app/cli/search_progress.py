"""How far a search for mate has got: one line that changes, on standard error if that is a terminal."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.status import Status

    from hyperchess.analysis.solve import Progress

__all__ = ["SearchProgress", "line_of"]

_PATIENCE = 1.0  # seconds before there is a line


class SearchProgress:
    """Takes what a search reports, and shows it behind a title such as `game 3 of 7, `."""

    def __init__(self, title: str = "") -> None:
        self.title = title
        self._wanted = sys.stderr.isatty()
        self._line: Status | None = None

    def __enter__(self) -> SearchProgress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._line is not None:
            self._line.stop()

    def __call__(self, progress: Progress) -> None:
        """Show a report."""
        if not self._wanted or progress.seconds < _PATIENCE:
            return
        text = self.title + line_of(progress)
        if self._line is None:
            from hyperchess.app.cli.tables import console

            self._line = console(err=True).status(text)
            self._line.start()
        self._line.update(text)


def line_of(progress: Progress) -> str:
    """The report as a line.

    >>> from hyperchess.analysis.solve import Progress
    >>> line_of(Progress(2, 1200, 1.5, 7, 31, None))
    'mate in 2: 7 of 31 first actions tried, none mates; 1,200 nodes, 800/s'
    """
    total = "" if progress.first_actions_total is None else f" of {progress.first_actions_total:,}"
    rate = progress.nodes / max(progress.seconds, 1e-9)
    best = "none mates" if progress.best is None else f"{progress.best} mates"
    return (
        f"mate in {progress.length}: {progress.first_actions_done:,}{total} first actions tried, {best}; "
        f"{progress.nodes:,} nodes, {rate:,.0f}/s"
    )
