"""Game boundaries in 5DPGN: a header or board after moves, or a first turn after a result or a blank line.

>>> text = '[Board "Standard"] 1. e4 {[a comment]} / e5 [Board "Standard"] 1. d4'
>>> [text[boundary.start :] for boundary in boundaries(text, True)]
['[Board "Standard"] 1. d4']
>>> [boundary.start for boundary in boundaries("1. e4 / e5 1-0 {resigns} 1. d4 / d5", True)]
[25]
>>> [boundary.start for boundary in boundaries(". (0T1)e2>(0T1)e4 1-0\\n. (0T1)d2>(0T1)d4", True)]
[22]
>>> [boundary.start for boundary in boundaries("1. e4 / e5\\n\\n1. d4 / d5", True)]
[12]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.boundaries import Boundary
from hyperchess.notation.pgn5d.brackets import (
    GAME_STARTS,
    RAW_GAME_STARTS,
    RESULT,
    Nesting,
    bracket_end,
    comment_end,
    is_first_number,
    is_line_comment,
    is_unfinished,
    line_end,
    may_be_board,
    shows_game,
    stray_end,
)
from hyperchess.notation.pgn5d.parser import TOKEN
from hyperchess.notation.pgn5d.typed import number_parts, opens_token, typed_at
from hyperchess.notation.text5d.header_text import OPEN_HEADER, PLAIN_HEADERS

__all__ = ["boundaries", "decided_length"]

# Tokens that matter once a game has started: brackets, comments, separate results and first turns. The first
# class contains all their first characters, so that `re` skips all others quickly.
_NOTABLE = lazy_pattern(rf"(?=[\[{{;%*10Oo½])(?:[\[{{;]|(?<![^\r\n])%|(?<!\S)0*+1\s?[wW]?\s?[.):]|{RESULT})")
_BOM = "\ufeff"
_NUMBER = ("digits", "color", "dots")  # the groups of a number
_CUT_OFF = lazy_pattern(r"\s*+(?:\([^)\s]{0,8}(?:\s[^)\s]{0,8})?)?\Z")  # a board may follow


def boundaries(text: str, final: bool) -> Iterator[Boundary]:
    """Yield the boundaries in the beginning of a text."""
    end = decided_length(text, final)
    last_line_end = max(text.rfind("\n"), text.rfind("\r"))
    offset = 1 if text.startswith(_BOM) else 0
    begun = False  # whether the game has moves or a result
    ended = False  # whether a result precedes this offset, with only comments between
    moved = False  # whether the game has moves
    nesting = Nesting(text, offset)
    while offset < end:
        if moved and not ended:
            found = _NOTABLE.search(text, offset, end)
            if found is None:
                return
            offset = found.start()
            if found.group()[-1] not in "[{;%.):":
                offset = found.end()
                ended = found.group() != "*" or is_unfinished(text, found.start())
                if not ended:
                    continue
        if not begun:
            offset = _behind(PLAIN_HEADERS, text, offset, end)
        match = TOKEN.match(text, offset)
        if match is None:
            return
        kind = match.lastgroup
        assert kind is not None
        start, offset = match.start(kind), match.end()
        if start >= end:
            return
        if kind == "bracket" and begun:
            # Whether the number before it is reported depends on the continuation of the text.
            if start + 2 > len(text) and not final:
                return
            shown = shows_game(text, start)
            if shown is None:
                if not final and (start > last_line_end or may_be_board(text, start)):
                    return  # the continuation may show a game
                offset, ended = stray_end(text, start), False
                continue
            yield Boundary(start, min(max(start + 2, shown), len(text)))
            begun = moved = ended = False
            nesting = Nesting(text, start)
        elif (ended or moved) and (turn_end := _first_turn_end(match)) is not None:
            offset = turn_end
            if ended or nesting.ends_game(start):
                first = (RAW_GAME_STARTS if kind == "dot" else GAME_STARTS).match(text, offset)
                if first is None and not final and _CUT_OFF.match(text, offset) is not None:
                    return
                if first is not None:
                    yield Boundary(start, first.end())
                    begun = moved = ended = False
                    nesting = Nesting(text, start)
        if kind == "comment":
            offset = comment_end(text, start) or len(text)
        elif kind == "bracket":
            offset = bracket_end(text, start)
        elif kind == "junk" and is_line_comment(text, start):
            offset = line_end(text, start)
        else:
            ended = False
            if not moved:
                kind, offset = _as_typed(text, start, kind, offset)
                moved = kind == "move"
                begun = begun or kind in ("move", "result")


def _first_turn_end(match: re.Match[str]) -> int | None:
    """Return the end of a token that may begin the first turn of a game: a number 1 of White, or a dot."""
    text, kind = match.string, match.lastgroup
    if kind == "dot":
        return match.end()
    if kind == "number":
        return match.end() if is_first_number(*match.group(*_NUMBER)) else None
    start = match.start("junk")
    typed = typed_at(text, start) if kind == "junk" and text[start] in "01" else None
    is_first = typed is not None and typed.kind == "serial" and is_first_number(*number_parts(typed.text))
    return typed.end if typed is not None and is_first else None


def _as_typed(text: str, start: int, kind: str, end: int) -> tuple[str, int]:
    """Return the token kind that the parser assigns to informal text, and its end."""
    if kind == "mark" and text[start] == "*" and is_unfinished(text, start):
        return "result", end
    if kind not in ("junk", "board") and not (kind == "open" and opens_token(text, start)):
        return kind, end
    typed = typed_at(text, start)
    if typed is not None and (typed.kind != "comma" or text[start] == ","):
        return typed.kind, typed.end
    return ("move" if kind == "junk" and text[start] != "}" else kind), end


def decided_length(text: str, final: bool) -> int:
    """Return the length of the text whose meaning is final: a truncated header may continue in any way."""
    cut = None if final else OPEN_HEADER.search(text)
    return len(text) if cut is None else cut.start()


def _behind(pattern: re.Pattern[str], text: str, start: int, end: int) -> int:
    """Return the end of a pattern that matches any text."""
    match = pattern.match(text, start, end)
    assert match is not None
    return match.end()
