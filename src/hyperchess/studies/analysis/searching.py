"""Long-running queries about a position: a forced mate, the number of actions, a status with more time.

The results are data for programs and a sentence for people. This module imports little, so that a process for
one query starts quickly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

from hyperchess import infinite, multiverse
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted

if TYPE_CHECKING:
    from hyperchess.analysis.mates.solution import AnySolution

__all__ = ["Progress", "Report", "SearchKind", "SearchResult", "SearchTask"]

SearchKind = Literal["mate", "count", "status"]
Progress: TypeAlias = dict[str, Any]

_FIRST_LIMIT = 1_000
_GROWTH = 8
_MOST_LISTED = 100  # first actions in a result
_LARGEST = 2**53  # the largest integer that every JSON reader supports
_FAR = 10**1_001  # beyond every valid coordinate


class SearchResult(NamedTuple):
    """The result of a search: data for programs, and a sentence for people."""

    data: dict[str, Any]
    text: str


class Report(Protocol):
    """Callback for the progress of a search."""

    def __call__(self, progress: Progress, /) -> None:
        """Report progress."""


@dataclass(frozen=True)
class SearchTask:
    """A query about a position, and its time limit."""

    kind: SearchKind
    position: multiverse.Position | infinite.Position
    seconds: float
    mate_in: int = 1

    def run(self, report: Report) -> SearchResult:
        """Run the query."""
        if self.kind == "mate":
            return self._mate(report)
        if self.kind == "count":
            return self._count(report)
        return self._status()

    def late(self, progress: Progress) -> SearchResult:
        """Return the result so far when the time is up."""
        if self.kind == "mate":
            return self._late_mate(progress.get("refuted", 0))
        if self.kind == "count":
            return _count_answer(progress.get("at_least", 0), exact=False)
        return _status_answer("unknown", over=False)

    def _late_mate(self, refuted: int) -> SearchResult:
        from hyperchess.analysis.mates.solution import Outcome, Solution, Stop

        return _mate_answer(
            Solution(
                position=self.position,
                asked=self.mate_in,
                outcome=Outcome.UNKNOWN,
                mate_in=None,
                refuted=refuted,
                winning=(),
                all_examined=False,
                stop=Stop.TIME,
            )
        )

    def _mate(self, report: Report) -> SearchResult:
        """Search for the shortest mate."""
        from hyperchess.analysis.mates.solution import Progress as Reached
        from hyperchess.analysis.mates.solve import solve

        report({"length": 1, "refuted": 0})

        def told(progress: Reached) -> None:
            report({"length": progress.length, "refuted": progress.refuted, "nodes": progress.nodes})

        return _mate_answer(solve(self.position, self.mate_in, Budget(seconds=self.seconds), progress=told))

    def _count(self, report: Report) -> SearchResult:
        if isinstance(self.position, infinite.Position):
            moves = self.position.moves()
            if not moves.is_finite:
                return SearchResult({"count": None, "exact": True}, "there are infinitely many moves")
            found = moves.count(-_FAR, _FAR, -_FAR, _FAR)
            return _count_answer(int(found), exact=found.is_exact)
        meter = Budget(seconds=self.seconds).start()
        count, limit = 0, _FIRST_LIMIT
        try:
            while True:
                count = self.position.count_actions(limit, meter.left())
                if count < limit:
                    return _count_answer(count, exact=True)
                report({"at_least": count})
                limit *= _GROWTH
        except BudgetExhausted:
            return _count_answer(count, exact=False)

    def _status(self) -> SearchResult:
        if isinstance(self.position, infinite.Position):
            found = self.position.status
            return _status_answer(found.verdict.value, over=found.is_over, text=str(found))
        status = self.position.find_status(Budget(seconds=self.seconds))
        return _status_answer(status.word, over=status.is_over)


def _mate_answer(solution: AnySolution) -> SearchResult:
    """Return the result; `exact` is false if moves were skipped: far ones of infinite chess, or duals."""
    from hyperchess.analysis.verdict import describe_solution

    verdict = describe_solution(solution)
    winning = [str(action).split(" ") for action in solution.winning[:_MOST_LISTED]]
    data: dict[str, Any] = {
        "outcome": solution.outcome.value,
        "verdict": verdict.code.value,
        "mate_in": solution.mate_in,
        "refuted": solution.refuted,
        "winning": winning,
        "ways": len(solution.winning),
        "exact": solution.exact and (solution.all_examined or solution.margin is not None or not winning),
    }
    return SearchResult(data, verdict.sentence)


def _count_answer(count: int, *, exact: bool) -> SearchResult:
    amount = "1 legal action" if count == 1 else f"{count:,} legal actions"
    text = (
        f"there {'is' if count == 1 else 'are'} {amount}" if exact else f"the time is up: at least {amount}"
    )
    return SearchResult({"count": count if count <= _LARGEST else str(count), "exact": exact}, text)


def _status_answer(verdict: str, *, over: bool, text: str = "") -> SearchResult:
    if not text:
        text = "the time is up: the verdict is not known" if verdict == "unknown" else verdict
    return SearchResult({"verdict": verdict, "over": over}, text)
