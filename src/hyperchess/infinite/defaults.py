"""Default referee of new positions; see `hyperchess.kernels`."""

from __future__ import annotations

from functools import cache

from hyperchess.infinite.referee import Referee
from hyperchess.infinite.reference.python_referee import PythonReferee
from hyperchess.kernels import uses_native

__all__ = ["default_referee"]


@cache
def default_referee() -> Referee:
    """Return the referee for new positions: native, or Python if the extension was not built."""
    if uses_native():
        from hyperchess.infinite.kernel import NativeReferee

        return NativeReferee()
    return PythonReferee()
