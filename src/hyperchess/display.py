"""Values that a notebook shows as pictures.

Positions, games and nodes stand below the room that draws them and may not import it. They inherit from
`Displayed`, which asks for a picture through `hooks` when a notebook wants one, and not before.

>>> from hyperchess.multiverse import start
>>> bundle = start("Standard")._repr_mimebundle_()
>>> sorted(bundle), bundle["image/svg+xml"][:4]
(['image/svg+xml', 'text/plain'], '<svg')
"""

from __future__ import annotations

from hyperchess.hooks import HOOKS

__all__ = ["Displayed"]


class Displayed:
    """A value that can be drawn: a notebook shows its picture, anything else its `repr`."""

    __slots__ = ()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """What IPython asks for: the value in every form that a notebook can show."""
        return HOOKS.mime_bundle(self)
