"""What a lower room asks of a higher one: the package itself answers, so that no room imports upwards.

`hyperchess.game` knows nothing of notations, yet `node.text("branched")` is where people look for the text of
a move; positions know nothing of pictures, yet a notebook shows them. Importing any part of hyperchess runs
`hyperchess/__init__.py` first, and that sets the functions here.
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
    mime_bundle: Callable[[object], dict[str, str]] = _missing  # what a notebook shows of a value


HOOKS = Hooks()
