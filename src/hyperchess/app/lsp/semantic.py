"""Semantic tokens: those of the grammar; the moves of variations and unresolved moves are marked."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import SemanticTokensLegend

from hyperchess.app.lsp.document import Document
from hyperchess.app.lsp.grammar import KINDS, tokenize
from hyperchess.app.lsp.reading import Part
from hyperchess.text import Span

__all__ = ["LEGEND", "list_tokens"]

LEGEND = SemanticTokensLegend(
    list(dict.fromkeys(kind.semantic for kind in KINDS.values() if kind.semantic)),
    ["variation", "unresolved"],
)
"""The types and modifiers of tokens."""

_TYPES = {name: LEGEND.token_types.index(kind.semantic) for name, kind in KINDS.items() if kind.semantic}
_VARIATION, _UNRESOLVED = 1, 2


def list_tokens(document: Document, span: Span) -> list[int]:
    """Return the encoded tokens that start in a span of the document."""
    data: list[int] = []
    if document.is_json or document.notation is None:
        return data
    line = column = 0
    for offset, part in document.located():
        if offset + part.length < span.start or offset > span.end:
            continue
        for start, end, kind, modifiers in _tokens(document, part):
            if not span.start <= offset + start <= span.end:
                continue
            place = document.lines.position(offset + start)
            after = document.lines.position(offset + end)
            if place.line != line:
                column = 0
            data += (place.line - line, place.character - column, after.character - place.character)
            data += (kind, modifiers)
            line, column = place.line, place.character
    return data


def _tokens(document: Document, part: Part) -> Iterator[tuple[int, int, int, int]]:
    """Yield start, end, type and modifiers of the tokens of a part; none has several lines."""
    marked = _marked(document, part)
    place = 0
    text = part.text
    for token in tokenize(text[: part.length]):
        kind = _TYPES.get(token.kind)
        if kind is None:
            continue
        while place < len(marked) and marked[place][0].end <= token.start:
            place += 1
        is_marked = place < len(marked) and marked[place][0].start <= token.start
        modifiers = marked[place][1] if is_marked and token.kind in ("move", "place") else 0
        start = token.start
        for line in text[token.start : token.end].splitlines(keepends=True):
            content = line.rstrip()
            if content:
                yield start, start + len(content), kind, modifiers
            start += len(line)


def _marked(document: Document, part: Part) -> list[tuple[Span, int]]:
    """Return the spans of moves with modifiers, in the order of the text."""
    found: list[tuple[Span, int]] = []
    if part.reading is None:  # being read: the moves are marked when the editor asks again
        return found
    read = document.games(part)
    branches: set[int] = set()
    for node in (node for game in read.games for node in game.walk()):  # parents first
        assert node.parent is not None
        if node.is_variation or id(node.parent) in branches:
            branches.add(id(node))
    for place in read.places:
        unresolved = place.node.moves[place.order].move is None
        modifiers = _VARIATION * (id(place.node) in branches) | _UNRESOLVED * unresolved
        if modifiers:
            found.append((place.span, modifiers))
    return found
