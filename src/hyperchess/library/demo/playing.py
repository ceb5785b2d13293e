"""The games of the collection: engine against engine, determined by seed and number.

Levels are mixed, and the first actions of a game are drawn from more candidates with larger errors, so that
openings differ. All limits are in nodes: a game does not depend on the machine or on the games before it.

>>> game = play_demo_game(Kind.MULTIVERSE, seed=1, number=0)
>>> game == play_demo_game(Kind.MULTIVERSE, seed=1, number=0), game.variant
(True, 'Custom - Frustraiting Dragons')
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

from hyperchess import infinite
from hyperchess.budget import Budget
from hyperchess.engine import Engine, Level
from hyperchess.engine.infinite.levels import INFINITE_LEVELS
from hyperchess.engine.levels import FIRST_LEVELS, choose_weakly
from hyperchess.kinds import Kind
from hyperchess.library.adapters import find_adapter

__all__ = ["DemoGame", "play_demo_game"]

_MEMORY = 1 << 20  # bytes of the transposition table, a new one for every game
_MOST_ACTIONS = {Kind.MULTIVERSE: 60, Kind.INFINITE: 44}
_LEVELS = {Kind.MULTIVERSE: ((1, 2, 3, 4, 5), (2, 3, 4, 5, 2)), Kind.INFINITE: ((1, 2, 3, 4), (4, 5, 4, 1))}
_EXPLORING = Level(0, "opening", 60, 70, 16)  # for the first actions of a game
_MOST_EXPLORED = 6  # actions
_DECIDED = 400  # centipawns: threshold to adjudicate an unfinished game as won
_FINAL_LOOK = Budget(rounds=300)
_FAVOURITES = {
    Kind.MULTIVERSE: {"Standard": 30, "Standard - Turn Zero": 8, "Small": 8, "Very Small": 6},
    Kind.INFINITE: {"Classical": 20, "Core": 8, "Chess": 8, "Pawn Horde": 5},
}
_SLOW = (("Huygens Option", "Roses Option", "4 Chess", "Trappist-1"), 100, 20)
_HUGE = (("5D Chess", "Omega^3", "Omega^4"), 400, 6)
"""Slow variants of infinite chess: the ends of their names, one game in how many, and its maximum number of
actions.
"""


class DemoGame(NamedTuple):
    """A game of the collection: its variant, the levels of the players, its actions and its ending."""

    kind: Kind
    number: int
    variant: str
    white: int
    black: int
    result: str
    ending: str
    actions: tuple[tuple[Any, ...], ...]


def play_demo_game(kind: Kind, *, seed: int, number: int) -> DemoGame:
    """Play game `number`, counted from 0."""
    random = Random(f"{seed} {kind.value} {number}")
    engine = Engine(memory=_MEMORY)
    variant, longest = _variant(kind, number)
    adapter = find_adapter(kind)
    position = adapter.start(variant)
    white, black = random.choices(*_LEVELS[kind], k=2)
    known = FIRST_LEVELS if kind is Kind.MULTIVERSE else INFINITE_LEVELS
    strengths = {"WHITE": known[white - 1], "BLACK": known[black - 1]}
    explored = random.randint(0, _MOST_EXPLORED)
    actions: list[tuple[Any, ...]] = []
    ending = None
    while ending is None and len(actions) < longest:
        level = _EXPLORING if len(actions) < explored else strengths[position.player.name]
        lines = engine.analyse(position, Budget(rounds=level.nodes), lines=level.lines)
        if not lines:
            break
        action = choose_weakly(lines, level, random).actions[0]
        actions.append(action)
        position = position.play_legal(action)
        # Games of 5D chess end because there is no action; infinite chess has other ends, too.
        ending = adapter.find_result(position) if adapter.positions_recur else None
    result, how = ending or adapter.find_result(position) or _adjudicate(position, engine)
    return DemoGame(kind, number, variant, white, black, result, how, tuple(actions))


def _adjudicate(position: Any, engine: Engine) -> tuple[str, str]:
    """Return the result of an unfinished game: a win if the engine's score is decisive."""
    lines = engine.analyse(position, _FINAL_LOOK)
    value = lines[0].score.white.as_centipawns() if lines else 0
    return "1-0" if value >= _DECIDED else "0-1" if value <= -_DECIDED else "1/2-1/2", "adjudication"


def _variant(kind: Kind, number: int) -> tuple[str, int]:
    """Return the variant of a game and its maximum number of actions."""
    if kind is Kind.INFINITE:
        for ends, every, longest in (_HUGE, _SLOW):
            turn, place = divmod(number, every)
            if place == every // 2:
                names = [variant.name for variant in infinite.variants() if variant.name.endswith(ends)]
                return names[turn % len(names)], longest
    usual = _variants(kind)
    return usual[number % len(usual)], _MOST_ACTIONS[kind]


@cache
def _variants(kind: Kind) -> list[str]:
    """Return the usual variants, each as often as it occurs in a round."""
    names = [variant.name for variant in find_adapter(kind).variants()]
    if kind is Kind.INFINITE:
        names = [name for name in names if not name.endswith(_SLOW[0] + _HUGE[0])]
    usual = [name for name in names for _ in range(_FAVOURITES[kind].get(name, 1))]
    Random(0).shuffle(usual)
    return usual
