"""Default rules of new positions; see `hyperchess.kernels`."""

from __future__ import annotations

from functools import cache

from hyperchess.infinite.reference.rules import ReferenceRules
from hyperchess.infinite.rules import Rules
from hyperchess.kernels import uses_native

__all__ = ["default_rules"]


@cache
def default_rules() -> Rules:
    """Return the rules for new positions: native, or Python if the extension was not built."""
    if uses_native():
        from hyperchess.infinite.kernel import NativeRules

        return NativeRules()
    return ReferenceRules()
