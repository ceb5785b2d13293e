"""Modules that pytest does not collect here: browser modules, modules that need the native rules where
they are not in use, and the configuration of Sphinx, which writes pages when it is imported.
"""

from importlib.util import find_spec

from hyperchess.multiverse.defaults import default_rules

_BROWSER = ["src/hyperchess/app/site/bridge"]
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
_EVALUATION = (
    []
    if default_rules().name == "native"
    else ["src/hyperchess/engine/evaluation.py", "src/hyperchess/engine/infinite/evaluation.py"]
)
collect_ignore = ["docs/conf.py", *_BROWSER, *_NATIVE, *_EVALUATION]
