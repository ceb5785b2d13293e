"""Tune the parameters of a search by games (SPSA): `python -m scripts.tune_search infinite state.json`.

Each step plays pairs of games between two engines whose parameters differ in random directions, and moves
the parameters towards the winner (simultaneous perturbation, Spall 1992). Games are played on all cores at a
fixed number of nodes. The state is saved after each step, so that an interrupted run continues. Accept a
result by a match against the defaults.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from os import cpu_count
from pathlib import Path
from random import Random

from hyperchess.engine.games import find_adapter
from hyperchess.engine.history import History
from hyperchess.engine.infinite.native import NativeInfiniteSearch
from hyperchess.engine.limits import Limit
from hyperchess.engine.matches.openings import random_opening
from hyperchess.engine.multiverse.native import NativeSearch
from hyperchess.engine.stopping import Stopping
from hyperchess.ruleset import GameKind

__all__ = ["State", "main", "perturb", "play_pair", "step"]

_VARIANTS = {
    GameKind.INFINITE: ("Classical", "Core", "Pawndard", "Knightline", "Palace", "Confined Classical"),
    GameKind.MULTIVERSE: (
        "Standard",
        "Standard - Half Reflected",
        "Standard - Princess",
        "Small",
        "Very Small",
    ),
}
_LONGEST = 160  # plies of a game; then it is a draw
_MEMORY = 16 << 20
_STABILITY = 20.0  # steps before the step size begins to fall
_SHRINK, _NARROW = 0.602, 0.101  # exponents of the step size and of the perturbation (Spall)


@dataclass
class State:
    """Values of the parameters after a number of steps."""

    game: str
    values: dict[str, float]
    done: int = 0
    seed: int = 1
    history: list[float] = field(default_factory=list)
    """The result of each step: points of the first engine, from -1 to 1."""


def bounds(kind: GameKind) -> dict[str, tuple[int, int, int]]:
    """Return default, minimum and maximum of each parameter."""
    from hyperchess import _native

    listed = (
        _native.infinite_search_parameters() if kind is GameKind.INFINITE else _native.search_parameters()
    )
    return {info.name: (info.value, info.least, info.most) for info in listed}


def rounded(kind: GameKind, values: dict[str, float]) -> dict[str, int]:
    """Return values as the kernel takes them: integers within their bounds."""
    known = bounds(kind)
    return {name: min(max(round(value), known[name][1]), known[name][2]) for name, value in values.items()}


def perturb(state: State) -> tuple[dict[str, int], dict[str, int], dict[str, float]]:
    """Return the values of both engines of the next step, and the perturbations."""
    kind = GameKind(state.game)
    known = bounds(kind)
    random = Random(state.seed * 1_000_003 + state.done)
    narrow = (state.done + 1) ** _NARROW
    deltas = {
        name: random.choice((-1, 1)) * max(0.1 * abs(known[name][0]), 1.0) / narrow for name in state.values
    }
    plus = {name: value + deltas[name] for name, value in state.values.items()}
    minus = {name: value - deltas[name] for name, value in state.values.items()}
    return rounded(kind, plus), rounded(kind, minus), deltas


def play_pair(
    kind: GameKind, first: dict[str, int], second: dict[str, int], number: int, nodes: int
) -> float:
    """Play an opening from both sides; return the points of the first engine, from -1 to 1."""
    opening = random_opening(_VARIANTS[kind], 4, 1, number, kind)
    return (_play(kind, first, second, opening, nodes) - _play(kind, second, first, opening, nodes)) / 2


def _play(
    kind: GameKind, mover: dict[str, int], other: dict[str, int], opening: History, nodes: int
) -> float:
    """Return the points of the player to move in the opening."""
    adapter = find_adapter(kind)
    weights = adapter.load_weights()
    make = NativeInfiniteSearch if kind is GameKind.INFINITE else NativeSearch
    engines = [make(weights, threads=1, memory=_MEMORY, parameters=each) for each in (mover, other)]
    history, first = opening, opening.position.player
    for _ in range(_LONGEST):
        position = history.position
        ending = adapter.find_ending(position)
        if ending is not None:
            points = 2 * ending[1] - 1
            return points if first.name == "WHITE" else -points
        engine = engines[position.player is not first]
        report = engine.search(position, Limit(nodes=nodes), 1, None, Stopping())
        if not report.lines:
            return 0.0
        history = history.after(report.lines[0].actions[0])
    return 0.0


def step(state: State, pairs: int, nodes: int, pool: ProcessPoolExecutor) -> None:
    """Play the games of one step and change the values."""
    kind = GameKind(state.game)
    plus, minus, deltas = perturb(state)
    numbers = [state.seed * 100_000 + state.done * pairs + number for number in range(pairs)]
    played = [pool.submit(play_pair, kind, plus, minus, number, nodes) for number in numbers]
    result = sum(each.result() for each in played) / pairs
    size = (_STABILITY / (_STABILITY + state.done)) ** _SHRINK
    known = bounds(kind)
    for name, delta in deltas.items():
        moved = state.values[name] + size * result * delta
        state.values[name] = min(max(moved, known[name][1]), known[name][2])
    state.history.append(result)
    state.done += 1


def main(arguments: list[str] | None = None) -> None:
    """Run the steps that are missing in the state."""
    parser = argparse.ArgumentParser(prog="python -m scripts.tune_search", description=__doc__)
    parser.add_argument("game", choices=[kind.value for kind in GameKind])
    parser.add_argument("state", type=Path, help="file of the state, created if it does not exist")
    parser.add_argument("--only", nargs="*", help="names of parameters; all by default")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--pairs", type=int, default=8, help="pairs of games of a step")
    parser.add_argument("--nodes", type=int, default=3_000, help="nodes of a move")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    kind = GameKind(asked.game)
    known = bounds(kind)
    if unknown := sorted(set(asked.only or ()) - set(known)):
        parser.error(f"there is no parameter {unknown[0]!r}; there are {', '.join(known)}")
    if asked.state.exists():
        state = State(**json.loads(asked.state.read_text(encoding="utf-8")))
        if state.game != kind.value:
            parser.error(f"{asked.state} is about {state.game}")
    else:
        state = State(
            kind.value, {name: float(known[name][0]) for name in asked.only or known}, seed=asked.seed
        )
    with ProcessPoolExecutor(asked.jobs) as pool:
        while state.done < asked.steps:
            step(state, asked.pairs, asked.nodes, pool)
            part = asked.state.with_suffix(".part")
            part.write_text(json.dumps(asdict(state), indent=1) + "\n", encoding="utf-8")
            part.replace(asked.state)
            print(f"step {state.done}: {state.history[-1]:+.2f}", flush=True)
    for name, value in rounded(kind, state.values).items():
        print(f"{name} {known[name][0]} -> {value}")


if __name__ == "__main__":
    main()
