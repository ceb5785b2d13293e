"""The moves of a text, without what looks alike in most notations: for telling notations apart.

>>> bare('[White "Ada .. x"] 1. e4 {a .. comment} / e5').split()
['1.', 'e4', '/', 'e5']
"""

from __future__ import annotations

import re

__all__ = ["bare"]

_BESIDE = re.compile(r"\[[^\[\]]*\]|\{[^{}]*\}")


def bare(text: str) -> str:
    """The text without headers, boards and comments."""
    return _BESIDE.sub(" ", text)
