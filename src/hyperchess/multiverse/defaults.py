"""Which rules new positions use: see `hyperchess.kernels`."""

from __future__ import annotations

from functools import cache

from hyperchess.kernels import uses_native
from hyperchess.multiverse.reference import ReferenceRules
from hyperchess.multiverse.rules import Rules

__all__ = ["default_rules"]


@cache
def default_rules() -> Rules:
    """The rules that new positions use: the native ones, or those in Python where none were built."""
    if uses_native():
        from hyperchess.multiverse.kernel import NativeRules

        return NativeRules()
    return ReferenceRules()
