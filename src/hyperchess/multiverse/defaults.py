"""Which rules new positions use: the native ones where they were built, else those in Python."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from os import environ

from hyperchess.errors import HyperchessError
from hyperchess.multiverse.reference import ReferenceRules
from hyperchess.multiverse.rules import Rules

__all__ = ["default_rules"]

_VARIABLE = "HYPERCHESS_KERNEL"


@cache
def default_rules() -> Rules:
    """The rules that new positions use: the native ones, or those in Python where none were built.

    The environment variable `HYPERCHESS_KERNEL`, set to `python` or `native`, forces one.
    """
    wanted = environ.get(_VARIABLE, "")
    if wanted not in ("", "python", "native"):
        raise HyperchessError(f"{_VARIABLE} is {wanted!r}; it can be 'python' or 'native'")
    if wanted != "python" and find_spec("hyperchess._native") is not None:
        from hyperchess.multiverse.kernel import NativeRules

        return NativeRules()
    if wanted == "native":
        hint = "install hyperchess again with a C++20 compiler available"
        raise HyperchessError(f"{_VARIABLE} selects the native rules, which were not built: {hint}")
    return ReferenceRules()
