"""Rules that the tests run on: the native ones, or those in Python with HYPERCHESS_KERNEL=python."""

import pytest

from hyperchess.kernels import uses_native

__all__ = ["native"]

native = pytest.mark.skipif(not uses_native(), reason="about the native search")
