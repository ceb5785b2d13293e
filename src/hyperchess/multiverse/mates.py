"""Interface of a search for forced mates.

`reference.mates` is the search in readable Python; the kernel returns the same results faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from hyperchess.multiverse.moves import Action
from hyperchess.multiverse.state import State

__all__ = ["DEFAULT_MEMORY", "MateSearch", "Watch"]

DEFAULT_MEMORY = 1 << 26
"""Default size of a search's table of positions in bytes: 64 MiB."""

Watch = Callable[[int, int], None]
"""Callback, called a few times per second with the number of nodes and of completed first actions."""


class MateSearch(Protocol):
    """A search for mates; it keeps what it has proven so far."""

    @property
    def nodes(self) -> int:
        """The number of positions searched."""

    @property
    def rounds(self) -> int:
        """The part of the budget used so far."""

    @property
    def memory(self) -> int:
        """The size of the table of positions in bytes (in Python, an estimate)."""

    @property
    def ended(self) -> bool:
        """True if `first_actions`, at the end of a part, has reached the end of all actions."""

    def first_actions(self, position: State, length: int, part: range | None = None) -> Iterator[Action]:
        """Yield all actions after which the opponent is mated within `length` actions, this one included.

        Raise `BudgetExhausted` to end early. A mate within fewer actions counts too. With a `part`, only the
        actions with those numbers are tried, in search order. Parts of one position must be consecutive, and
        are not supported for a `length` of 1.
        """
