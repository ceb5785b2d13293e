"""Build the site: the page, Python, the kernel, and responses that are needed before Python has started.

The folder contains only plain files and everything it needs. File names do not depend on contents. The
service worker contains the hash of each file; the version is a hash of all of them.

The site is built next to the target folder and replaces it when it is complete, so a build that is killed
leaves the old site intact.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath, PureWindowsPath
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hyperchess import __version__
from hyperchess.app.site.board import Board
from hyperchess.app.site.pyodide import FILES, node_command
from hyperchess.errors import HyperchessError
from hyperchess.library.demo.collection import bundled_collection
from hyperchess.ruleset import GameKind

__all__ = ["build_site"]

_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self' blob:",  # workers from blobs inherit this policy (`js/site/start-worker.js`)
        "connect-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
_BAKED = ("/about", "/art", "/notations", "/variants", "/examples", "/engines")
_STARTS = ("Standard", "Classical")
_LEFT_OUT = (
    *("analysis/books.py", "analysis/differences.py", "analysis/statistics.py", "app/cli/", "app/files/"),
    *("app/notebook/", "app/rules/", "app/site/licences/", "app/tui/", "engine/infinite/tables/"),
    *(
        "engine/matches/",
        "engine/uci/",
        "proofs/building.py",
        "proofs/proving.py",
        "proofs/store.py",
        "proofs/windows.py",
        "puzzles/candidates.py",
        "puzzles/hunts.py",
        "puzzles/making.py",
        "puzzles/selecting.py",
        "puzzles/themes.py",
    ),
)
_SERVED = ("app/web/__init__.py", "app/web/viewer.py", "app/web/inlining.py")
_NOT_FOR_BROWSERS = ("build.py", "pyodide.py", "precompile.mjs", "kernel.wasm", "kernel.json")
_COLLECTION = "library/demo/games.bin"  # loaded when the explorer needs it
_GAMES = {
    GameKind.MULTIVERSE: 5300,
    GameKind.INFINITE: 1300,
}  # subset of the collection, because browsers download the file
_MARK = "hyperchess-site.json"
# Modules of the standard library that are never imported, directly or indirectly.
_NEVER_IMPORTED = (
    *("_pyrepl", "antigravity", "bdb", "cProfile", "cmd", "code", "colorsys", "compileall", "configparser"),
    *("ctypes", "doctest", "filecmp", "fileinput", "ftplib", "getopt", "getpass", "imaplib", "mailbox"),
    *("modulefinder", "multiprocessing", "netrc", "nturl2path", "optparse", "pdb", "pickletools", "plistlib"),
    *("poplib", "profile", "pstats", "pty", "pyclbr", "pydoc", "rlcompleter", "sched", "shelve", "smtplib"),
    *(
        "sqlite3",
        "tabnanny",
        "this",
        "timeit",
        "trace",
        "tty",
        "unittest",
        "wave",
        "wsgiref",
        "xml",
        "xmlrpc",
    ),
    *("zipapp", "zoneinfo"),
    *("_markupbase", "_pyio", "_sysconfigdata__emscripten_wasm32-emscripten", "argparse", "asyncio/__main__"),
    *("asyncio/proactor_events", "asyncio/tools", "asyncio/windows_events", "asyncio/windows_utils"),
    *("concurrent/futures/process", "csv", "graphlib", "html/parser", "http/client", "http/cookiejar"),
    *("http/cookies", "http/server", "json/tool", "logging/config", "logging/handlers", "mimetypes"),
    *("py_compile", "socketserver", "symtable", "sysconfig/__main__", "urllib/request", "urllib/robotparser"),
    "webbrowser",
)
_ENCODINGS = frozenset(
    {"__init__", "aliases", "ascii", "cp1252", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape"}
    | {"unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le"}
    | {"utf_8", "utf_8_sig"}
)


def build_site(folder: Path, pyodide: Path) -> str:
    """Write the site to `folder` and return its version; `pyodide` is the folder with Pyodide."""
    missing = [name for name in FILES if not (pyodide / name).is_file()]
    if missing:
        raise HyperchessError(f"{pyodide} is not a folder with Pyodide: it has no {missing[0]}")
    package = files("hyperchess")
    if not package.joinpath("app", "site", "kernel.wasm").is_file():
        raise HyperchessError("this installation has no kernel for browsers: install hyperchess from a wheel")
    folder = folder.resolve()
    new, old = (folder.with_name(f".{folder.name}.hyperchess-{age}") for age in ("new", "old"))
    if old.exists() and not folder.exists():
        old.rename(folder)  # the last build was killed while replacing the site
    built = _built_files(folder)
    try:
        _remove(new)
        new.mkdir(parents=True)
        version = _fill(new, package, pyodide)
        _replace(folder, new, old, built)
    except OSError as error:
        raise HyperchessError(f"{folder} cannot be written: {error}") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return version


def _fill(folder: Path, package: Traversable, pyodide: Path) -> str:
    """Write all files of the site to an empty folder; return the version."""
    site = package.joinpath("app", "site")
    for path, source in _walk(package.joinpath("app", "page")):
        if path not in ("index.html", "viewer.html", "sw.js"):
            _write(folder / path, source.read_bytes())
    _write(folder / "index.html", _index(package).encode("utf-8"))
    _write(folder / "manifest.webmanifest", json.dumps(_MANIFEST, indent=1).encode("ascii"))
    _write(folder / "kernel.wasm", site.joinpath("kernel.wasm").read_bytes())
    _write(folder / "baked.json", _baked().encode("ascii"))
    _write(folder / "collection.bin", bundled_collection().first(_GAMES))
    for name in FILES:
        if name != "python_stdlib.zip":
            _write(folder / "pyodide" / name, (pyodide / name).read_bytes())
    for name, source in _walk(site.joinpath("licences")):
        _write(folder / "licences" / name, source.read_bytes())
    with TemporaryDirectory() as scratch:
        sources = Path(scratch) / "hyperchess.zip"
        _zip_sources(sources, package)
        _compile(pyodide, sources, folder / "modules.zip")
        library = folder / "pyodide" / "python_stdlib.zip"
        _compile(pyodide, pyodide / "python_stdlib.zip", library, _left_out(pyodide / "python_stdlib.zip"))
    return _finish(folder, package)


_MANIFEST = {
    "name": "hyperchess",
    "short_name": "hyperchess",
    "description": "Open, play and study games of 5D chess and infinite chess.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#fbfaf7",
    "theme_color": "#fbfaf7",
    "icons": [
        {"src": "icons/favicon.svg", "type": "image/svg+xml", "sizes": "any"},
        {"src": "icons/icon-192.png", "type": "image/png", "sizes": "192x192"},
        {"src": "icons/icon-512.png", "type": "image/png", "sizes": "512x512"},
    ],
}


def _built_files(folder: Path) -> frozenset[str]:
    """Return the names of the files that an earlier build wrote; raise if the folder has other contents."""
    if not folder.exists():
        return frozenset()
    if not folder.is_dir():
        raise HyperchessError(f"{folder} is a file: name a folder for the board")
    mark = folder / _MARK
    if not mark.exists():
        if any(folder.iterdir()):
            raise HyperchessError(f"{folder} is not empty, and no board was built there: name another folder")
        return frozenset()
    try:
        names = json.loads(mark.read_text(encoding="utf-8"))["files"]
        is_list = isinstance(names, list) and all(isinstance(name, str) for name in names)
    except (ValueError, LookupError, TypeError):
        is_list = False
    if not is_list:
        raise HyperchessError(f"{mark} is damaged: delete it with the board, or name another folder")
    for name in names:
        if not _is_inside(name):
            raise HyperchessError(f"{mark} names {name!r}, which is not a file in that folder")
    return frozenset(names)


def _is_inside(name: str) -> bool:
    """Return whether a name is that of a file below the folder, on every system.

    >>> [_is_inside(name) for name in ("js/main.js", "/etc/passwd", "../a", "C:/a", "js/../../a", "")]
    [True, False, False, False, False, False]
    """
    windows = PureWindowsPath(name)
    return not (PurePosixPath(name).is_absolute() or windows.anchor or ".." in windows.parts or not name)


def _replace(folder: Path, new: Path, old: Path, built: frozenset[str]) -> None:
    """Replace `folder` by `new`, with a copy of the files that are not in `built`.

    Until then, `old` is the name of the replaced folder.
    """
    if not folder.exists():
        new.rename(folder)
        return
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if (path.is_dir() and not path.is_symlink()) or name.as_posix() in built or (new / name).exists():
            continue
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, new / name, follow_symlinks=False)
    _remove(old)
    folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        old.rename(folder)
        raise
    _remove(old)


def _remove(folder: Path) -> None:
    """Remove the folder of an earlier build, if there is one; links in it are not followed."""
    if folder.exists():
        shutil.rmtree(folder)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _walk(folder: Traversable, under: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the files of a folder by their paths, in order."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _walk(entry, f"{under}{entry.name}/")
        else:
            yield f"{under}{entry.name}", entry


def _index(package: Traversable) -> str:
    """Return the page with its own policy, the manifest, and the entry point without a server."""
    page = package.joinpath("app", "page", "index.html").read_text(encoding="utf-8").replace("\r\n", "\n")
    charset = '<meta charset="utf-8">'
    head = (
        f'{charset}\n    <meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '\n    <link rel="manifest" href="manifest.webmanifest">'
        '\n    <link rel="stylesheet" href="css/site.css">'
    )
    return page.replace(charset, head, 1).replace('src="js/main.js"', 'src="js/site/main.js"', 1)


def _baked() -> str:
    """Return constant responses, and the boards on which most games start."""
    board = Board()
    answers = {path: board.answer("GET", path, "").body for path in _BAKED}
    starts = {}
    for variant in _STARTS:
        study = json.loads(
            board.answer("POST", "/studies", json.dumps({"variant": variant, "id": variant})).body
        )
        place = f"/studies/{study['id']}/position"
        position = json.loads(board.answer("POST", place, '{"node": 0, "pending": []}').body)
        starts[variant] = {"study": study, "position": position}
    return json.dumps({"answers": answers, "starts": starts})


def _zip_sources(target: Path, package: Traversable) -> None:
    """Pack our modules and data, without those that need a terminal or a server."""
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for path, source in _walk(package):
            if _is_needed(path):
                _add(archive, f"hyperchess/{path}", source.read_bytes())
        _add(archive, "hyperchess/_native.py", b"from hyperchess.app.site.bridge import *\n")
        metadata = f"Metadata-Version: 2.1\nName: hyperchess\nVersion: {__version__}\n"
        _add(archive, f"hyperchess-{__version__}.dist-info/METADATA", metadata.encode("ascii"))


def _add(archive: ZipFile, name: str, data: bytes) -> None:
    archive.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, ZIP_DEFLATED)


def _is_needed(path: str) -> bool:
    if path.endswith((".so", ".pyd", ".pyi", ".pyc")) or path.startswith(_LEFT_OUT) or path == _COLLECTION:
        return False
    if path.startswith("app/web/"):
        return path in _SERVED
    if path.startswith("app/page/js/site/") or path == "app/page/sw.js" or path.endswith((".png", ".woff2")):
        return False
    return not (path.startswith("app/site/") and path.removeprefix("app/site/") in _NOT_FOR_BROWSERS)


def _compile(pyodide: Path, source: Path, target: Path, left_out: Sequence[str] = ()) -> None:
    """Compile the modules in a zip file with the Python that will run them; without node, copy them."""
    node = node_command("node")
    if node is None:
        _write(target, source.read_bytes())
        return
    script = files("hyperchess.app.site").joinpath("precompile.mjs")
    with as_file(script) as path:
        command = [*node, str(path), str(pyodide), str(source), str(target), *left_out]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise HyperchessError(f"{source.name} could not be compiled: {done.stderr.strip()[-500:]}")


def _left_out(library: Path) -> list[str]:
    """Return the unneeded modules of the standard library, including tables of old encodings."""
    with ZipFile(library) as archive:
        names = [name.removesuffix(".py") for name in archive.namelist() if name.startswith("encodings/")]
    return [*_NEVER_IMPORTED, *(name for name in names if name.removeprefix("encodings/") not in _ENCODINGS)]


def _finish(folder: Path, package: Traversable) -> str:
    """Write the service worker with the hash of each file, and the file list for the next build."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    hashes = {name: sha256((folder / name).read_bytes()).digest() for name in names}
    digest = sha256()
    for name in names:
        digest.update(f"{name}\0".encode() + hashes[name])
    version = f"{__version__}-{digest.hexdigest()[:12]}"
    kept = {
        "./" if name == "index.html" else name: b64encode(found).decode("ascii")
        for name, found in hashes.items()
        if not name.startswith("licences/")
    }
    worker = package.joinpath("app", "page", "sw.js").read_text(encoding="utf-8").replace("\r\n", "\n")
    worker = re.sub(r'const VERSION = "";', f"const VERSION = {json.dumps(version)};", worker, count=1)
    worker = worker.replace("const FILES = {};", f"const FILES = {json.dumps(kept)};", 1)
    _write(folder / "sw.js", worker.encode("utf-8"))
    mark = {"version": version, "files": [*names, "sw.js", _MARK]}
    _write(folder / _MARK, json.dumps(mark, indent=1).encode("utf-8"))
    return version
