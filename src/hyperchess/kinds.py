"""The two games.

>>> Kind("5d").label, Kind.INFINITE.value
('5D chess', 'infinite')
"""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Kind"]


class Kind(StrEnum):
    """5D chess or infinite chess. Positions, games and notations each have a `kind`."""

    MULTIVERSE = "5d"
    INFINITE = "infinite"

    @property
    def label(self) -> str:
        """The name for users."""
        return "5D chess" if self is Kind.MULTIVERSE else "infinite chess"

    @property
    def notation(self) -> str:
        """The default notation of games; it keeps everything."""
        return "branched" if self is Kind.MULTIVERSE else "icn"

    @property
    def move_notation(self) -> str:
        """The default notation of moves for display."""
        return "shad" if self is Kind.MULTIVERSE else "icn"
