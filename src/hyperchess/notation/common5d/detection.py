"""The moves of a text, without what looks alike in most notations: for telling notations apart.

>>> bare('[White "Ada .. x"] 1. e4 {a .. comment} / e5').split()
['1.', 'e4', '/', 'e5']
>>> share(re.compile("[a-h][1-8]"), "e4 e5 Nf3 d4")
0.75
"""

from __future__ import annotations

import re

__all__ = ["bare", "share"]

_MOST_WORDS = 400  # that are looked at, spread over the whole text

_BESIDE = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}")


def bare(text: str) -> str:
    """The text without headers, boards and comments."""
    return _BESIDE.sub(" ", text)


def share(pattern: re.Pattern[str], text: str) -> float:
    """Which part of the words of a text a pattern matches; one wrong letter changes it little."""
    words = text.split()
    chosen = words[:: 1 + len(words) // _MOST_WORDS]
    return sum(1 for word in chosen if pattern.fullmatch(word)) / len(chosen) if chosen else 0.0
