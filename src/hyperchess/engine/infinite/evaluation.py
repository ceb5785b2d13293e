"""Static evaluation of infinite chess, term by term."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from hyperchess.infinite import Color, Position

__all__ = ["InfiniteEvaluation", "InfiniteTerms", "evaluate_infinite"]


@dataclass(frozen=True, slots=True)
class InfiniteTerms:
    """The terms of one player, in centipawns.

    `mate` applies only against a bare royal piece, and then alone.
    """

    material: int
    pawns: int
    activity: int
    threats: int
    safety: int
    mate: int
    goals: int

    @property
    def total(self) -> int:
        """The sum of all terms."""
        return sum(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class InfiniteEvaluation:
    """The terms of each player, and the total from White's side."""

    players: Mapping[Color, InfiniteTerms]
    centipawns: int


def evaluate_infinite(position: Position, weights: Mapping[str, int]) -> InfiniteEvaluation:
    """Return the static evaluation, without any search.

    >>> from hyperchess.engine.infinite.weights import load_infinite_weights
    >>> from hyperchess.infinite import start
    >>> evaluation = evaluate_infinite(start("Classical"), load_infinite_weights())
    >>> evaluation.players[Color.WHITE].material, evaluation.players[Color.BLACK].pawns
    (3878, 824)
    """
    from hyperchess.engine.infinite.native import infinite_terms

    terms, centipawns = infinite_terms(position, weights)
    players = {color: InfiniteTerms(*terms[color]) for color in sorted(set(position.players))}
    return InfiniteEvaluation(players, centipawns)
