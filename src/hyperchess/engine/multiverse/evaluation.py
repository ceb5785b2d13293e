"""Static evaluation of 5D chess, term by term."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from hyperchess.multiverse import Color, Piece, Position, Square, Timeline

__all__ = ["BoardTerms", "Evaluation", "Placement", "SideTerms", "evaluate_multiverse"]


@dataclass(frozen=True, slots=True)
class SideTerms:
    """The terms of one side on one board, in centipawns."""

    material: int
    placement: int
    mobility: int
    attack: int
    shelter: int
    hanging: int
    loose: int
    across: int

    @property
    def total(self) -> int:
        """The sum of all terms."""
        return sum(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece, and the centipawns that its square adds to its value."""

    square: Square
    piece: Piece
    centipawns: int


@dataclass(frozen=True, slots=True)
class BoardTerms:
    """The terms of the last board of a timeline."""

    timeline: Timeline
    active: bool
    white: SideTerms
    black: SideTerms
    placements: tuple[Placement, ...]

    @property
    def total(self) -> int:
        """The balance from White's side."""
        return self.white.total - self.black.total


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The terms of all boards, and the total from White's side."""

    boards: tuple[BoardTerms, ...]
    centipawns: int

    def seen_by(self, color: Color) -> int:
        """Return the total from the side of a player."""
        return self.centipawns if color is Color.WHITE else -self.centipawns


def evaluate_multiverse(position: Position, weights: Mapping[str, int]) -> Evaluation:
    """Return the static evaluation, without any search."""
    from hyperchess.engine.multiverse.native import evaluation_terms

    terms, placements, centipawns = evaluation_terms(position, weights)
    boards = tuple(
        BoardTerms(
            line.timeline,
            line.timeline in position.active,
            SideTerms(*white),
            SideTerms(*black),
            tuple(
                Placement(square, piece, value)
                for (square, piece), value in zip(line.boards[-1].pieces(), values, strict=True)
            ),
        )
        for line, (white, black), values in zip(position.timeline_boards, terms, placements, strict=True)
    )
    return Evaluation(boards, centipawns)
