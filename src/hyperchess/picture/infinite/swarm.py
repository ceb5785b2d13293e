"""Swarms: thousands of pieces on an infinite board seen from far away, combined into a few paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hyperchess.infinite import Piece, Square
from hyperchess.picture.infinite.edges import OWNER
from hyperchess.picture.infinite.viewport import View
from hyperchess.picture.scene import Path, Shape, box, number

__all__ = ["crossed_box", "swarm"]


def swarm(view: View, pieces: Mapping[Square, Piece]) -> Iterator[Shape]:
    """Yield the pieces of each owner as one path of spots; neighbours on a rank are one stroke."""
    ranks: dict[str, dict[int, list[int]]] = {}
    for square, piece in pieces.items():
        if view.window.holds(square):
            kind = "void" if piece.kind.name == "void" else f"swarm-{OWNER[piece.color]}"
            ranks.setdefault(kind, {}).setdefault(square.y, []).append(square.x)
    spread = 0.0 if len(pieces) > 1_000 else max(0.0, 2.5 - view.square) / 2
    for kind in sorted(ranks, reverse=True):
        boxes = [
            _run(view, first, last, rank, spread)
            for rank, files in sorted(ranks[kind].items())
            for first, last in _runs(sorted(files))
        ]
        yield Path("".join(boxes), kind, 0.3)


def _runs(files: list[int]) -> Iterator[tuple[int, int]]:
    """Yield runs of neighbours in a sorted list as first and last.

    >>> list(_runs([1, 2, 3, 7, 9, 10]))
    [(1, 3), (7, 7), (9, 10)]
    """
    first = last = files[0]
    for file in files[1:]:
        if file != last + 1:
            yield first, last
            first = file
        last = file
    yield first, last


def _run(view: View, first: int, last: int, rank: int, spread: float) -> str:
    left = min(view.x(first), view.x(last))
    width = (last - first + 1) * view.square
    return box(left - spread, view.y(rank) - spread, width + 2 * spread, view.square + 2 * spread)


def crossed_box(x: float, y: float, side: float) -> str:
    """Return the path of a missing square."""
    low, span = number(side * 0.28), number(side * 0.44)
    return (
        f"{box(x, y, side, side)}M{number(x)} {number(y)}m{low} {low}l{span} {span}m0 -{span}l-{span} {span}"
    )
