"""Boundaries between the games of a text, found without reading the games, so that large files are streamed.

A notation that allows several games in one text has a function that lists the boundaries between them. It
receives the beginning of a text that may continue, and lists only boundaries that no further text can change.

In JSON text a game starts at an object after an object, unless it is empty:

>>> text = '{"a": "}"} {"b": {}}'
>>> [text[boundary.start :] for boundary in object_boundaries(text, True)]
['{"b": {}}']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from hyperchess.lazy_pattern import lazy_pattern

__all__ = ["NO_MORE", "Boundaries", "Boundary", "listed_boundaries", "object_boundaries", "object_end"]


class Boundary(NamedTuple):
    """Offset at which another game starts, and offset up to which the text proves it.

    A reader that receives the text up to `shown` finds the start of that game.
    """

    start: int
    shown: int


NO_MORE = Boundary(-1, -1)
"""Listed last if no further text can add a boundary: the rest is read as a whole."""

Boundaries: TypeAlias = Callable[[str, bool], Iterator[Boundary]]
"""Function from the beginning of a text, and whether it is complete, to its boundaries."""


_PART = lazy_pattern(r'"(?:[^"\\]|\\.)*+"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<cut>")', re.DOTALL)
_FILLED = lazy_pattern(r"\{\s*+[^\s}]")
_BLANK = lazy_pattern(r"\s*+")
_LISTED = lazy_pattern(r"[\[,][\s,\[]*+\Z")
_BETWEEN = lazy_pattern(r"[\s,\[\]]*+")


def object_boundaries(text: str, final: bool) -> Iterator[Boundary]:
    """Yield the boundaries between consecutive objects."""
    return _boundaries(text, _BLANK)


def listed_boundaries(text: str, final: bool) -> Iterator[Boundary]:
    """Yield the boundaries between objects that are consecutive or in a list."""
    return _boundaries(text, _BETWEEN)


def _boundaries(text: str, between: re.Pattern[str]) -> Iterator[Boundary]:
    """Yield the boundaries up to the first value that is not an object, or is empty: the last game has the
    rest.
    """
    offset = _skip(text, 1 if text.startswith("\ufeff") else 0, between)
    while _FILLED.match(text, offset):
        end = object_end(text, offset)
        if end is None:
            return
        offset = _skip(text, end, between)
        if not _FILLED.match(text, offset):
            return
        listed = _LISTED.search(text, end, offset)  # so the reader sees that the object is in a list
        yield Boundary(offset if listed is None else listed.start(), offset + 1)


def _skip(text: str, offset: int, between: re.Pattern[str]) -> int:
    match = between.match(text, offset)
    assert match is not None
    return match.end()


def object_end(text: str, start: int) -> int | None:
    """Return where the brackets that open here close; `None` if the text ends before."""
    depth = 0
    for part in _PART.finditer(text, start):
        if part["cut"]:
            return None
        depth += bool(part["open"]) - bool(part["close"])
        if depth == 0:
            return part.end()
    return None
