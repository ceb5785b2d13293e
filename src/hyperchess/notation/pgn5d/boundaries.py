"""Where another game starts in a text of 5DPGN: at the first bracket behind moves or a result.

>>> text = '[Board "Standard"] 1. e4 {[a comment]} / e5 [Board "Standard"] 1. d4'
>>> [text[boundary.start :] for boundary in boundaries(text, True)]
['[Board "Standard"] 1. d4']
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperchess.notation.boundaries import Boundary
from hyperchess.notation.pgn5d.parser import BOARD, HEADER, TO_LINE_END, TOKEN

__all__ = ["boundaries", "bracket_end", "decided"]

_BRACKET_OR_COMMENT = re.compile(r"[\[{]")
_BRACE = re.compile(r"[{}]")
_OPEN_HEADER = re.compile(r'\[\s*+[^\s"\[\]]++\s*+"[^"]*+(?:"\s*+)?+\Z')
_BOM = "\ufeff"


def boundaries(text: str, final: bool) -> Iterator[Boundary]:
    """The boundaries in the beginning of a text."""
    end = decided(text, final)
    offset = 1 if text.startswith(_BOM) else 0
    begun = False  # whether the game has moves or a result
    while offset < end:
        if begun:
            found = _BRACKET_OR_COMMENT.search(text, offset, end)
            if found is None:
                return
            offset = found.start()
            if found.group() == "[":
                # Whether a number before it is worth a word depends on whether the text goes on.
                if offset + 2 > len(text) and not final:
                    return
                yield Boundary(offset, min(offset + 2, len(text)))
                begun = False
        match = TOKEN.match(text, offset)
        if match is None:
            return
        kind = match.lastgroup
        assert kind is not None
        start, offset = match.start(kind), match.end()
        if start >= end:
            return
        if kind == "comment":
            offset = _comment_end(text, start)
        elif kind == "bracket":
            offset = bracket_end(text, start)
        else:
            begun = begun or kind in ("move", "result") or (kind == "junk" and text[start] != "}")


def decided(text: str, final: bool) -> int:
    """How much of the beginning of a text has its meaning: a header that is cut off may go on in any way."""
    cut = None if final else _OPEN_HEADER.search(text)
    return len(text) if cut is None else cut.start()


def bracket_end(text: str, start: int) -> int:
    """Where a header or a board ends; what is neither goes to the end of its line."""
    match = HEADER.match(text, start) or BOARD.match(text, start) or TO_LINE_END.match(text, start)
    assert match is not None
    return match.end()


def _comment_end(text: str, start: int) -> int:
    depth = 0
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return brace.end()
    return len(text)
