"""Piece sets of hyperchess: one drawing for every kind of piece of both games in each set.

A drawing has the name of the piece. The paths are in `pieces.toml`, `facets.toml` and `moves.toml`; all
colours share them, and the theme defines fill and outline of each owner's pieces.

>>> from hyperchess.multiverse import PIECES
>>> piece_symbol(PIECES["Y"]), len(drawing("royal-queen").body)
('royal-queen', 5)
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Protocol

from hyperchess.errors import HyperchessError

__all__ = ["BOX", "PIECE_SETS", "Drawing", "drawing", "drawings", "piece_symbol"]

BOX = 100
"""The side of the box in which every piece is drawn."""

PIECE_SETS = ("classic", "facets", "moves")
"""The names of the piece sets; pictures use the first."""

_FILES = {"classic": "pieces.toml", "facets": "facets.toml", "moves": "moves.toml"}
_BASES = {
    "medium": "M28 88 V83 Q28 80 31 80 H69 Q72 80 72 83 V88 Z",
    "wide": "M18 88 V83 Q18 80 21 80 H79 Q82 80 82 83 V88 Z",
    "slab": "M24 88 L30 80 H70 L76 88 Z",
    "wide-slab": "M14 88 L20 80 H80 L86 88 Z",
}
# The mark of royal pieces: half of a cross around its centre; the other half is its reflection.
_CROSS = ((-11, 4), (-11, -4), (-3, -4), (-4, -11), (4, -11), (3, -4))


class _Named(Protocol):
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Drawing:
    """The paths of a piece: filled bodies with an outline, thin lines, and dots, in this order."""

    body: tuple[str, ...]
    line: tuple[str, ...] = ()
    dot: tuple[str, ...] = ()


def piece_symbol(kind: _Named) -> str:
    """Return the name of the drawing for a kind of piece of either game."""
    return kind.name.replace(" ", "-")


def drawing(name: str) -> Drawing:
    """Return the drawing with this name."""
    if name not in drawings():
        raise HyperchessError(f"there is no drawing of {name!r}")
    return drawings()[name]


@cache
def drawings(piece_set: str = PIECE_SETS[0]) -> Mapping[str, Drawing]:
    """Return all drawings of a piece set by name."""
    text = files(__package__).joinpath(_FILES[piece_set]).read_text(encoding="utf-8")
    return MappingProxyType({name: _drawing(entry) for name, entry in tomllib.loads(text).items()})


def _drawing(entry: Mapping[str, Any]) -> Drawing:
    body = [*entry["body"]]
    if "royal" in entry:
        body.append(_cross(*entry["royal"]))
    if "base" in entry:
        body.append(_BASES[entry["base"]])
    return Drawing(tuple(body), tuple(entry.get("line", ())), tuple(entry.get("dot", ())))


def _cross(x: int, y: int) -> str:
    corners = [*_CROSS, *((-dx, -dy) for dx, dy in _CROSS)]
    return "M" + " L".join(f"{x + dx} {y + dy}" for dx, dy in corners) + " Z"
