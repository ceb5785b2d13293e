"""The one collector of problems that every reader uses: bounded, and never silent about its bound.

>>> problems = Problems(Source("e4 e5 e6"), limit=2)
>>> for start in (6, 3, 0):
...     problems.report(Span(start, start + 2), "move", "not a move")
>>> [(problem.span.start, problem.code) for problem in problems.listed()]
[(3, 'move'), (6, 'move'), (0, 'limit')]
>>> problems.full, problems.listed()[-1].message
(True, 'more than 2 problems: the others are not listed')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hyperchess.text import MAX_PROBLEMS, Edit, Problem, Severity, Source, Span

__all__ = ["Problems"]


class Problems:
    """The problems found in a text so far, at most `limit`.

    What exceeds the limit is not kept, but the list then ends with one `limit` problem, at the place of the
    first problem that is missing in it. A reader asks `full` and stops reading: `stop` says so in the list.
    """

    __slots__ = ("_found", "_missing", "_stopped", "added", "full", "limit", "source")

    def __init__(self, source: Source, found: Iterable[Problem] = (), *, limit: int = MAX_PROBLEMS) -> None:
        self.source = source
        self.limit = limit
        self.full = False  # whether there are more problems than fit: a reader need not go on
        self.added = 0  # how many were added to this collector, kept or not
        self._found: list[Problem] = []
        self._missing: Span | None = None  # where the first problem stands that is one too many
        self._stopped = False
        self.extend(found)

    def copy(self) -> Problems:
        """A collector with the same problems: what is added to it does not change this one."""
        copied = Problems(self.source, limit=self.limit)
        copied._found = self._found.copy()
        copied.full, copied._missing, copied._stopped = self.full, self._missing, self._stopped
        return copied

    def add(self, problem: Problem) -> None:
        """Keep a problem, or that there are more than fit."""
        self.added += 1
        if len(self._found) < self.limit:
            self._found.append(problem)
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
        edit = None if fix is None else Edit(span, fix)
        self.add(Problem(self.source, span, code, message, hint, severity, edit))

    def retract(self) -> None:
        """Take back the problem that was kept last."""
        self._found.pop()

    def stop(self) -> None:
        """Note that the text behind the last problem was not read."""
        self._stopped = True

    def listed(self) -> tuple[Problem, ...]:
        """The problems in the order of the text; at the end, if there are more, the problem that says so."""
        found = sorted(self._found, key=_span)
        if self._missing is not None:
            rest = "reading stopped here" if self._stopped else "the others are not listed"
            message = f"more than {self.limit:,} problems: {rest}"
            found.append(Problem(self.source, self._missing, "limit", message))
        return tuple(found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.listed())

    def __len__(self) -> int:
        return len(self._found) + self.full


def _span(problem: Problem) -> Span:
    return problem.span
