"""Compile the kernel for browsers: `python -m scripts.kernel_wasm` writes two files into the package.

`kernel.wasm` is the whole kernel, for the board without a server. `rules.wasm` has the rules alone, for a
file that shows a game. Both are small and checked in, so that an installed package can write boards without a
compiler. `kernel.json` in the same folder names the sources and the compiler they were made with; `--check`
compares. The compiler is `ziglang` from the package index, which brings its own standard library: the result
is the same on every system.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["COMPILER", "described", "main", "stale"]

COMPILER = "0.17.0"
"""The version of ziglang."""

_ROOT = Path(__file__).parent.parent
_NATIVE = _ROOT / "native"
_FOLDER = _ROOT / "src" / "hyperchess" / "app" / "site"
_DESCRIPTION = _FOLDER / "kernel.json"
_NOT_IN = {
    "kernel.wasm": (
        "api/tuning.cpp",
        "api/windows.cpp",
        "multiverse/engine/self_play.cpp",
        "wasm/viewer.cpp",
    ),
    "rules.wasm": (
        "api/actions.cpp",
        "api/engines.cpp",
        "api/lines.cpp",
        "api/mates.cpp",
        "api/tuning.cpp",
        "api/windows.cpp",
        "common/transposition_table.cpp",
        "infinite/engine/",
        "infinite/mates/",
        "multiverse/engine/",
        "multiverse/mates/",
        "wasm/kernel.cpp",
    ),
}
"""The files, and which sources each of them leaves out."""
_FLAGS = (
    "-target",
    "wasm32-wasi",
    "-mcpu=generic+exception_handling",
    "-std=c++20",
    "-DNDEBUG",
    "-fwasm-exceptions",
)
_SMALL = ("native/api/", "native/wasm/")
"""Sources compiled for size: they convert values, and take little time."""


def described() -> dict[str, str]:
    """Return the description of the kernel that belongs to the sources."""
    digest = sha256(" ".join(_FLAGS).encode("ascii"))
    for path in _sources(".cpp", ".hpp"):
        text = path.read_text(encoding="utf-8")
        digest.update(f"\0{path.relative_to(_NATIVE).as_posix()}\0{text}".encode())
    return {"compiler": f"ziglang {COMPILER}", "sources": digest.hexdigest()}


def stale() -> str:
    """Return the reason why the kernel is outdated; empty if it is current."""
    if not all(path.exists() for path in (_DESCRIPTION, *map(_FOLDER.joinpath, _NOT_IN))):
        return "there is no compiled kernel for browsers"
    known = json.loads(_DESCRIPTION.read_text(encoding="utf-8"))
    for name in _NOT_IN:
        if known.get(name) != _hash(name):
            return f"{name} is not the file that kernel.json describes"
    wanted = described()
    changed = [name for name in wanted if known.get(name) != wanted[name]]
    return f"the kernel for browsers was made from other {changed[0]}" if changed else ""


def _hash(name: str) -> str:
    return sha256(_FOLDER.joinpath(name).read_bytes()).hexdigest()


def _sources(*suffixes: str) -> list[Path]:
    """The files of the kernel, without the bindings for Python."""
    found = (path for path in _NATIVE.rglob("*") if path.suffix in suffixes)
    return sorted(path for path in found if path.parent.name != "python")


def _compile() -> None:
    with TemporaryDirectory() as folder:
        for name, left_out in _NOT_IN.items():
            named = [path.relative_to(_NATIVE).as_posix() for path in _sources(".cpp")]
            # relative paths: the result does not depend on where the project lies
            sources = [f"native/{each}" for each in named if not each.startswith(left_out)]
            small = [each for each in sources if each.startswith(_SMALL)]
            objects = [str(Path(folder, each.replace("/", "-") + ".o")) for each in small]
            for source, made in zip(small, objects, strict=True):
                _run(["-Oz", "-c", "-o", made, source])
            fast = [each for each in sources if each not in small]
            _run(["-O2", "-mexec-model=reactor", "-s", "-o", str(_FOLDER / name), *fast, *objects])
            _FOLDER.joinpath(name).chmod(0o644)
    data = {**described(), **{name: _hash(name) for name in _NOT_IN}}
    _DESCRIPTION.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8", newline="\n")


def _run(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "ziglang", "c++", *_FLAGS, "-Inative", *arguments]
    subprocess.run(command, check=True, cwd=_ROOT)


def main() -> None:
    """Compile, or check that nothing has to be compiled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    only_check = parser.parse_args().check
    if why := stale():
        if only_check or find_spec("ziglang") is None:
            needed = f"it needs pip install ziglang=={COMPILER}"
            sys.exit(f"{why}: run python -m scripts.kernel_wasm ({needed})")
        _compile()


if __name__ == "__main__":
    main()
