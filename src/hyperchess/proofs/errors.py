"""Errors of proofs.

* `ProofRejected`: a file is damaged, or does not prove what it claims
* `StoreError`: the table of settled work cannot be used
"""

from __future__ import annotations

from hyperchess.errors import HyperchessError

__all__ = ["ProofRejected", "StoreError"]


class ProofRejected(HyperchessError):
    """A proof file is damaged, or does not prove its claim."""


class StoreError(HyperchessError):
    """The table of settled tasks cannot be used."""
