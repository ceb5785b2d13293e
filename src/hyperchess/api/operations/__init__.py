"""The operations that the server and the board in a browser have in common."""

from __future__ import annotations

from hyperchess.api.operation import Operation
from hyperchess.api.operations import (
    catalogue,
    chapters,
    engines,
    explorer,
    export,
    learning,
    places,
    proofs,
    studies,
    texts,
)

__all__ = ["OPERATIONS"]

# Paths are matched in this order: the most frequent operations come first.
OPERATIONS: tuple[Operation, ...] = (
    *places.TABLE,
    *studies.TABLE,
    *chapters.TABLE,
    *export.TABLE,
    *texts.TABLE,
    *engines.TABLE,
    *explorer.TABLE,
    *proofs.TABLE,
    *learning.TABLE,
    *catalogue.TABLE,
)
