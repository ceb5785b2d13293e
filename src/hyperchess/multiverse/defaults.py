"""Default rules of new positions; see `hyperchess.kernels`."""

from __future__ import annotations

from functools import cache

from hyperchess.kernels import uses_native
from hyperchess.multiverse.rules import Rules

__all__ = ["default_rules"]


@cache
def default_rules() -> Rules:
    """Return the rules for new positions: native, or Python if the extension was not built."""
    if uses_native():
        from hyperchess.multiverse.kernel import NativeRules

        return NativeRules()
    from hyperchess.multiverse.reference import ReferenceRules

    return ReferenceRules()
