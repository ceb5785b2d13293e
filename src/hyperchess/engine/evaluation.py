"""Static evaluation of both games, term by term."""

from __future__ import annotations

from collections.abc import Mapping
from typing import overload

from hyperchess import infinite, multiverse
from hyperchess.engine.arguments import check_position
from hyperchess.engine.games import find_adapter
from hyperchess.engine.infinite.evaluation import InfiniteEvaluation
from hyperchess.engine.multiverse.evaluation import Evaluation
from hyperchess.errors import InvalidArgument
from hyperchess.kernels import uses_native
from hyperchess.rulesets import AnyPosition

__all__ = ["evaluate"]


@overload
def evaluate(position: multiverse.Position, weights: Mapping[str, int] | None = None) -> Evaluation: ...
@overload
def evaluate(position: infinite.Position, weights: Mapping[str, int] | None = None) -> InfiniteEvaluation: ...
def evaluate(
    position: AnyPosition, weights: Mapping[str, int] | None = None
) -> Evaluation | InfiniteEvaluation:
    """Return the static evaluation of a position of either game, without any search.

    >>> from hyperchess import multiverse
    >>> evaluation = evaluate(multiverse.start("Standard"))
    >>> [(str(board.timeline), board.white.material, board.total) for board in evaluation.boards]
    [('0', 3846, 2)]
    """
    check_position(position)
    if not uses_native():
        raise InvalidArgument("the evaluation by terms needs the native rules, which are not in use")
    adapter = find_adapter(position.kind)
    found: Evaluation | InfiniteEvaluation = adapter.evaluate(
        position, adapter.load_weights() if weights is None else weights
    )
    return found
