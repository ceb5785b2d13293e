"""Fair queue: clients take turns, so that one with many items does not block the others."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

__all__ = ["Turns"]

T = TypeVar("T")


class Turns(Generic[T]):
    """Waiting items by client. Each client's items keep their order; the clients take turns.

    >>> turns: Turns[str] = Turns()
    >>> for client, item in (("ada", "a1"), ("ada", "a2"), ("bob", "b1"), ("ada", "a3")):
    ...     turns.add(client, item)
    >>> [turns.next() for _ in range(len(turns))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def count(self, client: str) -> int:
        """Return the number of waiting items of a client."""
        return len(self._waiting.get(client, ()))

    def add(self, client: str, item: T) -> None:
        """Append an item to those of its client."""
        self._waiting.setdefault(client, deque()).append(item)

    def next(self) -> T:
        """Remove and return the first item of the next client; there must be one."""
        client, items = self._waiting.popitem(last=False)
        item = items.popleft()
        if items:
            self._waiting[client] = items
        return item

    def remove(self, client: str, item: T) -> None:
        """Remove an item that no longer waits."""
        items = self._waiting[client]
        items.remove(item)
        if not items:
            del self._waiting[client]
