"""Notebook integration: positions, games and nodes are displayed as pictures (see `display.py`).

The default theme is light. For another theme, use either of

    %load_ext hyperchess.picture
    hyperchess.picture.install_notebook_hooks(theme="dark")
"""

from __future__ import annotations

import sys
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.errors import HyperchessError
from hyperchess.game import Game, Node
from hyperchess.picture.subjects import Subject
from hyperchess.picture.to_svg import svg

__all__ = ["install_notebook_hooks", "load_ipython_extension", "mime_bundle", "unload_ipython_extension"]

_DRAWN = (multiverse.Position, infinite.Position, Game, Node)
_SVG = "image/svg+xml"


def mime_bundle(subject: Subject, *, theme: str = "light") -> dict[str, str]:
    """Return a value in every format of a notebook: as a picture, if it can be drawn, and as text.

    If a game cannot be followed to its end, the picture shows the last known position; without a known start,
    there is no picture.
    """
    bundle = {"text/plain": repr(subject)}
    try:
        bundle[_SVG] = str(svg(_followed(subject), theme=theme))
    except HyperchessError as error:
        bundle["text/plain"] += f"\n(no picture: {error})"
    return bundle


def _followed(subject: Subject) -> Subject:
    node = subject.end if isinstance(subject, Game) else subject
    return node.last_resolved if isinstance(node, Node) and not node.is_resolved else subject


def install_notebook_hooks(*, theme: str = "light") -> bool:
    """Set the theme of pictures in the running notebook; return `False` if no IPython is running."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    if shell is None:
        return False
    load_ipython_extension(shell, theme=theme)
    return True


def load_ipython_extension(ipython: Any, *, theme: str = "light") -> None:
    """Implement `%load_ext hyperchess.picture`."""

    def drawn(subject: Any) -> str | None:
        return mime_bundle(subject, theme=theme).get(_SVG)

    for kind in _DRAWN:
        _formatter(ipython).for_type(kind, drawn)


def unload_ipython_extension(ipython: Any) -> None:
    """Implement `%unload_ext hyperchess.picture`."""
    for kind in _DRAWN:
        _formatter(ipython).pop(kind, None)


def _formatter(ipython: Any) -> Any:
    return ipython.display_formatter.formatters[_SVG]
