"""Levels 1 to 8 of infinite chess, with nodes and errors of their own: its nodes are cheaper."""

from __future__ import annotations

from hyperchess.engine.levels import Level

__all__ = ["INFINITE_LEVELS"]

INFINITE_LEVELS = (
    Level(1, "first steps", 100, 1_500, 40),
    Level(2, "beginner", 200, 500, 20),
    Level(3, "learner", 500, 200, 12),
    Level(4, "club player", 2_000, 80, 6),
    Level(5, "strong club player", 8_000, 40, 4),
    Level(6, "expert", 30_000, 20, 3),
    Level(7, "master", 120_000, 10, 2),
    Level(8, "full strength", 1_000_000_000, 0, 1),
)
