"""Games as people paste them: inside Markdown, HTML, quotes and chat messages, with stray words.

A text that reads with errors or warnings is read again without what surrounds the game. Characters are
replaced one for one, so that every offset keeps its meaning in the original text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperchess.notation.registry import AnyGame, Notation
from hyperchess.text import Problem, Severity, Source

__all__ = ["LONGEST", "is_error", "read_again"]

LONGEST = 12_000
"""Limit on the characters of a text that is read again."""


def read_again(
    source: Source, games: Sequence[AnyGame], named: Notation | None = None, start: Any = None
) -> list[AnyGame] | None:
    """Return the games of a second reading; `None` if none is needed, or if `games` are better or as good."""
    problems = (problem for game in games for problem in game.problems)
    if len(source.text) > LONGEST or not any(map(_is_doubtful, problems)):
        return None
    # Most texts have no errors, so the second reading is imported when one has.
    from hyperchess.notation.pasted.rereading import read_without_surroundings

    return read_without_surroundings(source, games, named, start)


def is_error(problem: Problem) -> bool:
    """Return whether a problem is an error of the notation; invalid bytes are an error of the file."""
    return problem.severity is Severity.ERROR and problem.code != "encoding"


def _is_doubtful(problem: Problem) -> bool:
    """Return whether a problem may come from text around the game; a line comment may hide moves."""
    hides_moves = problem.code == "comment" and problem.severity is Severity.WARNING
    return is_error(problem) or hides_moves
