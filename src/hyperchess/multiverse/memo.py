"""Cache of the results of a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["Memo"]

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class Memo(dict[KeyT, ValueT]):
    """The results of a function by its argument; cleared when it has `most` entries.

    Faster than `functools.lru_cache`, which tracks recency.

    >>> squares = Memo(lambda number: number * number, most=2)
    >>> [squares[number] for number in (3, 4, 3, 5)], sorted(squares)
    ([9, 16, 9, 25], [5])
    """

    def __init__(self, function: Callable[[KeyT], ValueT], most: int = 1 << 14) -> None:
        super().__init__()
        self._function = function
        self._most = most

    def __missing__(self, key: KeyT) -> ValueT:
        result = self._function(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = result
        return result
