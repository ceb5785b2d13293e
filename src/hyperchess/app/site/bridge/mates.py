"""The search for mates in the kernel of a browser."""

from __future__ import annotations

from collections.abc import Callable

from hyperchess.app.site.bridge.multiverse import Position
from hyperchess.app.site.bridge.words import KernelObject, MoveNumbers, Reader, ask, bind, limits, watching

__all__ = ["FirstActions", "Mates"]

_mates, _first_actions = bind("mates"), bind("first_actions")
_next_first_action, _mates_facts = bind("next_first_action"), bind("mates_facts")


class FirstActions(KernelObject):
    """First actions that force a mate of some length."""

    __slots__ = ("_search",)

    def __init__(self, handle: int, search: Mates) -> None:
        super().__init__(handle)
        self._search = search

    def next(self, watcher: Callable[[int, int], None] | None) -> list[MoveNumbers] | None:
        """The moves of the next one, or none. Calls `watcher(nodes, actions looked at)` now and then."""

        def listen(words: list[int]) -> None:
            if watcher is not None:
                watcher(words[0], words[1])

        if self._search.running:
            raise ValueError("a search for mates runs one call at a time")
        self._search.running = True
        try:
            found = watching(_next_first_action, (self.handle, watcher is not None), listen)
        finally:
            self._search.running = False
        return Reader(found, 1).rows(7) if found[0] else None


class Mates(KernelObject):
    """A search for mates, with what it has proven so far."""

    __slots__ = ("running",)

    def __init__(self, softmates: bool, table_bytes: int, seconds: float | None, rounds: int | None) -> None:
        super().__init__(ask(_mates, (softmates, table_bytes, *limits(seconds, rounds)))[0])
        self.running = False

    def first_actions(self, position: Position, length: int) -> FirstActions:
        """First actions that force a mate of that length."""
        return FirstActions(ask(_first_actions, (self.handle, position.handle, length))[0], self)

    @property
    def nodes(self) -> int:
        """How many positions were searched."""
        return ask(_mates_facts, (self.handle,))[0]

    @property
    def rounds(self) -> int:
        """How many rounds were spent."""
        return ask(_mates_facts, (self.handle,))[1]

    @property
    def table_bytes(self) -> int:
        """How much memory the table takes."""
        return ask(_mates_facts, (self.handle,))[2]
