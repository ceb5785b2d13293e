"""The one collector of problems that every reader uses: bounded, and never silent about its bound.

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
    """The problems found in a text so far: at most `limit` errors, and as many that are none.

    What exceeds a limit is not kept, but the list then ends with a `limit` problem, at the place of the first
    one that is missing in it. If that is an error, the collector is `full`, and a reader stops reading:
    `stop` says so in the list.
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
        self.full = False  # whether there are more errors than fit: a reader need not go on
        self.added = 0  # how many were added to this collector, kept or not
        self.warned = 0  # and how many of these are errors or warnings
        self._found: list[Problem] = []
        self._errors = 0
        self._kept_last = False
        self._missing: Span | None = None  # where the first error stands that is one too many
        self._missing_note: Span | None = None  # and the first problem that is no error
        self._stopped = False
        if found:
            self.extend(found)

    def copy(self) -> Problems:
        """A collector with the same problems: what is added to it does not change this one."""
        copied = Problems(self.source, limit=self.limit)
        copied._found, copied._errors = self._found.copy(), self._errors
        copied.full, copied._missing, copied._stopped = self.full, self._missing, self._stopped
        copied._missing_note = self._missing_note
        return copied

    def add(self, problem: Problem) -> None:
        """Keep a problem, or that there are more than fit."""
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
        """Keep several problems."""
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
        """Keep a problem of the source; `fix` is the text that would replace the span."""
        if self._missing_note is not None and severity is not Severity.ERROR:  # none of these is kept
            self.added += 1
            self.warned += severity is not Severity.INFO
            self._kept_last = False
            return
        edit = None if fix is None else Edit(span, fix)
        self.add(Problem(self.source, span, code, message, hint, severity, edit))

    def retract(self) -> None:
        """Take back the problem that was added last, if it was kept."""
        if self._kept_last:
            self._kept_last = False
            self._errors -= self._found.pop().severity is Severity.ERROR

    def stop(self) -> None:
        """Note that the text behind the last problem was not read."""
        self._stopped = True

    def listed(self) -> tuple[Problem, ...]:
        """The problems in the order of the text; at the end, if there are more, the problem that says so."""
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
