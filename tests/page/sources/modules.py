"""The modules of the page as text: names, imports, and code without comments."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

__all__ = ["JS", "PAGE", "code_of", "cycles", "imports_of", "module_names", "source_of"]

PAGE = Path(__file__).parents[3] / "src" / "hyperchess" / "app" / "page"
JS = PAGE / "js"

_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\w])//[^\n]*", re.DOTALL)
_SPECIFIER = re.compile(r"""\b(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"'\n]+)["']""")


@cache
def module_names() -> tuple[str, ...]:
    """The paths of all modules below `js`."""
    return tuple(sorted(file.relative_to(JS).as_posix() for file in JS.glob("**/*.js")))


@cache
def source_of(name: str) -> str:
    """The text of a module."""
    return (JS / name).read_text(encoding="utf-8")


@cache
def code_of(name: str) -> str:
    """The text of a module without its comments."""
    return _COMMENT.sub("", source_of(name))


def imports_of(name: str) -> set[str]:
    """The modules that a module names: statically, dynamically, or for a type in a comment."""
    folder = posixpath.dirname(name)
    return {
        posixpath.normpath(posixpath.join(folder, found)) for found in _SPECIFIER.findall(source_of(name))
    }


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components with more than one node, or with a node that names itself (Tarjan).

    >>> cycles({"a": {"b"}, "b": {"a", "c"}, "c": set(), "d": {"d"}})
    [['a', 'b'], ['d']]
    """
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        number[node] = lowest[node] = len(number)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in number:
                visit(other)
                lowest[node] = min(lowest[node], lowest[other])
            elif other in stack:
                lowest[node] = min(lowest[node], number[other])
        if lowest[node] == number[node]:
            start = stack.index(node)
            component = sorted(stack[start:])
            del stack[start:]
            if len(component) > 1 or node in graph[node]:
                found.append(component)

    for node in sorted(graph):
        if node not in number:
            visit(node)
    return found
