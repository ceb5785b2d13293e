"""The Python API: directives that let Sphinx read the docstrings of every public name.

A name is public if it stands in `__all__` of one of these modules. A name that another of them already has is
only mentioned there, so that it is described once.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module

from scripts.reference.markdown import block

__all__ = ["MODULES", "module_reference", "public_names"]

MODULES = (
    "hyperchess",
    "hyperchess.multiverse",
    "hyperchess.infinite",
    "hyperchess.engine",
    "hyperchess.library",
    "hyperchess.picture",
    "hyperchess.errors",
    "hyperchess.analysis.puzzles",
    "hyperchess.analysis.proofs",
    "hyperchess.analysis.verify",
    "hyperchess.analysis.verdict",
    "hyperchess.analysis.mates.multiverse.goals",
    "hyperchess.analysis.books",
)


def public_names(module: str) -> list[str]:
    """Return the public names of a module, without its subpackages."""
    loaded = import_module(module)
    names = [name for name in loaded.__all__ if not name.startswith("__")]
    return [name for name in names if not inspect.ismodule(getattr(loaded, name))]


def module_reference(module: str) -> str:
    """The docstring of a module, and a directive for each of its names."""
    lines = [f".. automodule:: {module}", "   :no-members:", ""]
    for name in public_names(module):
        lines += [*_directive(module, name), ""]
    return block("\n".join(lines), "{eval-rst}")


def _directive(module: str, name: str) -> Iterator[str]:
    path = f"{module}.{name}"
    home = _described_before(module, name)
    if home:
        yield f"* ``{path}`` is :py:obj:`{home}.{name}`."
        return
    value = getattr(import_module(module), name)
    if inspect.isclass(value):
        yield f".. autoclass:: {path}"
        yield "   :members:"
    elif callable(value) and hasattr(value, "__name__"):
        yield f".. autofunction:: {path}"
    else:
        yield f".. autodata:: {path}"
        yield "   :no-value:"


def _described_before(module: str, name: str) -> str:
    value = getattr(import_module(module), name)
    for earlier in MODULES[: MODULES.index(module)]:
        if name in public_names(earlier) and getattr(import_module(earlier), name) is value:
            return earlier
    return ""
