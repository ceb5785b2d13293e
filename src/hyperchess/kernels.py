"""Choice of the rules for new positions: native if built, else Python.

The environment variable `HYPERCHESS_KERNEL`, set to `python` or `native`, forces one, for both games. A
subinterpreter uses the Python rules: a native module keeps its types for the interpreter that imported it
first.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from hyperchess.environment import KERNEL
from hyperchess.errors import HyperchessError

__all__ = ["uses_native"]


@cache
def uses_native() -> bool:
    """Return whether new positions use the native rules."""
    wanted = KERNEL.read()
    if wanted not in ("", "python", "native"):
        raise HyperchessError(f"{KERNEL.name} is {wanted!r}; it can be 'python' or 'native'")
    if wanted == "python":
        return False
    if not _is_main_interpreter():
        if wanted == "native":
            hint = "use them in the main interpreter, or in another process"
            raise HyperchessError(f"{KERNEL.name} selects the native rules in a subinterpreter: {hint}")
        return False
    built = find_spec("hyperchess._native") is not None
    if wanted == "native" and not built:
        hint = "install hyperchess again with a C++20 compiler available"
        raise HyperchessError(f"{KERNEL.name} selects the native rules, which were not built: {hint}")
    return built


def _is_main_interpreter() -> bool:
    """Return whether this is the main interpreter of the process."""
    for name in ("_interpreters", "_xxsubinterpreters"):  # names since Python 3.13 and before
        try:
            module = import_module(name)
        except ImportError:
            continue
        current, main = (
            found[0] if isinstance(found, tuple) else found
            for found in (module.get_current(), module.get_main())
        )
        return bool(current == main)
    return True
