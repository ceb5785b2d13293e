"""Base class of values that a notebook displays as pictures.

Positions, games and nodes are in lower layers than the package that draws them and may not import it. They
inherit from `Displayed`, which requests a picture through `hooks` only when a notebook displays the value.

>>> from hyperchess.multiverse import start
>>> bundle = start("Standard")._repr_mimebundle_()
>>> sorted(bundle), bundle["image/svg+xml"][:4]
(['image/svg+xml', 'text/plain'], '<svg')
"""

from __future__ import annotations

from hyperchess.hooks import HOOKS

__all__ = ["Displayed"]


class Displayed:
    """A value that can be drawn: a notebook displays its picture, other consoles its `repr`."""

    __slots__ = ()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the value in every format that IPython can display."""
        return HOOKS.mime_bundle(self)
