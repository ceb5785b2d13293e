"""Problems as plain values that can go to another process, into JSON or onto the screen."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperchess.text import Problem

__all__ = ["LEVELS", "Finding", "finding_of"]

LEVELS = ("info", "warning", "error")


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem: its place, its code, what to say about it, and the source line with a caret."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    severity: str
    code: str
    message: str
    hint: str
    fix: str | None
    picture: str

    @property
    def level(self) -> int:
        """How much it matters, from 0."""
        return LEVELS.index(self.severity)

    def data(self) -> dict[str, object]:
        """For JSON: everything but the picture."""
        fields = asdict(self)
        del fields["picture"]
        return fields


def finding_of(problem: Problem) -> Finding:
    """The problem without its source text."""
    source, span = problem.source, problem.span
    start = source.place(min(span.start, len(source.text)))
    end = source.place(max(span.start, min(span.end, len(source.text))))
    return Finding(
        file=source.name,
        line=start.line,
        column=start.column,
        end_line=end.line,
        end_column=end.column,
        severity=problem.severity.value,
        code=problem.code,
        message=problem.message,
        hint=problem.hint,
        fix=problem.fix.text if problem.fix is not None else None,
        picture=source.picture(span),
    )
