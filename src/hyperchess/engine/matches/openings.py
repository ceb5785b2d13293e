"""Openings for matches: a few random actions from a variant, balanced enough for a game."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from random import Random

from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine
from hyperchess.engine.games import find_adapter
from hyperchess.engine.history import History
from hyperchess.ruleset import GameKind

__all__ = ["random_opening"]

_BALANCE = 100  # centipawns
_ATTEMPTS = 50
_KEPT = 64  # cached openings: each is played twice
_LOOK = Budget(rounds=2_000)


@lru_cache(_KEPT)
def random_opening(
    variants: tuple[str, ...], length: int, seed: int, number: int, kind: GameKind = GameKind.MULTIVERSE
) -> History:
    """Return the opening with a number, reproducible for a seed.

    Openings are drawn until the engine sees an advantage of at most one pawn; if none is found, the most
    balanced one is taken.
    """
    random = Random(f"{seed} {number}")
    engine = Engine(memory=1 << 20)
    adapter = find_adapter(kind)
    start = History(adapter.start(variants[number % len(variants)]))
    best, least = start, inf
    for _ in range(_ATTEMPTS):
        history = start
        for _ in range(length):
            actions = adapter.sample_actions(history.position)
            if not actions:
                break
            history = history.after(random.choice(actions))
        if adapter.is_over(history.position):
            continue
        advantage = abs(engine.analyse(history.position, _LOOK)[0].score.as_centipawns())
        if advantage < least:
            best, least = history, advantage
        if advantage <= _BALANCE:
            break
    return best
