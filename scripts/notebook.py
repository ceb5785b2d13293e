"""Execute docs/howto/notebook.ipynb and keep what its cells show.

python -m scripts.notebook

The cells are plain Python, so they are executed here, in order, without Jupyter: nbclient and a kernel would
add some thirty packages to the development environment. A test holds the kept results against new ones.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

__all__ = ["NOTEBOOK", "execute", "main"]

NOTEBOOK = Path("docs/howto/notebook.ipynb")
_FORMS = ("text/plain", "image/svg+xml")


def execute(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with new results. An expression at the end of a cell is shown, as Jupyter does it."""
    names: dict[str, Any] = {}
    cells = [_executed(cell, names) if cell["cell_type"] == "code" else cell for cell in notebook["cells"]]
    for number, cell in enumerate((cell for cell in cells if cell["cell_type"] == "code"), 1):
        cell["execution_count"] = number
        for output in cell["outputs"]:
            output["execution_count"] = number
    return {**notebook, "cells": cells}


def _executed(cell: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    tree = ast.parse("".join(cell["source"]))
    last = tree.body[-1] if tree.body else None
    shown = ast.Expression(last.value) if isinstance(last, ast.Expr) else None
    tree.body = tree.body[:-1] if shown else tree.body
    exec(compile(tree, NOTEBOOK.name, "exec"), names)
    value = eval(compile(shown, NOTEBOOK.name, "eval"), names) if shown else None
    outputs = (
        [] if value is None else [{"output_type": "execute_result", "metadata": {}, "data": _shown(value)}]
    )
    return {**cell, "outputs": outputs}


def _shown(value: object) -> dict[str, list[str]]:
    """The value in the forms that a notebook keeps, each as a list of lines."""
    drawn = getattr(value, "_repr_mimebundle_", None)
    bundle = drawn() if drawn else {"text/plain": repr(value)}
    return {form: bundle[form].splitlines(keepends=True) for form in _FORMS if form in bundle}


def main() -> None:
    """Execute the notebook and write it back."""
    done = execute(json.loads(NOTEBOOK.read_text(encoding="utf-8")))
    text = json.dumps(done, indent=1, ensure_ascii=False) + "\n"
    NOTEBOOK.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
