"""The interface of a search for forced mates.

`reference.mates` is the search in readable Python; the kernel gives the same results faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from hyperchess.multiverse.moves import Action
from hyperchess.multiverse.state import State

__all__ = ["DEFAULT_MEMORY", "MateSearch", "Watch"]

DEFAULT_MEMORY = 1 << 26
"""The bytes that a search may use for its table of positions: 64 MiB."""

Watch = Callable[[int, int], None]
"""Called a few times per second with the number of nodes, and of first actions that are done."""


class MateSearch(Protocol):
    """A search for mates; it keeps what it has proven so far."""

    @property
    def nodes(self) -> int:
        """The number of positions searched."""

    @property
    def rounds(self) -> int:
        """What was spent of the budget."""

    @property
    def memory(self) -> int:
        """The bytes used by the table of positions (in Python: an estimate)."""

    @property
    def ended(self) -> bool:
        """Whether `first_actions`, at the end of a part, has come to the end of all actions."""

    def first_actions(self, position: State, length: int, part: range | None = None) -> Iterator[Action]:
        """All actions after which the opponent is mated within `length` actions, this one included.

        `BudgetExhausted` ends it early. A mate within fewer actions counts too. With a `part` only the
        actions of those numbers are tried, in the order of the search. Parts of one position follow each
        other, and there are none for a `length` of 1.
        """
