"""Levels 1 to 8 of infinite chess, with their own nodes and errors, because its nodes are cheaper."""

from __future__ import annotations

from hyperchess.engine.levels import levels

__all__ = ["INFINITE_LEVELS"]

INFINITE_LEVELS = levels(
    (320, 400, 24),
    (600, 190, 14),
    (1_050, 112, 10),
    (1_750, 82, 8),
    (3_200, 54, 6),
    (6_600, 30, 4),
    (12_000, 18, 3),
)
"""Measured in matches of neighbours: docs/engine-infinite-measurements.md."""
