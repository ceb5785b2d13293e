"""Openings for matches: a few random actions from a variant, balanced enough for a game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine
from hyperchess.engine.games import find_adapter
from hyperchess.engine.history import History
from hyperchess.kinds import Kind

__all__ = ["random_opening"]

_BALANCE = 250  # centipawns
_ATTEMPTS = 50
_LOOK = Budget(rounds=200)


def random_opening(
    variants: Sequence[str], length: int, seed: int, number: int, kind: Kind = Kind.MULTIVERSE
) -> History:
    """Return the opening with a number, reproducible for a seed; unbalanced ones are drawn again."""
    random = Random(f"{seed} {number}")
    engine = Engine(memory=1 << 20)
    adapter = find_adapter(kind)
    history = History(adapter.start(variants[number % len(variants)]))
    for _ in range(_ATTEMPTS):
        history = History(adapter.start(variants[number % len(variants)]))
        for _ in range(length):
            actions = adapter.sample_actions(history.position)
            if not actions:
                break
            history = history.after(random.choice(actions))
        if adapter.is_over(history.position):
            continue
        line = engine.analyse(history.position, _LOOK)[0]
        if abs(line.score.as_centipawns()) <= _BALANCE:
            break
    return history
