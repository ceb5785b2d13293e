"""The engine's worker: runs a task and reports on it.

A browser's worker receives no messages while Python runs. So an engine searches in slices, between which a
request to cancel can arrive; its table keeps the results. A task that cannot be divided is ended with the
worker.
"""

from __future__ import annotations

import pickle
from asyncio import sleep
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any

from hyperchess.api.tasks import ReviewTask
from hyperchess.studies.analysis.searching import Progress, SearchResult
from hyperchess.studies.analysis.thinking import ThinkTask
from hyperchess.studies.data import json_text

__all__ = ["cancel", "run"]

_FIRST_SLICE, _LONGEST_SLICE = 0.2, 1.0  # seconds

_cancelled = False


def cancel() -> None:
    """Cancel the running task as soon as it can receive the request."""
    global _cancelled
    _cancelled = True


async def run(task: Any, report: Callable[[str], None]) -> str:
    """Run a task; return its answer with a sentence for users, as JSON."""
    global _cancelled
    _cancelled = False
    data = task if isinstance(task, bytes) else bytes(task.to_py())
    todo = pickle.loads(data)

    def told(progress: Progress) -> None:
        report(json_text(progress))

    if isinstance(todo, ThinkTask):
        answer = await _think(todo, told)
    else:
        answer = todo.run(told)
    found = answer.data
    if isinstance(todo, ReviewTask):
        found = {"found": pickle.dumps(found["found"]).hex()}
    return json_text({"answer": found, "text": answer.text})


async def _think(task: ThinkTask, report: Callable[[Progress], None]) -> SearchResult:
    """Analyse in slices; depths that were already reported are not reported again."""
    deepest = 0

    def told(progress: Progress) -> None:
        nonlocal deepest
        if progress["depth"] >= deepest:
            deepest = progress["depth"]
            report(progress)

    left, part = task.seconds, _FIRST_SLICE
    best: SearchResult | None = None
    while True:
        seconds = min(part, left)
        started = perf_counter()
        answer = replace(task, seconds=seconds).run(told)
        spent = perf_counter() - started
        left -= spent
        if best is None or answer.data["depth"] >= best.data["depth"]:
            best = answer
        await sleep(0)
        # A search that ends early has nothing left to search.
        if _cancelled or left <= 0.01 or spent < 0.5 * seconds:
            return best
        part = min(2 * part, _LONGEST_SLICE)
