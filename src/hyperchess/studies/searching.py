"""Long questions about a position: a forced mate, the number of actions, a verdict with more time.

The answers are data for programs and a sentence for people. Little is imported here: a process that answers
one question starts quickly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from hyperchess import infinite, multiverse
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Status

__all__ = ["Answer", "Progress", "Report", "SearchKind", "SearchTask"]

SearchKind = Literal["mate", "count", "status"]
Progress: TypeAlias = dict[str, Any]

_FIRST_LIMIT = 1_000
_GROWTH = 8
_MOST_LISTED = 100  # first actions in an answer
_LARGEST = 2**53  # the largest number that every reader of JSON can hold
_FAR = 10**1_001  # beyond every coordinate that can be written


class Answer(NamedTuple):
    """What a search found: data for programs, and a sentence for people."""

    data: dict[str, Any]
    text: str


class Report(Protocol):
    """Is called with how far a search got."""

    def __call__(self, progress: Progress, /) -> None:
        """Pass on what is new."""


@dataclass(frozen=True)
class SearchTask:
    """A question about a position, and how long the answer may take."""

    kind: SearchKind
    position: multiverse.Position | infinite.Position
    seconds: float
    mate_in: int = 1

    def run(self, report: Report) -> Answer:
        """Answer the question."""
        if self.kind == "mate":
            return self._mate(report)
        if self.kind == "count":
            return self._count(report)
        return self._status()

    def late(self, progress: Progress) -> Answer:
        """What is known where the time ran out."""
        if self.kind == "mate":
            return _mate_answer("unknown", None, progress.get("refuted", 0), [], exact=True)
        if self.kind == "count":
            return _count_answer(progress.get("at_least", 0), exact=False)
        return _status_answer("unknown", over=False)

    def _mate(self, report: Report) -> Answer:
        """The shortest mate."""
        if isinstance(self.position, infinite.Position):
            return self._infinite_mate(self.position, report)
        from hyperchess.analysis.solve import Progress as Reached
        from hyperchess.analysis.solve import solve

        report({"length": 1, "refuted": 0})

        def told(progress: Reached) -> None:
            report({"length": progress.length, "refuted": progress.length - 1, "nodes": progress.nodes})

        solution = solve(self.position, self.mate_in, Budget(seconds=self.seconds), progress=told)
        winning = [list(map(str, action)) for action in solution.winning]
        # A dual may be missing where the time ran out after the first solution.
        exact = solution.all_examined or not winning
        return _mate_answer(solution.outcome.value, solution.mate_in, solution.refuted, winning, exact=exact)

    def _infinite_mate(self, position: infinite.Position, report: Report) -> Answer:
        """Length by length: so it can be told how far the search got."""
        from hyperchess.analysis.infinite_mates import solve_infinite

        meter = Budget(seconds=self.seconds).start()
        answer = self.late({})
        for length in range(1, self.mate_in + 1):
            report({"length": length, "refuted": length - 1})
            found = solve_infinite(position, length, budget=meter.left())
            refuted = length if found.outcome.value == "none" else length - 1
            winning = [[str(move)] for move in found.winning]
            answer = _mate_answer(found.outcome.value, found.mate_in, refuted, winning, exact=found.exact)
            if found.outcome.value == "mate" and not found.exact:
                answer = answer._replace(text=f"{answer.text}, as far as defences near the pieces go")
            if found.outcome.value != "none":
                break
        return answer

    def _count(self, report: Report) -> Answer:
        if isinstance(self.position, infinite.Position):
            moves = self.position.moves()
            if not moves.is_finite:
                return Answer({"count": None, "exact": True}, "there are infinitely many moves")
            return _count_answer(moves.count(-_FAR, _FAR, -_FAR, _FAR), exact=True)
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

    def _status(self) -> Answer:
        if isinstance(self.position, infinite.Position):
            found = self.position.status
            return _status_answer(found.verdict.value, over=found.is_over, text=str(found))
        status = self.position.find_status(Budget(seconds=self.seconds))
        return _status_answer(status.value, over=status in (Status.CHECKMATE, Status.STALEMATE))


def _mate_answer(
    outcome: str, mate_in: int | None, refuted: int, winning: list[list[str]], *, exact: bool
) -> Answer:
    """`exact` is false where moves were left out: far ones of infinite chess, or duals for lack of time."""
    data: dict[str, Any] = {
        "outcome": outcome,
        "mate_in": mate_in,
        "refuted": refuted,
        "winning": winning[:_MOST_LISTED],
        "ways": len(winning),
        "exact": exact,
    }
    if outcome == "mate":
        ways = "one first action forces it" if len(winning) == 1 else f"{len(winning)} first actions force it"
        return Answer(data, f"mate in {mate_in}: {ways}")
    if outcome == "none":
        return Answer(data, f"there is no mate in {refuted}{'' if exact else ' among moves near the pieces'}")
    known = f"no mate in {refuted}; more" if refuted else "a mate in 1"
    return Answer(data, f"the time is up: {known} is not known")


def _count_answer(count: int, *, exact: bool) -> Answer:
    amount = "1 legal action" if count == 1 else f"{count:,} legal actions"
    text = (
        f"there {'is' if count == 1 else 'are'} {amount}" if exact else f"the time is up: at least {amount}"
    )
    return Answer({"count": count if count <= _LARGEST else str(count), "exact": exact}, text)


def _status_answer(verdict: str, *, over: bool, text: str = "") -> Answer:
    if not text:
        text = "the time is up: the verdict is not known" if verdict == "unknown" else verdict
    return Answer({"verdict": verdict, "over": over}, text)
