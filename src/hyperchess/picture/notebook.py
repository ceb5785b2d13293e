"""Notebooks show positions, games and nodes as pictures.

The games know nothing of pictures: this room tells IPython how to draw them. In a notebook, either of

    %load_ext hyperchess.picture
    hyperchess.picture.install_notebook_hooks()
"""

from __future__ import annotations

import sys
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.errors import HyperchessError
from hyperchess.game import Game, Node
from hyperchess.picture.to_svg import svg

__all__ = ["install_notebook_hooks", "load_ipython_extension", "unload_ipython_extension"]

_DRAWN = (multiverse.Position, infinite.Position, Game, Node)


def install_notebook_hooks(*, theme: str = "light") -> bool:
    """Let the running notebook draw what it shows; `False` if no IPython is running."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    if shell is None:
        return False
    load_ipython_extension(shell, theme=theme)
    return True


def load_ipython_extension(ipython: Any, *, theme: str = "light") -> None:
    """What `%load_ext hyperchess.picture` calls."""

    def drawn(subject: Any) -> str | None:
        try:
            return svg(subject, theme=theme)
        except HyperchessError:  # a game that cannot be followed to its end keeps its plain text
            return None

    for kind in _DRAWN:
        _formatter(ipython).for_type(kind, drawn)


def unload_ipython_extension(ipython: Any) -> None:
    """What `%unload_ext hyperchess.picture` calls."""
    for kind in _DRAWN:
        _formatter(ipython).pop(kind, None)


def _formatter(ipython: Any) -> Any:
    return ipython.display_formatter.formatters["image/svg+xml"]
