"""Outline and folding of a document: games and their variations, headers, comments."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind

from hyperchess.app.lsp.document import Document
from hyperchess.app.lsp.reading import Entry, Reading
from hyperchess.text import Span

__all__ = ["list_folds", "list_symbols"]


def list_symbols(document: Document) -> list[DocumentSymbol]:
    """Return the games and their variations."""
    return [
        _symbol(document, start, entry, SymbolKind.Class)
        for start, part in document.located()
        for entry in (part.reading.outline if part.reading is not None else ())
    ]


def _symbol(document: Document, start: int, entry: Entry, kind: SymbolKind) -> DocumentSymbol:
    text = document.text[start + entry.span.start : start + entry.span.end]
    span = Span(entry.span.start, entry.span.start + len(text.rstrip()))
    children = [_symbol(document, start, child, SymbolKind.Method) for child in entry.children]
    return DocumentSymbol(
        entry.name,
        kind,
        document.range(start, span),
        document.range(start, entry.head),
        detail=entry.detail or None,
        children=children,
    )


def list_folds(document: Document) -> list[FoldingRange]:
    """Return the games, variations, groups of headers and comments that have several lines."""
    folds = {}
    for start, part in document.located():
        if part.reading is None:
            continue
        for span, kind in _foldable(part.reading):
            text = part.text[span.start : span.end].rstrip()
            first = document.lines.line(start + span.start)
            last = document.lines.line(start + span.start + len(text))
            if last > first:
                folds[first, last] = FoldingRange(first, last, kind=kind)
    return [folds[key] for key in sorted(folds)]


def _foldable(reading: Reading) -> Iterator[tuple[Span, FoldingRangeKind | None]]:
    waiting = list(reading.outline)
    while waiting:
        entry = waiting.pop()
        yield entry.span, None
        waiting += entry.children
    yield from ((span, FoldingRangeKind.Comment) for span in reading.comments)
    yield from ((span, FoldingRangeKind.Region) for span in reading.headers)
