"""Rename of headers: a key, or the name of a player, in all games of a document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from hyperchess.app.lsp.document import Document
from hyperchess.app.lsp.grammar import tokenize
from hyperchess.errors import InvalidArgument
from hyperchess.text import Span, quote

__all__ = ["find_header", "rename_header"]

_PLAYERS = frozenset(("White", "Black"))
_KEY = re.compile(r'[^\s":\[\]]+')
_VALUE = re.compile(r'[^"\[\]\\\r\n]*')


class _Header(NamedTuple):
    """A header: a number of its game, and the spans of its key and of its value without quotation marks."""

    game: int
    key: Span
    value: Span


class Named(NamedTuple):
    """A key or a value at a place, its span, and all spans to be renamed with it."""

    text: str
    span: Span
    spans: tuple[Span, ...]
    is_key: bool


def find_header(document: Document, offset: int) -> Named | None:
    """Return the key or the player's name at an offset; `None` if there is none.

    Other values are not renamed: equal values of two games need not mean the same thing.
    """
    if document.is_json:
        return None
    headers = list(_headers(document))
    here = next((each for each in headers if each.key.start <= offset <= each.value.end), None)
    if here is None:
        return None
    text = document.text
    key = text[here.key.start : here.key.end]
    if offset <= here.key.end:
        spans = [each.key for each in headers if text[each.key.start : each.key.end] == key]
        return Named(key, here.key, tuple(spans), True)
    if key not in _PLAYERS or offset < here.value.start:
        return None
    name = text[here.value.start : here.value.end]
    spans = [
        each.value
        for each in headers
        if text[each.key.start : each.key.end] in _PLAYERS and text[each.value.start : each.value.end] == name
    ]
    return Named(name, here.value, tuple(spans), False)


def rename_header(document: Document, offset: int, new: str) -> tuple[Span, ...]:
    """Return the spans that become `new`; raise `InvalidArgument` if the headers could not be read then."""
    named = find_header(document, offset)
    if named is None:
        raise InvalidArgument("keys of headers and names of players can be renamed")
    if (_KEY if named.is_key else _VALUE).fullmatch(new) is None:
        what = "a key has no blanks, colons, quotation marks or brackets"
        what = what if named.is_key else "a name has no quotation marks, brackets or backslashes"
        raise InvalidArgument(f"{what}: {quote(new)}")
    if named.is_key:
        text = document.text
        renamed = {each.game for each in _headers(document) if each.key in named.spans}
        for each in _headers(document):
            if each.game in renamed and text[each.key.start : each.key.end] == new != named.text:
                line = document.lines.line(each.key.start) + 1
                raise InvalidArgument(f"a game already has a header {quote(new)}, on line {line}")
    return named.spans


def _headers(document: Document) -> Iterator[_Header]:
    boundaries = document.notation.boundaries if document.notation is not None else None
    for start, part in document.located():
        # A short document is one part, whatever the number of its games.
        divide = boundaries if part.is_whole else None
        games = [] if divide is None else [boundary.start for boundary in divide(part.text, True)]
        key: Span | None = None
        for token in tokenize(part.text[: part.length]):
            if token.kind == "key":
                key = Span(start + token.start, start + token.end)
            elif token.kind == "value" and key is not None:
                game = start + bisect_right(games, token.start)
                yield _Header(game, key, _inner(document.text, start + token.start, start + token.end))
                key = None


def _inner(text: str, start: int, end: int) -> Span:
    """Return the span of a value without its quotation marks or blanks."""
    value = text[start:end]
    if value.startswith('"'):
        return Span(start + 1, end - 1)
    return Span(start + len(value) - len(value.lstrip()), start + len(value.rstrip()))
