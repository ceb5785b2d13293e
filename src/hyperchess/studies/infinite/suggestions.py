"""Hints for infinite chess: a good move with a reason, or any legal one if there is no engine.

>>> position = Position.parse("w (8|1) K5,1|k5,8")
>>> suggestion = find_suggestion(position)
>>> len(suggestion.moves or ())
1
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hyperchess.budget import Budget
from hyperchess.infinite import Move, Position
from hyperchess.studies.analysis.engines import no_engine
from hyperchess.studies.infinite.moves import any_move
from hyperchess.studies.views import Suggestion

__all__ = ["find_suggestion"]

_THINKING = Budget(seconds=1.0, rounds=3_000)


def find_suggestion(position: Position) -> Suggestion:
    """Return a good move, and a reason."""
    missing = no_engine(position)
    if missing:
        move = any_move(position)
        if move is None:
            return Suggestion(None, "there is no legal move", known=True)
        return Suggestion((str(move),), f"{move} is legal ({missing})", known=True)
    return _good_move(position)


def _good_move(position: Position) -> Suggestion:
    from hyperchess.engine import Engine

    asked: Any = position
    lines: list[Any] = list(Engine().analyse(asked, _THINKING))
    if not lines:
        return Suggestion(None, "there is no legal move", known=True)
    best = lines[0]
    move: Move = best.actions[0][0]
    if best.score.mate is not None and best.score.mate > 0:
        return Suggestion((str(move),), f"{move} mates in {best.score.mate}", known=True)
    reasons = list(_reasons(position, move))
    text = f"{move} {' and '.join(reasons)}" if reasons else f"the engine suggests {move}"
    return Suggestion((str(move),), text, known=True)


def _reasons(position: Position, move: Move) -> Iterator[str]:
    if position.checks():
        yield "saves the king from check"
    if position.play(move).checks():
        yield "gives check"
    taken = position.pieces().get(move.target)
    if taken is not None:
        yield f"takes the {taken.kind.name}"
