"""Edges of an infinite board: axis labels, and markers for pieces outside the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hyperchess.infinite import Color, Piece, Square
from hyperchess.picture.infinite.viewport import View, round_step, shorten_coordinate
from hyperchess.picture.pieces import piece_symbol
from hyperchess.picture.scene import Path, Point, Rect, Shape, Text, Use, polygon
from hyperchess.picture.theme import OWNERS

__all__ = ["MARKER_HEIGHT", "MARKER_WIDTH", "OWNER", "axis_labels", "far_markers"]

OWNER = dict(zip(Color, OWNERS, strict=True))
MARKER_WIDTH = 92.0
MARKER_HEIGHT = 40.0
_MOST_MARKERS = 8
_TEXT = 10.0
_FAR = 100_000  # from here on, labels are relative to a base that is shown once


class _Marker(NamedTuple):
    square: Square
    piece: Piece
    way: Point


def axis_labels(view: View) -> Iterator[Shape]:
    """Yield coordinates at round distances, left of the board and below it."""
    window = view.window
    base_x, base_y = (_base(*ends) for ends in (window[:2], window[2:]))
    longest = max(len(_relative(edge, base_x)) for edge in window[:2])
    step = round_step(view.square, longest * _TEXT * 0.62 + 3)
    y = view.top + view.height + _TEXT * 1.4
    for file in range(window.left + -window.left % step, window.right + 1, step):
        yield Text(view.x(file) + view.square / 2, y, _relative(file, base_x), "quiet", _TEXT)
    step = round_step(view.square, _TEXT * 1.2)
    for rank in range(window.bottom + -window.bottom % step, window.top + 1, step):
        middle = view.y(rank) + view.square / 2 + _TEXT * 0.36
        yield Text(view.left - 6, middle, _relative(rank, base_y), "quiet", _TEXT, "end")
    names = [f"{axis} = {_exact(base)} + ..." for axis, base in (("x", base_x), ("y", base_y)) if base]
    if names:
        text = ",  ".join(names)
        yield Text(view.left + view.width, y + _TEXT * 1.6, text, "quiet", _TEXT, "end")


def _base(low: int, high: int) -> int:
    """Return zero near the origin; far out a round number below the window."""
    return 0 if max(abs(low), abs(high)) < _FAR else low - low % 1_000


def _relative(value: int, base: int) -> str:
    return f"+{value - base}" if base else str(value)


def _exact(value: int) -> str:
    text = str(value)
    return text if len(text) <= 22 else f"{text[:6]}…{text[-5:]} ({len(text.lstrip('-'))} digits)"


def far_markers(view: View, far: Sequence[tuple[Square, Piece]]) -> Iterator[Shape]:
    """Yield an arrow, the piece and its coordinates for each piece outside; royals and near ones first."""
    window = view.window
    middle = Square((window.left + window.right) // 2, (window.bottom + window.top) // 2)
    sides: dict[str, list[_Marker]] = {"left": [], "right": [], "top": [], "bottom": []}
    for square, piece in far:
        way = view.direction(middle, square)
        flat = abs(way.x) * view.height >= abs(way.y) * view.width
        name = ("right" if way.x > 0 else "left") if flat else ("bottom" if way.y > 0 else "top")
        sides[name].append(_Marker(square, piece, way))
    for name, markers in sides.items():
        yield from _side(view, name, sorted(markers, key=lambda marker: _rank(middle, marker)))


def _rank(middle: Square, marker: _Marker) -> tuple[bool, int]:
    distance = max(abs(marker.square.x - middle.x), abs(marker.square.y - middle.y))
    return not marker.piece.kind.royal, distance


def _side(view: View, name: str, markers: list[_Marker]) -> Iterator[Shape]:
    upright = name in ("left", "right")
    length = view.height if upright else view.width
    room = MARKER_HEIGHT + 4 if upright else MARKER_WIDTH + 4
    places = max(1, int(length // room))
    shown, hidden = markers, 0
    if len(markers) > min(places, _MOST_MARKERS):
        shown = markers[: max(1, min(places, _MOST_MARKERS) - 1)]
        hidden = len(markers) - len(shown)
    start = view.top if upright else view.left
    length -= room if hidden and places > 1 else 0
    wished = sorted((_wish(view, marker, upright=upright), index) for index, marker in enumerate(shown))
    along = _spread([place for place, _ in wished], room, start, start + length)
    for (_, index), place in zip(wished, along, strict=True):
        yield from _marker(_corner(view, name, place), shown[index])
    if hidden:
        x, y = _corner(view, name, start + length + room / 2)
        yield Text(x + MARKER_WIDTH / 2, y + MARKER_HEIGHT * 0.6, f"+{hidden:,} more", "quiet", _TEXT)


def _wish(view: View, marker: _Marker, *, upright: bool) -> float:
    """Return the ideal position of a marker along a side: where the line to the piece leaves the board."""
    way = marker.way
    if upright:
        return view.top + view.height / 2 + way.y / abs(way.x) * view.width / 2
    return view.left + view.width / 2 + way.x / abs(way.y) * view.height / 2


def _spread(wished: list[float], room: float, start: float, end: float) -> list[float]:
    """Return positions in the same order, at least `room` apart, within the side if they fit."""
    places = [min(max(place, start + room / 2), end - room / 2) for place in wished]
    for index in range(1, len(places)):
        places[index] = max(places[index], places[index - 1] + room)
    overflow = max(0.0, places[-1] - (end - room / 2)) if places else 0.0
    if overflow:
        places[-1] -= overflow
        for after, before in pairwise(reversed(range(len(places)))):
            places[before] = min(places[before], places[after] - room)
    return places


def _corner(view: View, name: str, along: float) -> Point:
    gap = 8.0
    if name == "left":
        return Point(view.left - MARKER_WIDTH - 38, along - MARKER_HEIGHT / 2)
    if name == "right":
        return Point(view.left + view.width + gap, along - MARKER_HEIGHT / 2)
    if name == "top":
        return Point(along - MARKER_WIDTH / 2, view.top - MARKER_HEIGHT - gap)
    return Point(along - MARKER_WIDTH / 2, view.top + view.height + 24)


def _marker(corner: Point, marker: _Marker) -> Iterator[Shape]:
    x, y = corner
    side = 22.0
    yield Rect(x, y, MARKER_WIDTH, MARKER_HEIGHT, "card", 5)
    yield Use(
        piece_symbol(marker.piece.kind),
        x + MARKER_WIDTH / 2 - side - 2,
        y + 2,
        side,
        OWNER[marker.piece.color],
    )
    yield _pointer(Point(x + MARKER_WIDTH / 2 + side / 2 + 2, y + 13), marker.way)
    text = f"{shorten_coordinate(marker.square.x)}, {shorten_coordinate(marker.square.y)}"
    size = min(_TEXT, (MARKER_WIDTH - 6) / (0.58 * len(text)))
    yield Text(x + MARKER_WIDTH / 2, y + MARKER_HEIGHT - 5, text, "label", size)


def _pointer(center: Point, way: Point) -> Path:
    norm = (way.x**2 + way.y**2) ** 0.5 or 1.0
    ux, uy = way.x / norm, way.y / norm
    ends = [(9, 0), (0, 6), (0, 2), (-8, 2), (-8, -2), (0, -2), (0, -6)]
    return Path(polygon((center.x + a * ux - b * uy, center.y + a * uy + b * ux) for a, b in ends), "pointer")
