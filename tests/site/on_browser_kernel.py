"""`python -m tests.site.on_browser_kernel ARGUMENTS`: pytest on the kernel for browsers, in node."""

from __future__ import annotations

import sys

from tests.site.node_kernel import use_browser_kernel

if __name__ == "__main__":
    use_browser_kernel()
    import pytest

    sys.exit(pytest.main([*sys.argv[1:], "-p", "no:cacheprovider"]))
