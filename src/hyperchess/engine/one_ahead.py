"""One-ply search with the Python rules: tries actions until the limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any, TypeVar

from hyperchess.budget import Meter
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import Line, OnReport, SearchReport
from hyperchess.engine.score import Score
from hyperchess.engine.stopping import Stopping
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
        limit: Limit,
        lines: int,
        on_report: OnReport | None,
        stopping: Stopping,
        *,
        started: float | None = None,
        meter: Meter | None = None,
    ) -> SearchReport:
        """Return the best actions. The first one is always scored, so that there is a move.

        The time limit counts from `started`, or from this call. `meter` counts positions searched in addition
        to those after the actions.
        """
        started = monotonic() if started is None else started
        best: list[Line] = []
        seen = 0
        with suppress(BudgetExhausted):
            for action in actions:
                seen += 1
                best.append(Line(score(action), (action,), 1, seen))
                best.sort(key=lambda line: line.score.as_centipawns(), reverse=True)
                del best[lines:]
                late = limit.seconds is not None and monotonic() - started >= limit.seconds
                if late or stopping.is_stopped:
                    break
        nodes = seen if meter is None else seen + meter.rounds
        found = tuple(replace(line, nodes=nodes) for line in best)
        thought = SearchReport(found, min(seen, 1), nodes, nodes, monotonic() - started)
        if on_report is not None:
            on_report(thought)
        return thought

    def clear(self) -> None:
        """Do nothing: there is no table."""
