"""Where no compiler was at hand there is no native module: what needs it is left out."""

from importlib.util import find_spec

collect_ignore = (
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
