"""Static evaluation of both games, term by term."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import overload

from hyperchess import infinite
from hyperchess.engine.arguments import AnyPosition, check_position
from hyperchess.engine.infinite.evaluation import InfiniteEvaluation, evaluate_infinite
from hyperchess.engine.multiverse.weights import load_weights
from hyperchess.errors import InvalidArgument
from hyperchess.multiverse import Color, Position, Timeline
from hyperchess.multiverse.defaults import default_rules

__all__ = ["BoardTerms", "Evaluation", "SideTerms", "evaluate"]


@dataclass(frozen=True, slots=True)
class SideTerms:
    """The terms of one side on one board, in centipawns."""

    material: int
    placement: int
    mobility: int
    attack: int
    shelter: int
    hanging: int

    @property
    def total(self) -> int:
        """The sum of all terms."""
        return sum(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class BoardTerms:
    """The terms of the last board of a timeline."""

    timeline: Timeline
    active: bool
    white: SideTerms
    black: SideTerms

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


@overload
def evaluate(position: Position, weights: Mapping[str, int] | None = None) -> Evaluation: ...
@overload
def evaluate(position: infinite.Position, weights: Mapping[str, int] | None = None) -> InfiniteEvaluation: ...
def evaluate(
    position: AnyPosition, weights: Mapping[str, int] | None = None
) -> Evaluation | InfiniteEvaluation:
    """Return the static evaluation of a position of either game, without any search.

    >>> from hyperchess import multiverse
    >>> evaluation = evaluate(multiverse.start("Standard"))
    >>> [(str(board.timeline), board.white.material, board.total) for board in evaluation.boards]
    [('0', 4153, 0)]
    """
    check_position(position)
    if isinstance(position, infinite.Position):
        return evaluate_infinite(position, weights)
    if default_rules().name != "native":
        raise InvalidArgument("the evaluation by terms needs the native rules, which are not in use")
    from hyperchess.engine.multiverse.native import evaluation_terms

    terms, centipawns = evaluation_terms(position, load_weights() if weights is None else weights)
    boards = tuple(
        BoardTerms(line.timeline, line.timeline in position.active, SideTerms(*white), SideTerms(*black))
        for line, (white, black) in zip(position.lines, terms, strict=True)
    )
    return Evaluation(boards, centipawns)
