"""Collector of problems that all readers use; it is bounded and reports when it overflows.

>>> problems = Problems(Source("e4 e5 e6"), limit=2)
>>> for start in (6, 3, 0):
...     problems.report(Span(start, start + 2), "move", "not a move")
>>> [(problem.span.start, problem.code) for problem in problems.listed()]
[(3, 'move'), (6, 'move'), (0, 'limit')]
>>> problems.full, problems.listed()[-1].message
(True, 'more than 2 errors: the others are not listed')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hyperchess.text import MAX_PROBLEMS, Edit, Problem, Severity, Source, Span

__all__ = ["Problems"]


class Problems:
    """The problems found in a text so far: at most `limit` errors, and as many other problems.

    Problems beyond a limit are dropped, but the list then ends with a `limit` problem at the position of the
    first one dropped. If that one is an error, the collector is `full`, and a reader stops reading and
    records that with `stop`.
    """

    __slots__ = (
        "_errors",
        "_found",
        "_kept_last",
        "_missing",
        "_missing_note",
        "_stopped",
        "added",
        "full",
        "limit",
        "source",
        "warned",
    )

    def __init__(self, source: Source, found: Iterable[Problem] = (), *, limit: int = MAX_PROBLEMS) -> None:
        self.source = source
        self.limit = limit
        self.full = False  # whether there are more errors than the limit: a reader can stop
        self.added = 0  # number of problems added, kept or not
        self.warned = 0  # number of errors and warnings among them
        self._found: list[Problem] = []
        self._errors = 0
        self._kept_last = False
        self._missing: Span | None = None  # position of the first dropped error
        self._missing_note: Span | None = None  # position of the first other dropped problem
        self._stopped = False
        if found:
            self.extend(found)

    def copy(self) -> Problems:
        """Return an independent collector with the same problems."""
        copied = Problems(self.source, limit=self.limit)
        copied._found, copied._errors = self._found.copy(), self._errors
        copied.full, copied._missing, copied._stopped = self.full, self._missing, self._stopped
        copied._missing_note = self._missing_note
        return copied

    def add(self, problem: Problem) -> None:
        """Add a problem, or record that there are more than the limit."""
        self.added += 1
        self.warned += problem.severity is not Severity.INFO
        self._kept_last = False
        is_error = problem.severity is Severity.ERROR
        kept = self._errors if is_error else len(self._found) - self._errors
        if kept < self.limit:
            self._found.append(problem)
            self._errors += is_error
            self._kept_last = True
        elif not is_error:
            self._missing_note = self._missing_note or problem.span
        elif not self.full:
            self.full = True
            self._missing = problem.span

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add several problems."""
        for problem in problems:
            self.add(problem)

    def report(
        self,
        span: Span,
        code: str,
        message: str,
        severity: Severity = Severity.ERROR,
        *,
        hint: str = "",
        fix: str | None = None,
    ) -> None:
        """Add a problem of the source; `fix` is the text that would replace the span."""
        if self._missing_note is not None and severity is not Severity.ERROR:  # further ones are dropped
            self.added += 1
            self.warned += severity is not Severity.INFO
            self._kept_last = False
            return
        edit = None if fix is None else Edit(span, fix)
        self.add(Problem(self.source, span, code, message, hint, severity, edit))

    def retract(self) -> None:
        """Remove the last problem added, if it was kept."""
        if self._kept_last:
            self._kept_last = False
            self._errors -= self._found.pop().severity is Severity.ERROR

    def stop(self) -> None:
        """Record that the text after the last problem was not read."""
        self._stopped = True

    def listed(self) -> tuple[Problem, ...]:
        """Return the problems in the order of the text, and the `limit` problem if some were dropped."""
        found = sorted(self._found, key=_span)
        if self._missing is None and self._missing_note is None:
            return tuple(found)
        ends = {
            Severity.WARNING: (self._missing_note, "warnings and notes"),
            Severity.ERROR: (self._missing, "errors"),
        }
        last = [severity for severity, (span, _) in ends.items() if span is not None][-1:]
        for severity, (span, name) in ends.items():
            if span is not None:
                stopped = self._stopped and [severity] == last
                rest = "reading stopped here" if stopped else "the others are not listed"
                message = f"more than {self.limit:,} {name}: {rest}"
                found.append(Problem(self.source, span, "limit", message, severity=severity))
        return tuple(found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.listed())

    def __len__(self) -> int:
        return len(self._found) + self.full + (self._missing_note is not None)


def _span(problem: Problem) -> Span:
    return problem.span
