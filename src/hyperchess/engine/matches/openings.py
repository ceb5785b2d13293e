"""Openings for matches: a few random actions from a variant, after which neither side is lost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine
from hyperchess.engine.history import History
from hyperchess.multiverse import Status, start

__all__ = ["random_opening"]

_CONSIDERED = 60  # actions from which one is drawn
_BALANCE = 250  # centipawns
_ATTEMPTS = 50
_LOOK = Budget(rounds=200)


def random_opening(variants: Sequence[str], length: int, seed: int, number: int) -> History:
    """The opening with a number, the same for the same seed; drawn again where a side is lost."""
    random = Random(f"{seed} {number}")
    engine = Engine(memory=1 << 20)
    history = History(start(variants[number % len(variants)]))
    for _ in range(_ATTEMPTS):
        history = History(start(variants[number % len(variants)]))
        for _ in range(length):
            actions = list(islice(history.position.actions(), _CONSIDERED))
            if not actions:
                break
            history = history.after(random.choice(actions))
        if history.position.status in (Status.CHECKMATE, Status.STALEMATE, Status.SOFTMATE):
            continue
        line = engine.analyse(history.position, _LOOK)[0]
        if abs(line.score.as_centipawns()) <= _BALANCE:
            break
    return history
