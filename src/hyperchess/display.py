"""Values that a notebook shows as pictures.

Positions, games and nodes stand below the room that draws them and may not import it. They inherit from
`Displayed`, which finds that room by name when a notebook asks for a picture, and not before.

>>> from hyperchess.multiverse import start
>>> bundle = start("Standard")._repr_mimebundle_()
>>> sorted(bundle), bundle["image/svg+xml"][:4]
(['image/svg+xml', 'text/plain'], '<svg')
"""

from __future__ import annotations

from importlib import import_module

__all__ = ["Displayed"]


class Displayed:
    """A value that can be drawn: a notebook shows its picture, anything else its `repr`."""

    __slots__ = ()

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """What IPython asks for: the value in every form that a notebook can show."""
        # By name: an import statement here would be an arrow from the lowest floor to an upper one.
        bundle: dict[str, str] = import_module("hyperchess.picture.notebook").mime_bundle(self)
        return bundle
