"""Sheet with the whole piece set: every piece in both colours, with its name.

>>> len(sheet(size=40).symbols())
26
"""

from __future__ import annotations

from hyperchess.errors import HyperchessError
from hyperchess.picture.pieces import drawings
from hyperchess.picture.scene import Rect, Scene, Shape, Text, Use

__all__ = ["sheet"]


def sheet(*, size: float = 72, columns: int = 9) -> Scene:
    """Draw all pieces that occupy squares (a void is a missing square)."""
    if size <= 0 or columns < 1:
        raise HyperchessError("a sheet needs a size greater than 0 and at least 1 column")
    names = [name for name in drawings() if name != "void"]
    text = max(9.0, size / 7)
    height = 2 * size + 2.2 * text
    shapes: list[Shape] = []
    for index, name in enumerate(names):
        x, y = index % columns * size, index // columns * height
        for row, owner in enumerate(("white", "black")):
            kind = "light" if (index % columns + row) % 2 == 0 else "shade"
            shapes.append(Rect(x, y + row * size, size, size, kind))
            shapes.append(Use(name, x, y + row * size, size, "neutral" if name == "obstacle" else owner))
        label = name.replace("-", " ")
        fitting = min(text, size / (0.72 * len(label)))
        shapes.append(Text(x + size / 2, y + 2 * size + 1.3 * text, label, "label", fitting))
    width, total = min(columns, len(names)) * size, -(-len(names) // columns) * height
    ground = Rect(0, 0, width, total, "ground")
    return Scene(width, total, "the pieces of hyperchess", (ground, *shapes))
