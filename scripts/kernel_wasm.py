"""Compile the kernel for browsers: `python -m scripts.kernel_wasm` writes `kernel.wasm` into the package.

The file is small and checked in, so that an installed package can build the board without a compiler.
`kernel.json` beside it says from which sources and by which compiler it was made; `--check` compares. The
compiler is `ziglang` from the package index, which brings its own standard library: the result is the same on
every system.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

__all__ = ["COMPILER", "described", "main", "stale"]

COMPILER = "0.17.0"
"""The version of ziglang."""

_ROOT = Path(__file__).parent.parent
_NATIVE = _ROOT / "native"
_FOLDER = _ROOT / "src" / "hyperchess" / "app" / "site"
_KERNEL, _DESCRIPTION = _FOLDER / "kernel.wasm", _FOLDER / "kernel.json"
_FLAGS = (
    "-target",
    "wasm32-wasi",
    "-mcpu=generic+exception_handling",
    "-std=c++20",
    "-O2",
    "-fwasm-exceptions",
    "-mexec-model=reactor",
    "-s",
)


def described() -> dict[str, str]:
    """What the sources say about the kernel that belongs to them."""
    digest = sha256(" ".join(_FLAGS).encode("ascii"))
    for path in _sources(".cpp", ".hpp"):
        text = path.read_text(encoding="utf-8")
        digest.update(f"\0{path.relative_to(_NATIVE).as_posix()}\0{text}".encode())
    return {"compiler": f"ziglang {COMPILER}", "sources": digest.hexdigest()}


def stale() -> str:
    """Why the kernel does not belong to the sources; empty if it does."""
    if not _KERNEL.exists() or not _DESCRIPTION.exists():
        return "there is no compiled kernel for browsers"
    known = json.loads(_DESCRIPTION.read_text(encoding="utf-8"))
    if known["kernel"] != sha256(_KERNEL.read_bytes()).hexdigest():
        return "kernel.wasm is not the file that kernel.json describes"
    wanted = described()
    changed = [name for name in wanted if known.get(name) != wanted[name]]
    return f"kernel.wasm was made from other {changed[0]}" if changed else ""


def _sources(*suffixes: str) -> list[Path]:
    """The files of the kernel, without the face for Python."""
    found = (path for path in _NATIVE.rglob("*") if path.suffix in suffixes)
    return sorted(path for path in found if path.parent.name != "python")


def _compile() -> None:
    # relative paths: the result does not depend on where the project lies
    sources = [path.relative_to(_ROOT).as_posix() for path in _sources(".cpp")]
    command = [sys.executable, "-m", "ziglang", "c++", *_FLAGS, "-Inative", "-o", str(_KERNEL), *sources]
    subprocess.run(command, check=True, cwd=_ROOT)
    _KERNEL.chmod(0o644)
    data = {**described(), "kernel": sha256(_KERNEL.read_bytes()).hexdigest()}
    _DESCRIPTION.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    """Compile, or check that nothing has to be compiled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    why = stale()
    if not parser.parse_args().check:
        if why:
            _compile()
    elif why:
        sys.exit(f"{why}: run python -m scripts.kernel_wasm (it needs pip install ziglang=={COMPILER})")


if __name__ == "__main__":
    main()
