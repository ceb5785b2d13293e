"""Errors of proofs.

* `ProofRejected`: a proof file is damaged, or does not prove its claim
* `StoreError`: the table of settled tasks cannot be used
"""

from __future__ import annotations

from hyperchess.errors import HyperchessError

__all__ = ["ProofRejected", "StoreError"]


class ProofRejected(HyperchessError):
    """A proof file is damaged, or does not prove its claim."""


class StoreError(HyperchessError):
    """The table of settled tasks cannot be used."""
