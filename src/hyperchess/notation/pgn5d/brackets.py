"""Results, line comments and brackets of 5DPGN, which end a game or stand between its moves.

>>> is_unfinished("1. e4 / e5 *", 11), is_unfinished("2. Qh5 * / Ke7", 7)
(True, False)

A bracket after moves is the start of another game, or a mistake in this one:

>>> text = '1. e4 [sic] / e5 [White "Ada"] 1. d4'
>>> [shows_game(text, start) for start in (6, 17)], text[6 : stray_end(text, 6)]
([None, 30], '[sic]')
"""

from __future__ import annotations

import re

from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.marks import SCORE
from hyperchess.notation.text5d.header_text import BOARD, match_header
from hyperchess.text import Span

__all__ = [
    "GAME_STARTS",
    "RAW_GAME_STARTS",
    "RESULT",
    "Nesting",
    "begins_line",
    "bracket_end",
    "comment_end",
    "is_first_number",
    "is_line_comment",
    "is_result",
    "is_unfinished",
    "line_end",
    "may_be_board",
    "shows_game",
    "stray_end",
]


RESULT = rf"(?<![^\s}}])(?:\*|{SCORE})(?![\w/-])"
"""Regular expression of a separate result, after which another game may start."""

GAME_STARTS = lazy_pattern(r"\s*+[^\s0-9½/)*\[\];%.]")
"""Text after the number of a first turn."""

_FIRST_BOARD = r"\s*+\(L?[+-]?0\s?T\s?1w?\)"
RAW_GAME_STARTS = lazy_pattern(_FIRST_BOARD)
"""Text after the dot of a first turn in raw mode, which has a board instead of a number."""

_RESULT = lazy_pattern(RESULT)
_GAME_ENDS = lazy_pattern(rf"(?:\s|\{{[^{{}}]*\}}|;[^\r\n]*)*+(?:\Z|\[|0*1\s?w?\s?\.(?!\.)|\.{_FIRST_BOARD})")


def is_result(text: str, span: Span) -> bool:
    """Return whether a result is separate, so that another game may start after it."""
    match = _RESULT.match(text, span.start)
    return match is not None and match.end() == span.end


def is_line_comment(text: str, start: int) -> bool:
    """Return whether a line comment starts here: `;`, or `%` at the start of a line."""
    return text[start] == ";" or (text[start] == "%" and text[start - 1 : start] in ("", "\n", "\r"))


def is_unfinished(text: str, start: int) -> bool:
    """Return whether a `*` at the end of a game marks it as unfinished, as in PGN.

    At the end of an action it is the mark of a softmate (Branched 5DPGN 4.6).
    """
    return bool(_RESULT.match(text, start) and _GAME_ENDS.match(text, start + 1))


def is_first_number(digits: str, color: str | None, dots: str) -> bool:
    """Return whether a number is White's first turn, which starts another game after a result."""
    return digits.lstrip("0") == "1" and color != "b" and (color == "w" or len(dots) < 3)


_TO_LINE_END = re.compile(r"[^\r\n]*")
_BRACE = re.compile(r"[{}]")
_STRAY = lazy_pattern(r"\[(?:[^\[\]\r\n]*+\])?+")
_OPEN_BOARD = lazy_pattern(r'\[[^\[\]"]*+\Z')
_ASIDE = lazy_pattern(r"[{(\[);]|(?<![^\r\n])%")
_ASIDE_OR_WORD = lazy_pattern(r"[{(\[);\w]|(?<![^\r\n])%")


def shows_game(text: str, start: int) -> int | None:
    """Return the offset up to which the text shows that another game starts here (header, board, or own
    line).
    """
    if begins_line(text, start):
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


def bracket_end(text: str, start: int) -> int:
    """Return the end of a header or board; anything else extends to the end of its line."""
    header = match_header(text, start)
    if header is not None:
        return header.end
    board = BOARD.match(text, start)
    return board.end() if board is not None else line_end(text, start)


def line_end(text: str, start: int) -> int:
    """Return the end of the line of an offset."""
    match = _TO_LINE_END.match(text, start)
    assert match is not None
    return match.end()


def comment_end(text: str, start: int) -> int | None:
    """Return the end of the comment that starts with the brace at `start`; `None` if it is not closed."""
    depth = 0
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return brace.end()
    return None


def begins_line(text: str, start: int) -> bool:
    """Return whether only blanks precede an offset on its line."""
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return start == 0 or text[start - 1] in "\r\n"


class Nesting:
    """Parentheses of a game that starts at an offset, followed as far as they have been asked for.

    >>> text = "1. e4 / e5\\n\\n1. d4 (1. c4\\n\\n1. f4)"
    >>> nesting = Nesting(text, 0)
    >>> [nesting.ends_game(match.start()) for match in re.finditer(r"1\\.", text)]
    [False, True, False, False]
    """

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self._offset = start
        self._depth = 0
        self._begun = False  # whether the game has words outside of its variations
        self._comments = (start, start)  # the last comments with nothing between them
        self._is_apart = False  # whether a blank line is between those

    def ends_game(self, start: int) -> bool:
        """Return whether a first turn at `start` is another game's.

        It then begins a line after a blank one, outside of variations, and follows more than variations.
        Offsets must not decrease from one call to the next.
        """
        if not begins_line(self.text, start):
            return False
        self._follow(start)
        if self._depth > 0 or not self._begun:
            return False
        first, last = self._comments
        blank = _blank_before(self.text, start)
        if last > first and last >= start - len(blank):  # the blank line may be before the comments
            return self._is_apart or any(map(_has_blank_line, (blank, _blank_before(self.text, first))))
        return _has_blank_line(blank)

    def _follow(self, end: int) -> None:
        """Follow the text up to an offset."""
        text = self.text
        while True:
            pattern = _ASIDE if self._begun or self._depth > 0 else _ASIDE_OR_WORD
            found = pattern.search(text, self._offset, end)
            if found is None:
                self._offset = max(self._offset, end)
                return
            start, self._offset = found.span()
            sign = found[0]
            if sign == "(":
                self._depth += 1
            elif sign == ")":
                self._depth -= 1
            elif sign == "[":
                known = match_header(text, start) is not None or BOARD.match(text, start) is not None
                self._offset = bracket_end(text, start) if known else stray_end(text, start)
            elif sign in "{;%":
                closed = comment_end(text, start) if sign == "{" else line_end(text, start)
                self._offset = len(text) if closed is None else closed
                first, last = self._comments
                between = text[last:start]
                is_next = not between.strip()
                self._comments = (first if is_next else start, self._offset)
                self._is_apart = is_next and (self._is_apart or _has_blank_line(between))
            else:
                self._begun = True


def _blank_before(text: str, end: int) -> str:
    start = end
    while start > 0 and text[start - 1].isspace():
        start -= 1
    return text[start:end]


def _has_blank_line(blank: str) -> bool:
    return max(blank.count("\n"), blank.count("\r")) > 1
