"""Interface of a game to a library: everything in this package that differs between the two games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from hyperchess.budget import Budget
from hyperchess.multiverse.line_table import LineTable

__all__ = ["STATUS_BUDGET", "Adapter"]

STATUS_BUDGET = Budget(rounds=20_000)
"""Limit on the search for the status at the end of a game."""


class Adapter(Protocol):
    """One of the two games."""

    positions_recur: bool
    """Whether a position may occur twice in a game."""

    def variants(self) -> Sequence[Any]:
        """Return the variants."""

    def start(self, variant: str) -> Any:
        """Return the starting position of a variant."""

    def describe_start(self, position: Any) -> str:
        """Return what of a starting position is not in its keys."""

    def pack_action(self, action: Sequence[Any], start: Any) -> bytes:
        """Encode an action of a game that began at `start`."""

    def split_actions(self, data: bytes) -> Iterator[bytes]:
        """Yield the bytes of each action of a line; raise `ValueError` if they end within an action."""

    def unpack_action(self, data: bytes, start: Any) -> tuple[Any, ...]:
        """Decode an action of a game that began at `start`; raise `ValueError` if it is none."""

    def pack_actions(self, actions: Iterable[Sequence[Any]], start: Any) -> bytes:
        """Encode all actions of a line."""
        return b"".join([self.pack_action(action, start) for action in actions])

    def unpack_actions(self, data: bytes, start: Any) -> Iterator[tuple[Any, ...]]:
        """Yield the actions of a line; raise `ValueError` if the bytes are not actions."""
        return (self.unpack_action(part, start) for part in self.split_actions(data))

    def play(self, position: Any, action: Sequence[Any]) -> Any:
        """Return the position after an action; `None` if it is illegal here."""

    def replay(self, start: Any, data: bytes, last: int) -> Iterator[Any]:
        """Yield the positions after each action of a line, up to `last`."""

    def follow(self, start: Any, nodes: Sequence[Any], columns: dict[str, Any]) -> LineTable:
        """Return the table of the main line, as far as it can be replayed; fill in columns of its game."""

    def board_key(self, position: Any) -> int:
        """Return the key of the only board of a position, or of the last board of its lowest timeline."""

    def creates_timeline(self, before: Any, after: Any) -> bool:
        """Return whether the action between two positions created a timeline."""

    def find_distance(self, position: Any, pieces: Sequence[frozenset[str]]) -> int | None:
        """Return the smallest distance between two pieces, one of each set; `None` if there is none."""
