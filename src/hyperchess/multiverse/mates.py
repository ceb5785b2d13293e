"""What a search for forced mates must answer, whoever computes it.

`reference.mates` is the search in readable Python; the kernel gives the same answers faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from hyperchess.multiverse.moves import Action
from hyperchess.multiverse.state import State

__all__ = ["DEFAULT_MEMORY", "MateSearch", "Watch"]

DEFAULT_MEMORY = 1 << 26
"""The bytes that a search may use to remember positions: 64 MiB."""

Watch = Callable[[int, int], None]
"""Called a few times per second with the number of nodes, and of first actions looked at one by one."""


class MateSearch(Protocol):
    """A search for mates, with what it has proven so far."""

    @property
    def nodes(self) -> int:
        """The number of positions looked into."""

    @property
    def rounds(self) -> int:
        """What was spent of the budget."""

    @property
    def memory(self) -> int:
        """The bytes used to remember positions (in Python: about)."""

    def first_actions(self, position: State, length: int) -> Iterator[Action]:
        """All actions after which the opponent is mated within `length` actions, this one included.

        `BudgetExhausted` ends it early. A mate within fewer actions counts too.
        """
