"""Write the types of the compiled kernel into `src/hyperchess/_native.pyi`: `python -m scripts.kernel_stub`.

nanobind describes the module; the named tuples of the records are added from their fields. `--check` only
compares.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["STUB", "generate", "main"]

_ROOT = Path(__file__).parent.parent
STUB = _ROOT / "src" / "hyperchess" / "_native.pyi"
_OTHER_NAMES = {"unsigned": "int", "Square": "Any", "Piece": "Any", "InfiniteMove": "Any", "Ray": "Any"}
"""Types of the kernel that are something else in Python: the package provides the classes."""


def generate() -> str:
    """Return the text of the stub."""
    with TemporaryDirectory() as folder:
        patterns, made = Path(folder, "patterns.txt"), Path(folder, "_native.pyi")
        patterns.write_text(_patterns(), encoding="utf-8")
        for command in (
            ["nanobind.stubgen", "-q", "-m", "hyperchess._native", "-p", str(patterns), "-o", str(made)],
            ["ruff", "format", "-q", "--config", str(_ROOT / "pyproject.toml"), str(made)],
        ):
            subprocess.run([sys.executable, "-m", *command], check=True)
        return made.read_text(encoding="utf-8")


def _patterns() -> str:
    """Return replacements for the named tuples, in the pattern language of nanobind."""
    from hyperchess import _native

    found = []
    for name, value in vars(_native).items():
        if isinstance(value, type) and issubclass(value, tuple):
            types = {field: each.__forward_arg__ for field, each in value.__annotations__.items()}
            found += [f"^hyperchess\\._native\\.{name}$:", "    \\from typing import NamedTuple, Any"]
            found.append(f"    class {name}(NamedTuple):")
            found += [f"        {field}: {_python_type(each)}" for field, each in types.items()]
            found.append("")
    return "\n".join(found)


def _python_type(text: str) -> str:
    return re.sub(r"\w+", lambda word: _OTHER_NAMES.get(word[0], word[0]), text)


def main() -> None:
    """Write the stub, or check that it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    text = generate()
    if not parser.parse_args().check:
        STUB.write_text(text, encoding="utf-8", newline="\n")
    elif text != STUB.read_text(encoding="utf-8"):
        sys.exit(f"{STUB.relative_to(_ROOT)} is out of date: run python -m scripts.kernel_stub")


if __name__ == "__main__":
    main()
