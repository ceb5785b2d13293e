"""Output of `--version`, and with `--verbose` the details for a bug report."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import hyperchess
from hyperchess.environment import describe_settings
from hyperchess.infinite import defaults as infinite_defaults
from hyperchess.multiverse.defaults import default_rules

__all__ = ["version_line", "version_report"]


def version_line() -> str:
    """The version, and which rules run."""
    return f"hyperchess {hyperchess.__version__} ({default_rules().name} rules)"


def version_report() -> str:
    """Versions, systems and settings, a line each."""
    lines = [
        version_line(),
        f"rules of infinite chess: {infinite_defaults.default_rules().name}",
        f"Python {platform.python_version()} ({platform.python_implementation()})",
        f"{platform.system()} {platform.release()}, {platform.machine()}, {os.cpu_count()} processors",
        f"installed in {Path(hyperchess.__file__).parent}",
        f"output {sys.stdout.encoding}, terminal {'yes' if sys.stdout.isatty() else 'no'}",
        *describe_settings(),
        *(f"{name} {_version(name)}" for name in _libraries()),
    ]
    return "\n".join(lines)


def _libraries() -> list[str]:
    """The libraries of hyperchess and of its extras for users."""
    named = set()
    for line in requires("hyperchess") or ():
        requirement, _, marker = line.partition(";")
        extra = marker.partition("extra ==")[2].strip(" \"'")
        name = requirement.strip()
        for sign in "<>=~![ ":
            name = name.partition(sign)[0]
        if extra not in ("dev", "docs") and name != "hyperchess":
            named.add(name)
    return sorted(named)


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "is not installed"
