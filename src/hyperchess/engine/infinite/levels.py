"""Levels 1 to 8 of infinite chess, with their own nodes and errors, because its nodes are cheaper."""

from __future__ import annotations

from hyperchess.engine.levels import levels

__all__ = ["INFINITE_LEVELS"]

INFINITE_LEVELS = levels(
    (150, 1_000, 40),
    (250, 500, 25),
    (400, 290, 15),
    (650, 195, 10),
    (1_000, 135, 8),
    (2_000, 82, 6),
    (4_500, 55, 4),
)
"""Measured in matches of neighbours: docs/engine-infinite-measurements.md."""
