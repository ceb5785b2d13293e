"""Which rules new positions use: the native ones where they were built, else those in Python.

The environment variable `HYPERCHESS_KERNEL`, set to `python` or `native`, forces one, for both games.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from os import environ

from hyperchess.errors import HyperchessError

__all__ = ["uses_native"]

_VARIABLE = "HYPERCHESS_KERNEL"


@cache
def uses_native() -> bool:
    """Whether new positions use the native rules."""
    wanted = environ.get(_VARIABLE, "")
    if wanted not in ("", "python", "native"):
        raise HyperchessError(f"{_VARIABLE} is {wanted!r}; it can be 'python' or 'native'")
    if wanted == "python":
        return False
    built = find_spec("hyperchess._native") is not None
    if wanted == "native" and not built:
        hint = "install hyperchess again with a C++20 compiler available"
        raise HyperchessError(f"{_VARIABLE} selects the native rules, which were not built: {hint}")
    return built
