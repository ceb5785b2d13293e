"""Levels 1 to 8 of infinite chess, with their own nodes and errors, because its nodes are cheaper."""

from __future__ import annotations

from hyperchess.engine.levels import levels

__all__ = ["INFINITE_LEVELS"]

INFINITE_LEVELS = levels(
    (100, 1_500, 40),
    (200, 500, 20),
    (500, 200, 12),
    (2_000, 80, 6),
    (8_000, 40, 4),
    (30_000, 20, 3),
    (120_000, 10, 2),
)
