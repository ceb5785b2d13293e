"""Modules that are not imported here: those of a browser, and those of a native module that is not there."""

from importlib.util import find_spec

_BROWSER = ["src/hyperchess/app/site/bridge.py"]
_NATIVE = (
    []
    if find_spec("hyperchess._native")
    else [
        "benchmarks/kernel.py",
        "src/hyperchess/multiverse/kernel.py",
        "tests/multiverse/differential.py",
        "tests/multiverse/test_kernel.py",
        "tests/multiverse/test_kernel_limits.py",
    ]
)
collect_ignore = [*_BROWSER, *_NATIVE]
