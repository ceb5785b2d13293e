"""Problem codes in the source: values of parameters and fields called `code`, or `rule` of errors."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[3] / "src" / "hyperchess"
_STUDIES = SOURCES / "studies"  # its codes say why a request is refused, not what is wrong with a text
_BESIDE = {
    "message",
    "hint",
    "expected",
    "severity",
}  # distinguishes the code of a problem from that of a piece


def used_codes() -> dict[str, set[str]]:
    """Every code, with the files that use it."""
    texts = [path for path in sorted(SOURCES.rglob("*.py")) if not path.is_relative_to(_STUDIES)]
    sources = {path: path.read_text(encoding="utf-8") for path in texts}
    trees = {path: ast.parse(text) for path, text in sources.items() if "code" in text or "Illegal" in text}
    everywhere = {name: place for tree in trees.values() for name, place in _places(tree)}
    found: dict[str, set[str]] = {}
    for path, tree in trees.items():
        places = everywhere | dict(_places(tree))  # a file's own functions come first
        for code in _codes(tree, places):
            found.setdefault(code, set()).add(str(path.relative_to(SOURCES)))
    return found


def _places(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Functions and classes that take a code, each with its place among the positional arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            positional = [argument.arg for argument in node.args.args]
            names = {*positional, *(argument.arg for argument in node.args.kwonlyargs)}
            if "code" in names and names & _BESIDE:
                plain = [name for name in positional if name not in ("self", "cls")]
                yield node.name, plain.index("code") if "code" in plain else 99
        elif isinstance(node, ast.ClassDef):
            fields = [
                item.target.id
                for item in node.body
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
            ]
            if "code" in fields and set(fields) & _BESIDE:
                yield node.name, fields.index("code")
    yield "IllegalAction", 0


def _codes(tree: ast.Module, places: dict[str, int]) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in places:
            continue
        values = [word.value for word in node.keywords if word.arg == "code"]
        if not values and len(node.args) > places[name]:
            values = [node.args[places[name]]]
        for value in values:
            yield from _texts(value)


def _texts(value: ast.expr) -> Iterator[str]:
    """The texts that an expression can be; a variable is not followed."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        if value.value:
            yield value.value
    elif isinstance(value, ast.IfExp):
        yield from _texts(value.body)
        yield from _texts(value.orelse)
