"""What a lower room asks of a higher one. The package itself fills it in, so that no room imports upwards.

`hyperchess.game` knows nothing of notations, yet `node.text("branched")` is where people look for the text of
a move. Importing any part of hyperchess runs `hyperchess/__init__.py` first, and that sets the function here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

__all__ = ["NodeText", "node_text", "set_node_text"]

NodeText: TypeAlias = Callable[[Any, str | None], str]

_functions: dict[str, NodeText] = {}


def set_node_text(function: NodeText) -> None:
    """Set the function that spells the moves of a node in a notation."""
    _functions["node_text"] = function


def node_text(node: Any, notation: str | None) -> str:
    """The moves of a node in a notation."""
    return _functions["node_text"](node, notation)
