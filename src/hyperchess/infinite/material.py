"""Piece counts and threats: tables that most moves do not change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hyperchess.infinite.coordinates import Square, Step
from hyperchess.infinite.pieces import KINDS, LINES, PIECE_OF_TEXT, Color, Piece

__all__ = ["Material", "Passed", "Threats", "en_passant_victim", "pawn_captures"]

_Pieces = frozenset[Piece]
# Fixes the order in which attackers are found, independent of the pieces.
_LEAPS = tuple(dict.fromkeys(step for kind in KINDS.values() for step in kind.leaps))


def pawn_captures(color: Color) -> tuple[Step, ...]:
    """Return the capturing steps of a player's pawns."""
    return ((-1, color.forward), (1, color.forward))


class Passed(NamedTuple):
    """A square that a pawn has just passed over, and the square of that pawn."""

    square: Square
    pawn: Square


def en_passant_victim(
    pieces: Mapping[Square, Piece], square: Square | None, color: Color, strides: tuple[int, ...] = (1,)
) -> Square | None:
    """Return the pawn that has just passed over a square and that a player may capture, or `None`.

    `strides` are the lengths of a step forward. If there are several, a text does not say which one the pawn
    made: the pawn must have no right left, and its origin must be empty.
    """
    if square is None or square in pieces:
        return None
    for stride in strides:
        for way in (stride, -stride):
            beyond = Square(square.x, square.y + way)
            pawn = pieces.get(beyond)
            if pawn is None or not pawn.kind.is_pawn or pawn.color is color or pawn.color.forward * way < 0:
                continue
            came_from = Square(square.x, square.y - way)
            if len(strides) == 1 or (not pawn.special and came_from not in pieces):
                return beyond
    return None


class Threats(NamedTuple):
    """The pieces that threaten a player, by kind of movement.

    `leaps` pairs each displacement from attacker to victim with the pieces that make it, `slides` each line
    with the pieces that slide on it.
    """

    leaps: tuple[tuple[int, int, _Pieces], ...]
    slides: tuple[tuple[Step, _Pieces], ...]
    huygens: _Pieces
    roses: _Pieces


class Material:
    """Counts of pieces, ignoring special rights. Immutable: a change returns a new value."""

    __slots__ = ("_threats", "counts")

    def __init__(self, counts: Mapping[Piece, int]) -> None:
        self.counts = counts
        self._threats: dict[Color, Threats] = {}

    def changed(self, changes: Mapping[Piece, int]) -> Material:
        """Return the material with the counts of some pieces changed."""
        counts = dict(self.counts)
        for piece, change in changes.items():
            counts[piece] = counts.get(piece, 0) + change
            if not counts[piece]:
                del counts[piece]
        return Material(counts)

    def threats(self, color: Color) -> Threats:
        """Return the threats of all other players' pieces against a player."""
        if color not in self._threats:
            self._threats[color] = _threats(
                frozenset(piece for piece in self.counts if piece.color and piece.color is not color)
            )
        return self._threats[color]


def _threats(enemies: _Pieces) -> Threats:
    def with_rights(pieces: set[Piece]) -> _Pieces:
        return frozenset(pieces | {PIECE_OF_TEXT[piece.text + "+"] for piece in pieces})

    leaps: dict[Step, set[Piece]] = {}
    slides: dict[Step, set[Piece]] = {}
    for piece in enemies:
        kind = piece.kind
        for step in pawn_captures(piece.color) if kind.is_pawn else kind.leaps:
            leaps.setdefault(step, set()).add(piece)
        for line in () if kind.primes else kind.slides:
            slides.setdefault(line, set()).add(piece)
    return Threats(
        tuple((*step, with_rights(leaps[step])) for step in _LEAPS if step in leaps),
        tuple((line, with_rights(slides[line])) for line in LINES if line in slides),
        with_rights({piece for piece in enemies if piece.kind.primes}),
        with_rights({piece for piece in enemies if piece.kind.circles}),
    )
