"""One-ply search with the Python rules: tries actions until the limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from time import monotonic
from typing import Any, TypeVar

from hyperchess.budget import Meter, watched
from hyperchess.engine.lines import Line, OnReport, SearchReport
from hyperchess.engine.score import Score
from hyperchess.errors import BudgetExhausted

__all__ = ["OneAhead"]

_Action = TypeVar("_Action", bound=tuple[Any, ...])


class OneAhead:
    """A search without a transposition table."""

    memory = 0

    def look(
        self,
        actions: Iterable[_Action],
        score: Callable[[_Action], Score],
        estimate: Callable[[_Action], Score],
        meter: Meter,
        lines: int,
        on_report: OnReport | None,
    ) -> SearchReport:
        """Return the best actions; listing and scoring them ends when the meter is exhausted.

        The first action gets at least the score of `estimate`, which must be fast. The rounds of the meter
        are positions searched in addition to those after the actions.
        """
        started = monotonic()
        best: list[Line] = []
        seen = 0
        is_exhausted = False
        try:
            with watched(meter.poll):
                for action in actions:
                    seen += 1
                    try:
                        found = score(action)
                    except BudgetExhausted:
                        if best:
                            raise
                        found = estimate(action)
                    best.append(Line(found, (action,), 1, seen))
                    best.sort(key=lambda line: line.score.as_centipawns(), reverse=True)
                    del best[lines:]
                    meter.poll()
        except BudgetExhausted:
            is_exhausted = True
        nodes = seen + meter.rounds
        found_lines = tuple(replace(line, nodes=nodes) for line in best)
        seconds = monotonic() - started
        report = SearchReport(found_lines, min(seen, 1), nodes, nodes, seconds, is_exhausted and not best)
        if on_report is not None:
            on_report(report)
        return report

    def clear(self) -> None:
        """Do nothing: there is no table."""
