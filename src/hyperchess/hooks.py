"""Hooks through which lower layers call higher ones without importing them; the package sets them.

`hyperchess.game` does not depend on notations, but `node.text("branched")` is the obvious way to get the text
of a move; positions do not depend on pictures, but a notebook displays them. Importing any part of hyperchess
runs `hyperchess/__init__.py` first, which sets the functions here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["HOOKS", "Hooks"]


def _missing(*_: object) -> Any:
    raise RuntimeError("hyperchess/__init__.py has not run")


@dataclass(slots=True)
class Hooks:
    """The functions that the package sets."""

    node_text: Callable[[Any, str | None], str] = _missing  # the moves of a node in a notation
    action_text: Callable[[Any, Any, str], str] = _missing  # an action of a position, short or in full
    line_text: Callable[[Any, list[Any]], str] = _missing  # actions that follow each other, numbered
    draw: Callable[[Any], str] = _missing  # the boards of a position as plain text
    mime_bundle: Callable[[object], dict[str, str]] = _missing  # the notebook formats of a value


HOOKS = Hooks()
