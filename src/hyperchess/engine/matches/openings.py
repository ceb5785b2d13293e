"""Openings for matches: a few random actions from a variant, balanced enough for a game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from hyperchess import infinite
from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine
from hyperchess.engine.history import History
from hyperchess.engine.infinite.nearby import nearby_moves
from hyperchess.infinite import start as infinite_start
from hyperchess.kinds import Kind
from hyperchess.multiverse import Status, start

__all__ = ["random_opening"]

_CONSIDERED = 60  # actions from which one is drawn
_STEPS = 5  # squares of a ray of infinite chess
_BALANCE = 250  # centipawns
_ATTEMPTS = 50
_LOOK = Budget(rounds=200)


def random_opening(
    variants: Sequence[str], length: int, seed: int, number: int, kind: Kind = Kind.MULTIVERSE
) -> History:
    """Return the opening with a number, reproducible for a seed; unbalanced ones are drawn again."""
    random = Random(f"{seed} {number}")
    engine = Engine(memory=1 << 20)
    first = infinite_start if kind is Kind.INFINITE else start
    history = History(first(variants[number % len(variants)]))
    for _ in range(_ATTEMPTS):
        history = History(first(variants[number % len(variants)]))
        for _ in range(length):
            actions = _actions(history.position)
            if not actions:
                break
            history = history.after(random.choice(actions))
        if _is_over(history.position):
            continue
        line = engine.analyse(history.position, _LOOK)[0]
        if abs(line.score.as_centipawns()) <= _BALANCE:
            break
    return history


def _actions(position: Any) -> list[Any]:
    """Return some of the legal actions."""
    if isinstance(position, infinite.Position):
        return [(move,) for move in nearby_moves(position, _STEPS)]
    return list(islice(position.actions(), _CONSIDERED))


def _is_over(position: Any) -> bool:
    if isinstance(position, infinite.Position):
        return position.status.is_over
    return position.status in (Status.CHECKMATE, Status.STALEMATE, Status.SOFTMATE)
