"""Imports between the modules of the package, and between those of the page.

Everything written down counts: imports for type checkers, imports inside functions, and the `@import` tags of
JavaScript. What a function imports by a name made up at run time does not: it cannot be read.

>>> {each.target for each in python_imports() if each.source == "hyperchess.errors"}
{'hyperchess.text'}
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

__all__ = ["PAGE", "ROOT", "SOURCES", "Import", "page_imports", "python_imports"]

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"
PAGE = SOURCES / "hyperchess" / "app" / "page" / "js"

_REASON = re.compile(r"(?:#|//) circle: \S")
_SCRIPT_IMPORT = re.compile(
    r"""^\s*(?:import|export)\b[^;"']*?\bfrom\s*["'](?P<named>\.[^"']+)["']  # import { a } from "./a.js"
    |^\s*import\s*["'](?P<bare>\.[^"']+)["']                                  # import "./a.js"
    |\bimport\(\s*["'](?P<call>\.[^"']+)["']\s*\)                             # import("./a.js") and its types
    |@import\b[^;"']*?\bfrom\s*["'](?P<tag>\.[^"']+)["']                      # @import {A} from "./a.js"
    """,
    re.MULTILINE | re.VERBOSE,
)


class Import(NamedTuple):
    """One import: source and target, its place, and whether its line gives a reason for a circle."""

    source: str
    target: str
    path: Path
    line: int
    excused: bool = False


def python_imports(sources: Path = SOURCES) -> list[Import]:
    """The imports between the modules below a folder. `from package import module` imports the module."""
    paths = sorted(sources.rglob("*.py*"), reverse=True)  # a stub stands for a compiled module
    modules = {
        _module_name(path.relative_to(sources)): path for path in paths if path.suffix in (".py", ".pyi")
    }
    return [each for name in sorted(modules) for each in find_imports(name, modules[name], modules)]


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def find_imports(name: str, path: Path, modules: dict[str, Path]) -> Iterator[Import]:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        written = lines[node.lineno - 1 : node.end_lineno]
        excused = any(_REASON.search(line) for line in written)
        targets = (
            each if each in modules else each.rpartition(".")[0] for each in _targets(node, name, path)
        )
        for target in dict.fromkeys(targets):
            if target in modules:
                yield Import(name, target, path, node.lineno, excused)


def _targets(node: ast.Import | ast.ImportFrom, name: str, path: Path) -> list[str]:
    """The full names that a statement imports; the last part may be a name inside a module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = node.module or ""
    if node.level:
        package = name.split(".") if path.stem == "__init__" else name.split(".")[:-1]
        above = package[: len(package) - node.level + 1]
        base = ".".join([*above, *([node.module] if node.module else [])])
    return [f"{base}.{alias.name}" for alias in node.names]


def page_imports(folder: Path = PAGE) -> list[Import]:
    """The imports between the modules of the page, by their paths in its folder."""
    found = []
    for path in sorted(folder.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        here = PurePosixPath(path.relative_to(folder).as_posix())
        for match in _SCRIPT_IMPORT.finditer(text):
            target = _resolved(here, next(filter(None, match.groups())))
            if target is None or not (folder / target).is_file():
                continue
            first = text.count("\n", 0, match.start()) + match.group().startswith("\n")
            last = text.count("\n", 0, match.end())
            excused = any(_REASON.search(line) for line in lines[first : last + 1])
            found.append(Import(str(here), target, path, last + 1, excused))
    return found


def _resolved(here: PurePosixPath, relative: str) -> str | None:
    """The path that a relative import means, inside the folder."""
    parts = list(here.parts[:-1])
    for part in PurePosixPath(relative).parts:
        if part == "..":
            if not parts:
                return None
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
