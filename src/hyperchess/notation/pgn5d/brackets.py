"""Brackets after the moves of a game: the start of another game, or a mistake in this one.

>>> text = '1. e4 [sic] / e5 [White "Ada"] 1. d4'
>>> [shows_game(text, start) for start in (6, 17)], text[6 : stray_end(text, 6)]
([None, 30], '[sic]')
"""

from __future__ import annotations

from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.text5d.header_text import BOARD, match_header

__all__ = ["may_be_board", "shows_game", "stray_end"]

_STRAY = lazy_pattern(r"\[(?:[^\[\]\r\n]*+\])?+")
_OPEN_BOARD = lazy_pattern(r'\[[^\[\]"]*+\Z')


def shows_game(text: str, start: int) -> int | None:
    """Return the offset up to which the text shows that another game starts here (header, board, or own
    line).
    """
    if _begins_line(text, start):
        return start + 1
    header = match_header(text, start)
    if header is not None:
        return header.end
    board = BOARD.match(text, start)
    return None if board is None else board.end()


def may_be_board(text: str, start: int) -> bool:
    """Return whether a bracket might open a board if the text continued."""
    return _OPEN_BOARD.match(text, start) is not None


def stray_end(text: str, start: int) -> int:
    """Return the end of a bracket that starts no game: its closing bracket, if that is on the same line."""
    match = _STRAY.match(text, start)
    assert match is not None
    return match.end()


def _begins_line(text: str, start: int) -> bool:
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return start == 0 or text[start - 1] in "\r\n"
