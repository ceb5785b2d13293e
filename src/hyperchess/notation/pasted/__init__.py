"""Games as people paste them: inside Markdown, HTML, quotes and chat messages, with stray words.

A text that reads with errors or warnings is read again without what surrounds the game. Characters are
replaced one for one, so that every offset keeps its meaning in the original text.
"""

from __future__ import annotations

from hyperchess.text import Problem, Severity

__all__ = ["is_doubtful", "is_error"]


def is_error(problem: Problem) -> bool:
    """Return whether a problem is an error of the notation; invalid bytes are an error of the file."""
    return problem.severity is Severity.ERROR and problem.code != "encoding"


def is_doubtful(problem: Problem) -> bool:
    """Return whether a problem may come from text around the game; a line comment may hide moves."""
    hides_moves = problem.code == "comment" and problem.severity is Severity.WARNING
    return is_error(problem) or hides_moves
