"""The Python API on one page of plain Markdown, which GitHub shows: `docs/reference/python-api.md`.

`python -m scripts.reference.listing` writes it; a test compares it with the docstrings.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from scripts.reference.api import public_names
from scripts.reference.markdown import table

__all__ = ["PAGE", "listing"]

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "python-api.md"
MODULES = ("hyperchess", "hyperchess.multiverse", "hyperchess.infinite")
_HEAD = """# Python API, in one page

Every public name of `hyperchess`, `hyperchess.multiverse` and `hyperchess.infinite`, with the start of its
docstring. `python -m scripts.reference.listing` writes this page, and `make check` compares it. The site
has [the whole reference](python.md).
"""


def listing() -> str:
    """Return the page."""
    parts = [_HEAD]
    for module in MODULES:
        parts.append(f"## `{module}`\n")
        parts.append(table(["name", "what it is"], _rows(module)) + "\n")
    return "\n".join(parts)


def _rows(module: str) -> Iterator[tuple[str, str]]:
    loaded = import_module(module)
    for name in public_names(module):
        value = getattr(loaded, name)
        if inspect.isclass(value):
            yield f"`{name}`", f"**{_summary(value.__doc__)}**"
            for member, found in vars(value).items():
                row = _member(name, member, found)
                if row is not None:
                    yield row
        elif callable(value):
            yield f"`{name}{_signature(value)}`", _summary(value.__doc__)
        else:
            yield f"`{name}`", f"A value of type `{type(value).__name__}`."


def _member(owner: str, name: str, value: object) -> tuple[str, str] | None:
    function = getattr(value, "__func__", getattr(value, "fget", getattr(value, "func", value)))
    if name.startswith("_") or not inspect.isfunction(function) or not function.__doc__:
        return None
    called = "" if function is not getattr(value, "__func__", value) else _signature(function)
    return f"`{owner}.{name}{called}`", _summary(function.__doc__)


def _signature(function: object) -> str:
    """Return the names of the parameters, without types."""
    try:
        parameters = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "(...)"
    plain = [one.replace(annotation=one.empty) for one in parameters if one.name != "self"]
    return str(inspect.Signature(plain))


def _summary(text: str | None) -> str:
    paragraph = inspect.cleandoc(text or "").partition("\n\n")[0]
    return " ".join(paragraph.split())


if __name__ == "__main__":
    PAGE.write_text(listing(), encoding="utf-8")
