"""Problems of a text as values for the page, and the nodes to which they belong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hyperchess.studies.fields import Severity as SeverityName
from hyperchess.text import Problem, Severity, Span

__all__ = ["FixView", "ProblemView", "error_within", "view_problem"]


@dataclass(frozen=True, slots=True)
class FixView:
    """Replacement of a range of the text; offsets count code points."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class ProblemView:
    """A problem with its position; offsets count code points."""

    code: str
    severity: SeverityName
    message: str
    hint: str
    line: int
    column: int
    start: int
    end: int
    fix: FixView | None


def view_problem(problem: Problem) -> ProblemView:
    """Return the view of a problem for the page."""
    fix = problem.fix
    place = problem.source.place(problem.span.start)
    return ProblemView(
        problem.code,
        problem.severity.value,
        problem.message,
        problem.hint,
        place.line,
        place.column,
        problem.span.start,
        problem.span.end,
        None if fix is None else FixView(fix.span.start, fix.span.end, fix.text),
    )


def error_within(problems: Iterable[Problem], span: Span | None) -> Problem | None:
    """Return the first error that overlaps a range of the text, such as the span of a node.

    A problem of length 0 has no known position.
    """
    if span is None:
        return None
    for problem in problems:
        start, end = problem.span
        if problem.severity is Severity.ERROR and start < end and start < span.end and span.start < end:
            return problem
    return None
