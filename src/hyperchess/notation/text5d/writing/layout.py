"""Comments, actions and lines of text: layout shared by all dialects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hyperchess.game import Comment
from hyperchess.notation.losses import Losses

__all__ = ["action_tokens", "comment_text", "fill"]

_BRACE = re.compile(r"[{}]")


def comment_text(text: str, losses: Losses, place: str, *, nested: bool = True) -> str:
    """Format a comment in braces. Unbalanced braces inside become parentheses.

    `nested=False` is for dialects whose comments allow no braces.

    >>> comment_text("a {b} c} {", Losses(), "1w")
    '{a {b} c) (}'
    """
    braces = list(_BRACE.finditer(text))
    wrong = _unbalanced(braces) if nested else [brace.start() for brace in braces]
    if wrong:
        losses.add("comment-braces", "braces in a comment became parentheses", place)
        letters = list(text)
        for index in wrong:
            letters[index] = "(" if text[index] == "{" else ")"
        text = "".join(letters)
    return f"{{{text}}}"


def _unbalanced(braces: Sequence[re.Match[str]]) -> list[int]:
    opened: list[int] = []
    wrong = []
    for brace in braces:
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            opened.pop()
        else:
            wrong.append(brace.start())
    return wrong + opened


def action_tokens(
    moves: Sequence[Sequence[str]],
    comments: Iterable[Comment],
    losses: Losses,
    place: str,
    *,
    nested: bool = True,
) -> list[str]:
    """Return the tokens of an action: moves with their hints, and comments at their places."""
    gaps: list[list[str]] = [[] for _ in range(len(moves) + 1)]
    for comment in comments:
        gap = min(max(comment.after, 0), len(moves))
        gaps[gap].append(comment_text(comment.text, losses, place, nested=nested))
    tokens = gaps[0]
    for move, gap_after in zip(moves, gaps[1:], strict=True):
        tokens += [*move, *gap_after]
    return tokens


def fill(tokens: Iterable[str], width: int | None) -> str:
    """Join tokens with blanks into lines of at most `width` characters where the tokens allow it.

    >>> fill(["1.", "(0T1)e4", "/", "(0T1)e5"], 12)
    '1. (0T1)e4 /\\n(0T1)e5'
    """
    parts: list[str] = []
    column = 0
    for token in tokens:
        if not parts:
            parts.append(token)
        elif width is not None and column + 1 + _first_line(token) > width:
            parts += ["\n", token]
            column = 0
        else:
            parts += [" ", token]
            column += 1
        column = column + len(token) if "\n" not in token else len(token) - token.rindex("\n") - 1
    return "".join(parts)


def _first_line(token: str) -> int:
    end = token.find("\n")
    return len(token) if end < 0 else end
