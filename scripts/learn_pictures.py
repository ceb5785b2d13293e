"""Draw the pictures of the lessons in docs/learn from the game texts next to them.

python -m scripts.learn_pictures

The texts are the source: change one, run this, look at the pictures, and commit both. A test draws them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hyperchess as hc
from hyperchess.notation.places import find_node

__all__ = ["FOLDER", "PICTURES", "Picture", "main", "render"]

FOLDER = Path("docs/learn")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: its file, the text it is drawn from, the place in the game, and options of the renderer."""

    name: str
    text: str
    at: str = "end"
    options: Mapping[str, Any] = field(default_factory=dict)


PICTURES = (
    Picture("time.svg", "time.5dpgn"),
    Picture("rook.svg", "time.5dpgn", options={"moves_of": "(0T3w)c4"}),
    Picture("knight.svg", "time.5dpgn", options={"moves_of": "(0T3w)d3"}),
    Picture("branch.svg", "branch.5dpgn", at="3w"),
    Picture("branch.gif", "branch.5dpgn", options={"width": 640, "seconds": 1.6}),
    Picture("hop.svg", "hop.5dpgn"),
    Picture("inactive.svg", "inactive.5dpgn"),
    Picture("check.svg", "check.5dpgn"),
    Picture("softmate.svg", "softmate.5dpgn", at="2w"),
    Picture("escape.svg", "softmate.5dpgn"),
    Picture("mate.svg", "mate.5dpgn"),
    Picture("classical.svg", "classical.icn", at="start"),
    Picture("classical.gif", "classical.icn", options={"width": 340, "seconds": 1.2}),
    Picture("rays.svg", "rays.icn", options={"moves_of": "3,1", "window": (-6, 13, -4, 11)}),
    Picture("far.svg", "far.icn", options={"window": (-6, 13, -3, 9)}),
    Picture("cage.svg", "cage.icn"),
)


def render(picture: Picture, folder: Path = FOLDER) -> bytes:
    """The picture as it is written to its file."""
    node = find_node(hc.read(folder / picture.text, strict=True), picture.at)
    if picture.name.endswith(".gif"):
        return hc.picture.gif(node, **picture.options)
    return hc.picture.svg(node, **picture.options).encode("utf-8")


def main() -> None:
    """Draw all pictures."""
    for picture in PICTURES:
        (FOLDER / picture.name).write_bytes(render(picture))


if __name__ == "__main__":
    main()
