"""Completion in bash, which splits words at colons: `example:four` arrives as three words.

>>> join_at_colons(["hyperchess", "view", "example", ":", "four"], 4)
(['hyperchess', 'view', 'example:four'], 2)
>>> join_at_colons(["hyperchess", "view", "example", ":"], 3)
(['hyperchess', 'view', 'example:'], 2)
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO

__all__ = ["join_at_colons", "join_split_words"]

_WORDS, _CURRENT = "COMP_WORDS", "COMP_CWORD"


@contextmanager
def join_split_words() -> Iterator[None]:
    """Join the words that bash has split; bash replaces only the part of a word after its last colon, so
    the completions are printed without the part before.
    """
    words = os.environ.get(_WORDS, "").split("\n")
    current = os.environ.get(_CURRENT, "")
    if ":" not in words or not current.isdecimal():
        yield
        return
    joined, place = join_at_colons(words, int(current))
    os.environ[_WORDS], os.environ[_CURRENT] = "\n".join(joined), str(place)
    start, colon, _ = joined[place].rpartition(":")
    printed = StringIO()
    try:
        with redirect_stdout(printed):
            yield
    finally:
        for line in printed.getvalue().splitlines():
            sys.stdout.write(f"{line.removeprefix(start + colon)}\n")


def join_at_colons(words: Sequence[str], current: int) -> tuple[list[str], int]:
    """Return the words as typed, and the number of the word that contains word `current`."""
    joined: list[str] = []
    place = 0
    for number, word in enumerate(words):
        if number > 1 and ":" in (word, words[number - 1]):
            joined[-1] += word
        else:
            joined.append(word)
        if number <= current:
            place = len(joined) - 1
    return joined, place
