"""What waits, by client: clients take turns, so that whoever asks for much does not hold up the others."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

__all__ = ["Turns"]

T = TypeVar("T")


class Turns(Generic[T]):
    """Items of clients. Each client's items keep their order; the clients take turns.

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
        """How many items of a client wait."""
        return len(self._waiting.get(client, ()))

    def add(self, client: str, item: T) -> None:
        """Let an item wait behind the others of its client."""
        self._waiting.setdefault(client, deque()).append(item)

    def next(self) -> T:
        """Take the first item of the client whose turn it is; there is at least one."""
        client, items = self._waiting.popitem(last=False)
        item = items.popleft()
        if items:
            self._waiting[client] = items
        return item

    def remove(self, client: str, item: T) -> None:
        """Take an item out that waits no more."""
        items = self._waiting[client]
        items.remove(item)
        if not items:
            del self._waiting[client]
