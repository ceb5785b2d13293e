"""Geometry of the pieces on boards of one size: lines, leaps and the pieces that attack along them.

A square is one number, rank times width plus file. All tables are computed once per board size.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from hyperchess.multiverse.coordinates import Color
from hyperchess.multiverse.pieces import PIECE_OF_CODE, PIECES, PieceKind, Step

__all__ = [
    "KIND_OF_CODE",
    "PAWN_CODES",
    "ROYAL_CODES",
    "Lane",
    "Plane",
    "attackers_along",
    "capture_steps",
    "piece_color",
    "plane",
    "slide_lanes",
]

Lane = tuple[int, int]
"""A direction between boards: rows of timelines, full turns."""

KIND_OF_CODE: Mapping[int, PieceKind] = {code: piece.kind for code, piece in PIECE_OF_CODE.items()}


def piece_color(code: int) -> int:
    """Return the colour of a piece's code: lower-case ASCII letters have one more bit set."""
    return code >> 5 & 1


def _codes(color: Color, letters: str) -> frozenset[int]:
    return frozenset(
        code for code, piece in PIECE_OF_CODE.items() if piece.color is color and piece.kind.letter in letters
    )


_ROYALS = "".join(letter for letter, kind in PIECES.items() if kind.royal)
_PAWNS = "".join(letter for letter, kind in PIECES.items() if kind.is_pawn)
ROYAL_CODES = tuple(_codes(color, _ROYALS) for color in Color)
PAWN_CODES = tuple(_codes(color, _PAWNS) for color in Color)


@cache
def capture_steps(kind: PieceKind, color: Color) -> tuple[Step, ...]:
    """Return the steps along which a piece can capture."""
    return kind.steps or tuple(step.seen_by(color) for step in kind.captures)


@cache
def slide_lanes(kind: PieceKind, color: Color) -> tuple[tuple[Lane, tuple[tuple[int, int], ...]], ...]:
    """Return the capturing steps of a piece grouped by lane, each with its steps in files and ranks."""
    lanes: dict[Lane, list[tuple[int, int]]] = defaultdict(list)
    for step in capture_steps(kind, color):
        lanes[step.timeline, step.turn].append((step.file, step.rank))
    return tuple((lane, tuple(flat)) for lane, flat in lanes.items())


@cache
def attackers_along(step: Step, distance: int, color: Color) -> frozenset[int]:
    """Return the codes of all pieces that capture at `distance` repetitions of `step`."""
    return frozenset(
        code
        for code, piece in PIECE_OF_CODE.items()
        if piece.color is color
        and step in capture_steps(piece.kind, color)
        and (distance == 1 or piece.kind.rides)
    )


@dataclass(frozen=True)
class Plane:
    """The squares of a board: `rays[file step, rank step][square]` are the squares in that direction.

    Leaps of two are rays as well; only their first square is used.
    """

    width: int
    height: int
    rays: Mapping[tuple[int, int], tuple[tuple[int, ...], ...]]


@cache
def plane(width: int, height: int) -> Plane:
    """Return the tables for boards of one size."""
    rays = {
        (file, rank): tuple(_ray(width, height, square, file, rank) for square in range(width * height))
        for file in range(-2, 3)
        for rank in range(-2, 3)
        if (file, rank) != (0, 0)
    }
    return Plane(width, height, rays)


def _ray(width: int, height: int, square: int, file_step: int, rank_step: int) -> tuple[int, ...]:
    rank, file = divmod(square, width)
    squares = []
    while 0 <= (file := file + file_step) < width and 0 <= (rank := rank + rank_step) < height:
        squares.append(rank * width + file)
    return tuple(squares)
