"""Which of the two games is played."""

from __future__ import annotations

__all__ = ["TITLES", "kind_of"]

TITLES = {"5d": "5D chess", "infinite": "infinite chess"}


def kind_of(position: object) -> str | None:
    """`5d` or `infinite` for a position; `None` for a game whose start nobody knows."""
    if position is None:
        return None
    from hyperchess import multiverse

    return "5d" if isinstance(position, multiverse.Position) else "infinite"
