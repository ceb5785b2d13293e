"""Problems of checked files as plain values, and as text, JSON, SARIF 2.1.0 or GitHub annotations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING
from urllib.parse import quote

import typer

from hyperchess.app.cli.terminal import Styled
from hyperchess.text import visible_line

if TYPE_CHECKING:
    from hyperchess.text import Problem

__all__ = ["FORMATS", "LEVELS", "Finding", "format_finding", "github_line", "make_finding", "sarif"]

LEVELS = ("info", "warning", "error")
FORMATS = ("text", "json", "sarif", "github")
_COLORS = {"error": typer.colors.RED, "warning": typer.colors.YELLOW, "info": typer.colors.CYAN}
_GITHUB = {"error": "error", "warning": "warning", "info": "notice"}
_SARIF = {"error": "error", "warning": "warning", "info": "note"}
_CARETS = re.compile(r"(\^+)$")


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem: its position, its code, its message, and the source line with a caret."""

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

    def data(self) -> dict[str, object]:
        """For JSON: everything but the picture."""
        fields = asdict(self)
        del fields["picture"]
        return fields


def make_finding(problem: Problem) -> Finding:
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


def format_finding(finding: Finding) -> Iterator[str | Styled]:
    """A finding like a compiler's, in pieces that have colours."""
    color = _COLORS[finding.severity]
    yield Styled(f"{visible_line(finding.file)}:{finding.line}:{finding.column}:", bold=True)
    yield " "
    yield Styled(f"{finding.severity}[{finding.code}]", color, bold=True)
    yield f": {finding.message}\n"
    if finding.picture:
        line, carets, _ = _CARETS.split(finding.picture)
        yield line
        yield Styled(carets, color, bold=True)
        yield "\n"
    if finding.hint:
        yield Styled("  = hint: ", typer.colors.GREEN)
        yield f"{finding.hint}\n"


def github_line(finding: Finding) -> str:
    """Return a workflow command, which GitHub shows next to the line.

    >>> github_line(Finding("a,b.5dpgn", 3, 4, 3, 7, "error", "illegal-move", "100% no", "", None, ""))
    '::error file=a%2Cb.5dpgn,line=3,endLine=3,col=4,endColumn=7,title=illegal-move::100%25 no'
    """
    message = finding.message + (f" (hint: {finding.hint})" if finding.hint else "")
    place = (
        f"file={_property(finding.file)},line={finding.line},endLine={finding.end_line},"
        f"col={finding.column},endColumn={max(finding.end_column, finding.column)}"
    )
    return f"::{_GITHUB[finding.severity]} {place},title={_property(finding.code)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def sarif(findings: Sequence[Finding], version: str) -> dict[str, object]:
    """A log of one run as SARIF 2.1.0."""
    from hyperchess.notation.codes import codes

    known = codes()
    used = sorted({finding.code for finding in findings})
    rules = [
        {
            "id": code,
            "shortDescription": {"text": known[code].title if code in known else code},
            **({"fullDescription": {"text": known[code].meaning}} if code in known else {}),
        }
        for code in used
    ]
    driver = {"name": "hyperchess", "version": version, "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": list(_sarif_results(findings, used)),
            }
        ],
    }


def _sarif_results(findings: Iterable[Finding], rules: Sequence[str]) -> Iterable[dict[str, object]]:
    for finding in findings:
        artifact = {"uri": quote(PurePath(finding.file).as_posix())}
        region = {
            "startLine": finding.line,
            "startColumn": finding.column,
            "endLine": finding.end_line,
            "endColumn": max(finding.end_column, finding.column),
        }
        hint = f"\nHint: {finding.hint}" if finding.hint else ""
        result: dict[str, object] = {
            "ruleId": finding.code,
            "ruleIndex": rules.index(finding.code),
            "level": _SARIF[finding.severity],
            "message": {"text": finding.message + hint},
            "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        }
        if finding.fix is not None:
            replacement = {"deletedRegion": region, "insertedContent": {"text": finding.fix}}
            change = {"artifactLocation": artifact, "replacements": [replacement]}
            result["fixes"] = [{"description": {"text": "apply the fix"}, "artifactChanges": [change]}]
        yield result
