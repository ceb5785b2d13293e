"""Mate searches in the kernel of a browser."""

from __future__ import annotations

from collections.abc import Callable

from hyperchess.app.site.bridge.infinite import InfinitePosition
from hyperchess.app.site.bridge.multiverse import Position
from hyperchess.app.site.bridge.words import KernelObject, MoveNumbers, Reader, ask, bind, limits, watching

__all__ = ["FirstActions", "InfiniteHunt", "Mates"]

_mates, _first_actions = bind("mates"), bind("first_actions")
_next_first_action, _mates_facts = bind("next_first_action"), bind("mates_facts")
_share_first_actions, _first_actions_ended = bind("share_first_actions"), bind("first_actions_ended")
_hunt, _hunt_moves = bind("infinite_hunt"), bind("infinite_hunt_moves")
_hunt_wins, _hunt_facts = bind("infinite_hunt_wins"), bind("infinite_hunt_facts")


class FirstActions(KernelObject):
    """First actions that force mate in a given length."""

    __slots__ = ("_search",)

    def __init__(self, handle: int, search: Mates) -> None:
        super().__init__(handle)
        self._search = search

    def next(self, watcher: Callable[[int, int], None] | None) -> list[MoveNumbers] | None:
        """Return the next action, or `None`. `watcher(nodes, candidates)` is called now and then."""

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

    def share(self, first: int, last: int) -> None:
        """Restrict the search to the candidates from `first` to `last`."""
        ask(_share_first_actions, (self.handle, first, last))

    @property
    def ended(self) -> bool:
        """Whether `next` has reached the last candidate."""
        return bool(ask(_first_actions_ended, (self.handle,))[0])


class Mates(KernelObject):
    """A mate search with its proven results."""

    __slots__ = ("running",)

    def __init__(self, softmates: bool, table_bytes: int, seconds: float | None, rounds: int | None) -> None:
        super().__init__(ask(_mates, (softmates, table_bytes, *limits(seconds, rounds)))[0])
        self.running = False

    def first_actions(self, position: Position, length: int) -> FirstActions:
        """Return the first actions that force mate in `length`."""
        return FirstActions(ask(_first_actions, (self.handle, position.handle, length))[0], self)

    @property
    def nodes(self) -> int:
        """Number of searched positions."""
        return ask(_mates_facts, (self.handle,))[0]

    @property
    def rounds(self) -> int:
        """Number of spent rounds."""
        return ask(_mates_facts, (self.handle,))[1]

    @property
    def table_bytes(self) -> int:
        """Size of the table in bytes."""
        return ask(_mates_facts, (self.handle,))[2]


class InfiniteHunt(KernelObject):
    """A search for mates of a bare royal piece."""

    __slots__ = ()

    @staticmethod
    def of(position: InfinitePosition, seconds: float | None, rounds: int | None) -> InfiniteHunt | None:
        """Return `None` if the position is not of that kind, or too large."""
        found = ask(_hunt, (position.handle, *limits(seconds, rounds)))
        return InfiniteHunt(found[1]) if found[0] else None

    def first_moves(self, length: int) -> list[tuple[int, int, int, int, bool]]:
        """Return the first moves to try, and whether each represents only itself."""
        found = Reader(ask(_hunt_moves, (self.handle, length))).rows(5)
        return [(a, b, c, d, bool(alone)) for a, b, c, d, alone in found]

    def wins(
        self, from_x: int, from_y: int, to_x: int, to_y: int, length: int, watcher: Callable[[], None] | None
    ) -> bool:
        """Return whether a legal move mates within `length` moves; `watcher` must be `None`."""
        assert watcher is None
        return bool(ask(_hunt_wins, (self.handle, from_x, from_y, to_x, to_y, length))[0])

    @property
    def rounds(self) -> int:
        """Number of searched positions."""
        return ask(_hunt_facts, (self.handle,))[0]

    @property
    def longest(self) -> int:
        """Longest mate that it searches for."""
        return ask(_hunt_facts, (self.handle,))[1]
