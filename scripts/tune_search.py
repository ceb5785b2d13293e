"""Tune the search parameters of infinite chess by games (SPSA): `python -m scripts.tune_search state.json`.

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

from hyperchess import infinite
from hyperchess.engine.games import find_adapter
from hyperchess.engine.infinite.native import NativeInfiniteSearch
from hyperchess.engine.limits import Limit
from hyperchess.engine.matches.openings import random_opening
from hyperchess.engine.stopping import Stopping
from hyperchess.kinds import Kind

__all__ = ["State", "main", "perturb", "play_pair", "step"]

_VARIANTS = ("Classical", "Core", "Pawndard", "Knightline", "Palace", "Confined Classical")
_LONGEST = 160  # plies of a game; then it is a draw
_MEMORY = 16 << 20
_STABILITY = 20.0  # steps before the step size begins to fall
_SHRINK, _NARROW = 0.602, 0.101  # exponents of the step size and of the perturbation (Spall)


@dataclass
class State:
    """Values of the parameters after a number of steps."""

    values: dict[str, float]
    done: int = 0
    seed: int = 1
    history: list[float] = field(default_factory=list)
    """The result of each step: points of the first engine, from -1 to 1."""


def bounds() -> dict[str, tuple[int, int, int]]:
    """Return default, minimum and maximum of each parameter."""
    from hyperchess import _native

    return {info.name: (info.value, info.least, info.most) for info in _native.infinite_search_parameters()}


def rounded(values: dict[str, float]) -> dict[str, int]:
    """Return values as the kernel takes them: integers within their bounds."""
    known = bounds()
    return {name: min(max(round(value), known[name][1]), known[name][2]) for name, value in values.items()}


def perturb(state: State) -> tuple[dict[str, int], dict[str, int], dict[str, float]]:
    """Return the values of both engines of the next step, and the perturbations."""
    random = Random(state.seed * 1_000_003 + state.done)
    narrow = (state.done + 1) ** _NARROW
    deltas = {
        name: random.choice((-1, 1)) * max(0.1 * abs(bounds()[name][0]), 1.0) / narrow
        for name in state.values
    }
    plus = {name: value + deltas[name] for name, value in state.values.items()}
    minus = {name: value - deltas[name] for name, value in state.values.items()}
    return rounded(plus), rounded(minus), deltas


def play_pair(first: dict[str, int], second: dict[str, int], number: int, nodes: int) -> float:
    """Play an opening from both sides; return the points of the first engine, from -1 to 1."""
    opening = random_opening(_VARIANTS, 4, 1, number, Kind.INFINITE).position
    return (_play(first, second, opening, nodes) - _play(second, first, opening, nodes)) / 2


def _play(mover: dict[str, int], other: dict[str, int], opening: infinite.Position, nodes: int) -> float:
    """Return the points of the player to move in the opening."""
    adapter = find_adapter(Kind.INFINITE)
    weights = adapter.load_weights()
    engines = [
        NativeInfiniteSearch(weights, threads=1, memory=_MEMORY, parameters=each) for each in (mover, other)
    ]
    position, sign = opening, 1 if opening.player is infinite.Color.WHITE else -1
    for _ in range(_LONGEST):
        ending = adapter.find_ending(position)
        if ending is not None:
            return sign * (2 * ending[1] - 1)
        engine = engines[position.player is not opening.player]
        report = engine.search(position, Limit(nodes=nodes), 1, None, Stopping())
        position = position.play(*report.lines[0].actions[0])
    return 0.0


def step(state: State, pairs: int, nodes: int, pool: ProcessPoolExecutor) -> None:
    """Play the games of one step and change the values."""
    plus, minus, deltas = perturb(state)
    numbers = [state.seed * 100_000 + state.done * pairs + number for number in range(pairs)]
    played = [pool.submit(play_pair, plus, minus, number, nodes) for number in numbers]
    result = sum(each.result() for each in played) / pairs
    size = (_STABILITY / (_STABILITY + state.done)) ** _SHRINK
    known = bounds()
    for name, delta in deltas.items():
        moved = state.values[name] + size * result * delta
        state.values[name] = min(max(moved, known[name][1]), known[name][2])
    state.history.append(result)
    state.done += 1


def main(arguments: list[str] | None = None) -> None:
    """Run the steps that are missing in the state."""
    parser = argparse.ArgumentParser(prog="python -m scripts.tune_search", description=__doc__)
    parser.add_argument("state", type=Path, help="file of the state, created if it does not exist")
    parser.add_argument("--only", nargs="*", help="names of parameters; all by default")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--pairs", type=int, default=8, help="pairs of games of a step")
    parser.add_argument("--nodes", type=int, default=3_000, help="nodes of a move")
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    known = bounds()
    if unknown := sorted(set(asked.only or ()) - set(known)):
        parser.error(f"there is no parameter {unknown[0]!r}; there are {', '.join(known)}")
    if asked.state.exists():
        state = State(**json.loads(asked.state.read_text(encoding="utf-8")))
    else:
        state = State({name: float(known[name][0]) for name in asked.only or known}, seed=asked.seed)
    with ProcessPoolExecutor(asked.jobs) as pool:
        while state.done < asked.steps:
            step(state, asked.pairs, asked.nodes, pool)
            part = asked.state.with_suffix(".part")
            part.write_text(json.dumps(asdict(state), indent=1) + "\n", encoding="utf-8")
            part.replace(asked.state)
            print(f"step {state.done}: {state.history[-1]:+.2f}", flush=True)
    for name, value in rounded(state.values).items():
        print(f"{name} {known[name][0]} -> {value}")


if __name__ == "__main__":
    main()
