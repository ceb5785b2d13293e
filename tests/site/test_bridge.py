"""The bridge of browsers has every name of the compiled module that it stands for."""

import ast
from pathlib import Path

import hyperchess
from hyperchess.app import site

_STUB = Path(hyperchess.__file__).parent / "_native.pyi"
_BRIDGE = Path(site.__file__).parent / "bridge"


def _names(*files: Path) -> set[str]:
    """Classes, functions and constants that are public, and the methods of the classes."""
    found = set()
    for file in files:
        for item in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(item, ast.FunctionDef | ast.ClassDef):
                found.add(item.name)
            if isinstance(item, ast.ClassDef):
                methods = (each.name for each in item.body if isinstance(each, ast.FunctionDef))
                found |= {f"{item.name}.{name}" for name in methods if not name.startswith("_")}
    return {name for name in found if not name.startswith("_")}


def test_nothing_is_missing() -> None:
    inherited = {f"{name}.{method}" for name in ("Engine", "InfiniteEngine") for method in ("stop", "clear")}
    bridge = _names(*_BRIDGE.glob("*.py")) | inherited
    assert _names(_STUB) - bridge == set()
