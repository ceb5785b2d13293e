"""Applying fixes to a text, repeatedly while each round reveals further ones.

>>> from hyperchess.notation.reading import parse_all
>>> fixed = fix_text("1. e4 / e5 2. exd4 / Nc6 3. Nf3", parse_all)
>>> fixed.text, fixed.applied
('1. e4 / e5 2. d4 / Nc6 3. Nf3', 1)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hyperchess.errors import InvalidArgument
from hyperchess.game import AnyGame
from hyperchess.text import apply_edits
from hyperchess.validation import check_text

__all__ = ["Fixed", "fix_text"]

_MOST_ROUNDS = 10  # a fix may reveal a further problem, but the number of rounds is limited


@dataclass(frozen=True, slots=True)
class Fixed:
    """The text after all fixes, its games, and the number of fixes applied."""

    text: str
    games: Sequence[AnyGame]
    applied: int


def fix_text(
    text: str, read: Callable[[str], Sequence[AnyGame]], *, games: Sequence[AnyGame] | None = None
) -> Fixed:
    """Apply the fixes that the problems of a text propose; `read` parses the games of a text.

    `games` are those of the text, if they have been parsed already. Fixes of problems in a part that was
    parsed on its own, such as a text inside a value, are not applied.
    """
    check_text("text", text)
    if not callable(read):
        raise InvalidArgument(f"read must be callable, not {read!r}")
    games = read(text) if games is None else games
    applied = 0
    for _ in range(_MOST_ROUNDS):
        edits = [
            problem.fix
            for game in games
            for problem in game.problems
            if problem.fix is not None and problem.source.text == text
        ]
        changed = apply_edits(text, edits)
        if changed == text:
            break
        applied += len(edits)
        text = changed
        games = read(text)
    return Fixed(text, games, applied)
