"""Answers that are asked for again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["Remembered"]

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class Remembered(dict[KeyT, ValueT]):
    """The answers of a function by what was asked; all are forgotten when there are too many.

    Faster than `functools.lru_cache`, which keeps count of who was asked for last.

    >>> squares = Remembered(lambda number: number * number, most=2)
    >>> [squares[number] for number in (3, 4, 3, 5)], sorted(squares)
    ([9, 16, 9, 25], [5])
    """

    def __init__(self, find: Callable[[KeyT], ValueT], most: int = 1 << 14) -> None:
        super().__init__()
        self._find = find
        self._most = most

    def __missing__(self, key: KeyT) -> ValueT:
        found = self._find(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = found
        return found
