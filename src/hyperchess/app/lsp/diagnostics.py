"""Problems of a document as diagnostics, and their fixes as code actions."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    Diagnostic,
    DiagnosticSeverity,
    TextEdit,
    WorkspaceEdit,
)

from hyperchess.app.lsp.document import Document
from hyperchess.text import MAX_PROBLEMS, Edit, Problem, Severity, Span, quote

__all__ = ["SOURCE", "fix_all", "list_diagnostics", "list_fixes"]

SOURCE = "hyperchess"
_SEVERITIES = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.INFO: DiagnosticSeverity.Information,
}


def list_diagnostics(document: Document) -> list[Diagnostic]:
    """Return the problems that have been found so far, at most `MAX_PROBLEMS`."""
    found: list[Diagnostic] = []
    if not document.text.strip():
        return found  # a new file is not a mistake
    for start, problem in _problems(document):
        if len(found) == MAX_PROBLEMS:
            message = f"more than {MAX_PROBLEMS:,} problems: the others are not listed"
            span = document.range(start, problem.span)
            found.append(Diagnostic(span, message, severity=DiagnosticSeverity.Warning, source=SOURCE))
            break
        found.append(_diagnostic(document, start, problem))
    return found


def _problems(document: Document) -> Iterator[tuple[int, Problem]]:
    """Yield the problems, each after the offset of its part."""
    for start, part in document.located():
        for problem in part.reading.problems if part.reading is not None else ():
            yield start, problem


def _diagnostic(document: Document, start: int, problem: Problem) -> Diagnostic:
    hint = f"\n{problem.hint}" if problem.hint else ""
    return Diagnostic(
        document.range(start, problem.span),
        problem.message + hint,
        severity=_SEVERITIES[problem.severity],
        code=problem.code or None,
        source=SOURCE,
    )


def list_fixes(document: Document, span: Span) -> list[CodeAction]:
    """Return the fixes of the problems that touch a span of the document."""
    actions = []
    for start, problem in _problems(document):
        first, last = start + problem.span.start, start + problem.span.end
        if problem.fix is None or first > span.end or last < span.start:
            continue
        edit = _edit(document, start, problem.fix)
        old = document.text[start + problem.fix.span.start : start + problem.fix.span.end]
        actions.append(
            CodeAction(
                _title(old, problem.fix.text),
                kind=CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(document, start, problem)],
                is_preferred=True,
                edit=WorkspaceEdit(changes={document.uri: [edit]}),
            )
        )
    return actions


def fix_all(document: Document) -> CodeAction | None:
    """Return all fixes as one action; of two that overlap, the one that starts first wins."""
    edits: list[TextEdit] = []
    done = -1
    fixes = [(start, problem.fix) for start, problem in _problems(document) if problem.fix is not None]
    for start, fix in sorted(fixes, key=lambda each: each[0] + each[1].span.start):
        if start + fix.span.start >= done:
            edits.append(_edit(document, start, fix))
            done = start + fix.span.end
    if not edits:
        return None
    return CodeAction(
        "Fix all problems that have a fix",
        kind=CodeActionKind.SourceFixAll,
        edit=WorkspaceEdit(changes={document.uri: list(edits)}),
    )


def _edit(document: Document, start: int, fix: Edit) -> TextEdit:
    return TextEdit(document.range(start, fix.span), fix.text)


def _title(old: str, new: str) -> str:
    """Describe a fix.

    >>> _title("z5", "e5"), _title("", "/ "), _title(")", "")
    ("Replace 'z5' by 'e5'", "Insert '/ '", "Remove ')'")
    """
    if not old:
        return f"Insert {quote(new)}"
    return f"Replace {quote(old)} by {quote(new)}" if new else f"Remove {quote(old)}"
