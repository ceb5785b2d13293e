"""Move, merge and rename modules, with everything that names them.

python -m scripts.move MAP

MAP is a file with a line for each module or name:

    hyperchess.old                  -> hyperchess.new         # a module, or a package with all its modules
    hyperchess.helper               -> hyperchess.new         # the same target: the modules are merged
    hyperchess.old:_name            -> hyperchess.new:_other  # another name in the module that moves
    hyperchess.stays:function       -> hyperchess.new:function

Modules are merged in the order of the map; a target that exists comes first unless the map lists it. All
tracked texts are rewritten: imports, dotted paths in strings and documents, and paths of files. Names that
two merged modules use differently are reported, and nothing is changed. Docstrings of merged modules follow
the first one: they need an editor afterwards.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

__all__ = ["Clash", "Moves", "main", "merge_sources", "move", "read_map", "rewrite_python", "rewrite_text"]

ROOT = Path(__file__).parents[1]
_ROOTS = ("src", ".")  # folders of importable modules
_LINE = re.compile(r"\s*(?P<old>[\w.]+)(?::(?P<name>\w+))?\s*->\s*(?P<new>[\w.]+)(?::(?P<other>\w+))?\s*")
_FROM = re.compile(r"\bfrom (?P<module>[\w.]+) import (?P<names>\w+(?: as \w+)?(?:, \w+(?: as \w+)?)*)")
_RULES = "I001,F401,F811,RUF022"  # imports that are sorted, unused or repeated; `__all__` that is not sorted


class Clash(Exception):
    """Modules that cannot be merged, or a map that contradicts itself."""


class Moves(NamedTuple):
    """Modules by their old names, and pairs of module and name by their old pairs."""

    modules: dict[str, str]
    names: dict[tuple[str, str], tuple[str, str]]

    def find(self, module: str, name: str) -> tuple[str, str]:
        """Return where a name of a module is found after the moves."""
        return self.names.get((module, name), (self.modules.get(module, module), name))


class _Edit(NamedTuple):
    """A replacement in a text of Python, by offsets in bytes."""

    start: int
    end: int
    text: str


def read_map(text: str) -> Moves:
    """Parse a map.

    >>> read_map("a.b -> a.c  # why\\na.b:x -> a.c:y")
    Moves(modules={'a.b': 'a.c'}, names={('a.b', 'x'): ('a.c', 'y')})
    """
    moves = Moves({}, {})
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise Clash(f"not a move: {line}")
        old, name, new, other = match.groups()
        if name is None:
            moves.modules[old] = new
        else:
            moves.names[old, name] = (new, other or name)
    for old, new in moves.modules.items():
        if moves.modules.get(new, new) != new:
            raise Clash(f"{old} moves to {new}, which moves to {moves.modules[new]}")
    return moves


# References


def rewrite_text(text: str, moves: Moves) -> str:
    """Return a text with the new names in imports, dotted paths and paths of files.

    >>> moves = read_map("pack.old -> pack.sub.new\\npack.stay:f -> pack.other:g")
    >>> rewrite_text("`pack.old.x`, src/pack/old.py; >>> from pack.stay import f, h; pack.older", moves)
    '`pack.sub.new.x`, src/pack/sub/new.py; >>> from pack.other import g; from pack.stay import h; pack.older'
    """
    if not any(old.rpartition(".")[2] in text for old in (*moves.modules, *(old for old, _ in moves.names))):
        return text
    text = _FROM.sub(lambda match: _import_text(match, moves), text)
    dotted = {**moves.modules, **{".".join(old): ".".join(new) for old, new in moves.names.items()}}
    dotted = {old: new for old, new in dotted.items() if old != new}
    if dotted:
        listed = "|".join(re.escape(old) for old in sorted(dotted, key=len, reverse=True))
        text = re.sub(rf"(?<![\w.])(?:{listed})(?!\w)", lambda match: dotted[match[0]], text)
    paths = dict(_paths(moves.modules))
    if not paths:
        return text
    listed = "|".join(re.escape(old) for old in sorted(paths, key=len, reverse=True))
    return re.sub(rf"(?<![\w/-])((?:\.\./)*)({listed})(?!\w)", lambda match: match[1] + paths[match[2]], text)


def _import_text(match: re.Match[str], moves: Moves) -> str:
    names = [tuple(word.strip().split(" as ")) for word in match["names"].split(",")]
    lines = _import_lines(
        match["module"], [(each[0], each[1] if each[1:] else None) for each in names], moves
    )
    return match[0] if lines is None else "; ".join(lines)


def _paths(modules: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the paths that a text may use for modules that move, with and without the first folders."""
    for old, new in modules.items():
        if old == new:
            continue
        before, after = PurePosixPath(old.replace(".", "/")), PurePosixPath(new.replace(".", "/"))
        for prefix in ("src/", ""):
            yield f"{prefix}{before}.py", f"{prefix}{after}.py"
            yield f"{prefix}{before}/__init__.py", f"{prefix}{after}.py"
        if len(before.parts) > 2 and before.parts[0] == after.parts[0]:
            yield "/".join(before.parts[1:]) + ".py", "/".join(after.parts[1:]) + ".py"


def rewrite_python(text: str, module: str, moves: Moves) -> str:
    """Return a Python file with the new names; `module` is its own old name.

    >>> moves = read_map("pack.old -> pack.new\\npack.old:f -> pack.new:g")
    >>> print(rewrite_python("from pack.old import f, h\\nfrom pack import old\\nf(h, old.x)", "m", moves))
    from pack.new import g, h
    from pack import new
    g(h, new.x)
    """
    homes = {home for home, _ in moves.names}
    if module not in homes and not any(old.rpartition(".")[2] in text for old in (*moves.modules, *homes)):
        return text
    tree = ast.parse(text)
    lines = text.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def edit(node: ast.stmt | ast.expr, replacement: str) -> _Edit:
        assert node.end_lineno is not None and node.end_col_offset is not None
        end = starts[node.end_lineno - 1] + node.end_col_offset
        return _Edit(starts[node.lineno - 1] + node.col_offset, end, replacement)

    renamed = {
        old: new
        for (home, old), (_, new) in moves.names.items()
        if home == module and old != new and moves.names[home, old][0] == moves.modules.get(module, module)
    }
    own = moves.modules.get(module, module)
    edits: list[_Edit] = []
    alone = {id(body[0]) for node in ast.walk(tree) for body in _bodies(node) if len(body) == 1}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level and node.module is not None:
            names = [(alias.name, alias.asname) for alias in node.names]
            for name, alias in names:
                new = _new_base(node.module, name, moves)
                if alias is None and new != name:
                    renamed[name] = new
            found = _import_lines(node.module, names, moves, own if node.module != module else "")
            if found is not None:
                indent = "\n" + " " * node.col_offset
                edits.append(edit(node, indent.join(found) or ("pass" if id(node) in alone else "")))
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    inside = {id(inner) for node in strings for inner in ast.walk(node) if inner is not node}
    word = re.compile(rf"\b(?:{'|'.join(renamed)})\b") if renamed else None
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and word is not None and id(node) not in inside:
            # Python 3.11 has no places of the names in a string.
            written = ast.get_source_segment(text, node) or ""
            parts = re.split(r"(\{[^{}]*\})", written)
            parts[1::2] = [word.sub(lambda found: renamed[found[0]], part) for part in parts[1::2]]
            new = "".join(parts)
            edits += [edit(node, new)] * (new != written)
        elif isinstance(node, ast.Name) and node.id in renamed and id(node) not in inside:
            edits.append(edit(node, renamed[node.id]))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in renamed:
            at = starts[node.lineno - 1] + node.col_offset
            at = text.encode().index(node.name.encode(), at)
            edits.append(_Edit(at, at + len(node.name.encode()), renamed[node.name]))
    for listed in (each for each in tree.body if _is_all(each)):
        for entry in ast.walk(listed):
            if isinstance(entry, ast.Constant) and entry.value in renamed:
                edits.append(edit(entry, f'"{renamed[entry.value]}"'))
    data = text.encode()
    for start, end, replacement in sorted(edits, reverse=True):
        data = data[:start] + replacement.encode() + data[end:]
    return rewrite_text(data.decode(), moves)


def _bodies(node: ast.AST) -> list[list[ast.stmt]]:
    found = (getattr(node, field, None) for field in ("body", "orelse", "finalbody"))
    return [] if isinstance(node, ast.Module) else [body for body in found if isinstance(body, list)]


def _new_base(module: str, name: str, moves: Moves) -> str:
    """Return the new name of what is imported as `from module import name`."""
    full = f"{module}.{name}"
    return moves.modules[full].rpartition(".")[2] if full in moves.modules else moves.find(module, name)[1]


def _import_lines(
    module: str, names: Iterable[tuple[str, str | None]], moves: Moves, own: str = ""
) -> list[str] | None:
    """Return the imports in place of one; `None` if it stays. What is in the module itself is left out."""
    found: dict[str, list[str]] = {}
    for name, alias in names:
        full = f"{module}.{name}"
        home, new = moves.find(module, name)
        if full in moves.modules:
            home, _, new = moves.modules[full].rpartition(".")
        if home != own:
            found.setdefault(home, []).append(new if alias is None else f"{new} as {alias}")
    lines = [f"from {home} import {', '.join(names)}" for home, names in found.items()]
    kept = ", ".join(name if alias is None else f"{name} as {alias}" for name, alias in names)
    return None if lines == [f"from {module} import {kept}"] else lines


# Merging


class _Parts(NamedTuple):
    """A module in parts: its docstring, imports, imports for type checkers, public names, and the rest."""

    docstring: str
    imports: list[str]
    checked: list[str]
    public: list[str]
    body: list[str]


def merge_sources(sources: Mapping[str, str]) -> str:
    """Return one module with the content of several, given by name; raise `Clash` if they disagree.

    >>> print(merge_sources({"a": '"A."\\nimport re\\nx = re.I', "b": '"B."\\nimport re\\ny = re.M'}))
    \"\"\"A.
    <BLANKLINE>
    B.
    \"\"\"
    <BLANKLINE>
    from __future__ import annotations
    <BLANKLINE>
    import re
    <BLANKLINE>
    x = re.I
    <BLANKLINE>
    y = re.M
    <BLANKLINE>
    """
    if len(sources) == 1:
        return next(iter(sources.values()))
    _check_names(sources)
    parts = [_split(text) for text in sources.values()]
    said = "\n\n".join(part.docstring for part in parts if part.docstring)
    raw = "r" if "\\" in said else ""
    lines = [f'{raw}"""{said}\n"""\n', "from __future__ import annotations\n"]
    lines += [*dict.fromkeys(line for part in parts for line in part.imports if "__future__" not in line), ""]
    if checked := [*dict.fromkeys(line for part in parts for line in part.checked)]:
        lines += ["if TYPE_CHECKING:", *(f"    {line}" for line in checked), ""]
    if public := sorted({name for part in parts for name in part.public}):
        lines.append(f"__all__ = {public!r}\n")
    seen: set[str] = set()
    for part in parts:
        for segment in part.body:
            if segment not in seen:
                lines.append(segment)
            seen.add(segment)
        lines.append("")
    return "\n".join(lines)


def _split(text: str) -> _Parts:
    parts = _Parts("", [], [], [], [])
    docstring = ""
    lines = text.splitlines()
    done = 0
    for node in ast.parse(text).body:
        assert node.end_lineno is not None
        segment = "\n".join(lines[done : node.end_lineno]).rstrip()
        done = node.end_lineno
        if isinstance(node, ast.Import | ast.ImportFrom):
            parts.imports.append(segment.strip("\n"))
        elif _is_all(node):
            parts.public.extend(ast.literal_eval(node.value))  # type: ignore[attr-defined]
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            parts.checked.extend(ast.get_source_segment(text, each) or "" for each in node.body)
        elif not parts.imports and not parts.body and not docstring and _is_text(node):
            docstring = ast.literal_eval(node.value).strip()  # type: ignore[attr-defined]
        else:
            parts.body.append(segment)
    return parts._replace(docstring=docstring)


def _is_all(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _check_names(sources: Mapping[str, str]) -> None:
    """Raise `Clash` if modules give one name different meanings."""
    meanings: dict[str, dict[str, list[str]]] = {}
    for module, text in sources.items():
        for name, meaning in _bound(ast.parse(text)):
            meanings.setdefault(name, {}).setdefault(module, []).append(meaning)  # overloads have several
    clashes = [
        f"{name}: {', '.join(found)}"
        for name, found in meanings.items()
        if any(each != next(iter(found.values())) for each in found.values())
    ]
    if clashes:
        raise Clash("names with several meanings:\n" + "\n".join(sorted(clashes)))


def _bound(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names of a module, each with the text that gives it its meaning."""
    statements = list(tree.body)
    for node in tree.body:
        if isinstance(node, ast.If):
            statements += node.body
    for node in statements:
        if isinstance(node, ast.ImportFrom):
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.asname or alias.name, alias.name) for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, ast.unparse(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not _is_all(node):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        yield name.id, ast.unparse(node)


def _take(text: str, name: str, module: str) -> tuple[str, str]:
    """Return a module without the definition of a name, and a module with it and all that it may need."""
    tree = ast.parse(text)
    lines = text.splitlines()
    ends = [0, *(node.end_lineno or 0 for node in tree.body)]
    for index, node in enumerate(tree.body):
        if name in (found for found, _ in _bound(ast.Module([node], [])) if found == name):
            last = index + 1
            if last < len(tree.body) and isinstance(node, ast.Assign) and _is_text(tree.body[last]):
                last += 1
            break
    else:
        raise Clash(f"{module} has no {name}")
    taken = "\n".join(lines[ends[index] : ends[last]])
    rest = [*lines[: ends[index]], *lines[ends[last] :]]
    listed = [each for each in tree.body if _is_all(each)]
    public = name in (ast.literal_eval(listed[0].value) if listed else ())  # type: ignore[attr-defined]
    used = {each.id for each in ast.walk(ast.parse(taken)) if isinstance(each, ast.Name)} - {name}
    needed = []
    for each in tree.body:
        if isinstance(each, ast.Import | ast.ImportFrom):
            each.names = [alias for alias in each.names if (alias.asname or alias.name) in used]
            used -= {alias.asname or alias.name for alias in each.names}
            needed += [ast.unparse(each)] * bool(each.names)
    own = sorted(used & {found for found, _ in _bound(tree)})
    needed += [f"from {module} import {', '.join(own)}"] * bool(own)
    head = f"__all__ = [{name!r}]\n" if public else ""
    kept = "\n".join(rest) + "\n"
    if public:
        kept = re.sub(rf'(__all__ = \[[^\]]*?)"{name}",?\s*', r"\1", kept, count=1)
    return kept, "\n".join(needed) + "\n" + head + taken + "\n"


# Files


def _find(root: Path, module: str) -> Path | None:
    parts = module.split(".")
    for folder in _ROOTS:
        path = root.joinpath(folder, *parts)
        for found in (path.with_suffix(".py"), path / "__init__.py"):
            if found.exists():
                return found
    return None


def _module_of(path: PurePosixPath) -> str:
    parts = path.with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _with_packages(moves: Moves, root: Path) -> Moves:
    """Return the moves with those of modules of packages, and with targets that exist, which come first."""
    modules: dict[str, str] = {}
    for old, new in moves.modules.items():
        path = _find(root, old)
        if path is None:
            raise Clash(f"there is no module {old}")
        if new not in moves.modules and new not in modules.values() and _find(root, new) is not None:
            modules[new] = new
        modules[old] = new
        if path.name == "__init__.py" and old != new:
            for inner in sorted(path.parent.rglob("*.py")):
                name = _module_of(PurePosixPath(inner.relative_to(root)))
                if name not in moves.modules:
                    modules.setdefault(name, new + name.removeprefix(old))
    return Moves(modules, moves.names)


def move(moves: Moves, root: Path = ROOT) -> list[Path]:
    """Apply the moves to the tracked files of a checkout; return the Python files that changed."""
    moves = _with_packages(moves, root)
    places = {module: path for module in moves.modules if (path := _find(root, module)) is not None}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True)
    texts: dict[Path, str] = {}
    for name in filter(None, listed.stdout.split("\0")):
        path = root / name
        try:
            before = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if path.suffix == ".py":
            texts[path] = rewrite_python(before, _module_of(PurePosixPath(name)), moves)
        else:
            texts[path] = rewrite_text(before, moves)
        if texts[path] == before and path not in places.values():
            del texts[path]
    merged: dict[str, dict[str, str]] = {}
    for module, new in moves.modules.items():
        merged.setdefault(new, {})[module] = texts.pop(places[module])
    for (old, name), (home, other) in moves.names.items():
        if moves.modules.get(old, old) != home:
            _move_name(old, name, home, other, merged, texts, root)
    results = {new: merge_sources(sources) for new, sources in merged.items()}
    for path in places.values():
        path.unlink()
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    changed = [path for path in texts if path.suffix == ".py"]
    for new, text in results.items():
        path = _target(root, new, results)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        changed.append(path)
    for folder in {path.parent for path in places.values()}:
        if folder.exists() and not any(each.name != "__pycache__" for each in folder.iterdir()):
            for cached in folder.rglob("*.pyc"):
                cached.unlink()
            for each in [*folder.rglob("*"), folder]:
                each.rmdir()
    return sorted(changed)


def _move_name(
    old: str,
    name: str,
    home: str,
    other: str,
    merged: dict[str, dict[str, str]],
    texts: dict[Path, str],
    root: Path,
) -> None:
    """Move a definition from a module to another one."""

    def content(module: str) -> tuple[str, Path | None]:
        for sources in merged.values():
            if module in sources:
                return sources[module], None
        path = _find(root, module)
        if path is None:
            return "", None
        return texts.get(path) or path.read_text(encoding="utf-8"), path

    text, path = content(old)
    kept, taken = _take(text, name, old)
    kept = f"{kept}\nfrom {home} import {other}\n"
    if path is None:
        next(sources for sources in merged.values() if old in sources)[old] = kept
    else:
        texts[path] = kept
    if other != name:
        taken = rewrite_python(taken, old, Moves({old: home}, {(old, name): (home, other)}))
    known, path = content(home)
    sources = merged.setdefault(home, {home: known} if known else {})
    if path is not None:
        texts.pop(path, None)
    sources[f"{old}:{name}"] = taken


def _target(root: Path, new: str, results: Mapping[str, str]) -> Path:
    """Return the file of a module: that of a package if it has modules, or other files, after the moves."""
    top, *rest = new.split(".")
    folder = next(root / each / top for each in _ROOTS if (root / each / top).exists()).joinpath(*rest)
    has_files = any(each.is_file() and each.suffix != ".pyc" for each in folder.rglob("*"))
    if has_files or any(other.startswith(f"{new}.") for other in results):
        return folder / "__init__.py"
    return folder.with_suffix(".py")


def main(arguments: list[str]) -> int:
    """Apply the map that the command line names, then sort and format the files that changed."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        changed = move(read_map(Path(arguments[0]).read_text(encoding="utf-8")))
    except Clash as clash:
        print(clash)
        return 1
    files = [str(path) for path in changed]
    ruff = [sys.executable, "-m", "ruff"]
    fix = [*ruff, "check", "--quiet", "--fix", "--select", _RULES, *files]
    subprocess.run(fix, cwd=ROOT, check=False)
    return subprocess.run([*ruff, "format", "--quiet", *files], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
