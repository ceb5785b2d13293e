"""Tune the evaluation of infinite chess: self-play, then gradient descent on a logistic model.

    python -m scripts.infinite_tuning rows.gz --seconds 480 --jobs 16 -o tuned.toml
    hyperchess match hyperchess@tuned.toml hyperchess --games 400 --nodes 2000

The first half plays games of the engine against itself for `--seconds` and appends the quiet positions to the
file of rows; without `--seconds` the rows that are there are used. A position is quiet if the player to move
is not in check, the best move is no capture or promotion, and the score is near the static value. The second
half needs numpy. A value of v centipawns is worth 1 / (1 + exp(-v / scale)) points, with the scale that suits
the weights at the start best. The label is the result of the game mixed with the score of the search
(`--trust`). Weights are held near their start (`--hold`), because few positions tell much about rare terms.

A row is the game, the label's parts and the static value from White's side, and the derivative of the value
by each weight, taken numerically from the evaluation. Games depend on the seed and their number only.
"""

from __future__ import annotations

import argparse
import gzip
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import hyperchess as hc
from hyperchess import _native
from hyperchess.engine import Engine
from hyperchess.engine.infinite.nearby import nearby_moves
from hyperchess.engine.infinite.weights import load_infinite_weights
from hyperchess.infinite import Color, Position, start
from hyperchess.infinite.kernel import packed

__all__ = ["Generation", "fit", "play_game", "read_rows", "replace_weights", "tuned_names"]

_VARIANTS = (
    "Classical",
    "Confined Classical",
    "Classical",
    "Space Classic",
    "Core",
    "Pawndard",
    "Classical+",
    "Standarch",
    "Knightline",
    "Palace",
    "Abundance",
    "Chess on an Infinite Plane",
    "Space",
    "Pawn Horde",
    "Knighted Chess",
    "Chess",
)
_OPENING = 6  # random plies
_MOST_PLIES = 200
_DECIDED = 1_000  # centipawns; a game is adjudicated after `_DECIDED_PLIES` such scores in a row
_DECIDED_PLIES = 6
_QUIET = 120  # centipawns between score and static value
_LARGEST = 1_500  # centipawns of positions that are kept
_STEP = 20  # of a weight, for its derivative
_UNIT = 8  # derivatives are stored in eighths
_FIXED = ("value.pawn", "value.king", "value.royal", "value.obstacle", "value.void", "mate.", "goal.")
_HELD_OUT = 10  # one game in this many


def tuned_names() -> list[str]:
    """Return the names of the weights that are tuned, in the order of the rows."""
    return [name for name in _native.infinite_weight_names() if not name.startswith(_FIXED)]


@dataclass(frozen=True, slots=True)
class Generation:
    """Settings of the self-play."""

    nodes: int
    seconds: float
    seed: int


def _derivatives(position: Position, weights: Mapping[str, int], names: list[str]) -> tuple[int, list[int]]:
    """Return the static value from White's side and its derivatives in units of 1 / `_UNIT`."""
    board = packed(position)
    assert board is not None
    order = list(_native.infinite_weight_names())
    numbers = [weights[name] for name in order]
    value = _native.infinite_evaluate(board, 1, numbers).value
    found = []
    for name in names:
        index = order.index(name)
        numbers[index] += _STEP
        changed = _native.infinite_evaluate(board, 1, numbers).value
        numbers[index] -= _STEP
        found.append(round((changed - value) * _UNIT / _STEP))
    return value, found


def play_game(number: int, nodes: int, weights: Mapping[str, int]) -> tuple[float, list[list[int]]]:
    """Play game `number` of the engine against itself; return the result for White, and its rows."""
    random = Random(number)
    names = tuned_names()
    position = start(_VARIANTS[number % len(_VARIANTS)])
    for _ in range(_OPENING):
        moves = [move for move in nearby_moves(position, 3) if move.target not in position.pieces()]
        if not moves or position.status.is_over:
            break
        position = position.play(random.choice(moves))
    engine = Engine(memory=4 << 20)
    rows: list[list[int]] = []
    run = 0
    for _ in range(_MOST_PLIES):
        status = position.status
        if status.is_over or status.claims:
            winner = status.winner
            return (0.5 if winner is None else float(winner is Color.WHITE)), rows
        report = engine.search(position, hc.Budget(rounds=nodes))
        line = report.lines[0]
        score = line.score.seen_by(Color.WHITE).as_centipawns()
        (move,) = line.actions[0]
        run = (run + 1 if run >= 0 else 1) if score >= _DECIDED else run
        run = (run - 1 if run <= 0 else -1) if score <= -_DECIDED else run
        if abs(score) < _DECIDED:
            run = 0
        if abs(run) >= _DECIDED_PLIES:
            return float(run > 0), rows
        is_quiet = move.target not in position.pieces() and move.promotion is None and not position.checks()
        if is_quiet and line.score.mate is None and abs(score) <= _LARGEST:
            value, derivatives = _derivatives(position, weights, names)
            if abs(value - score) <= _QUIET:
                rows.append([score, value, *derivatives])
        position = position.play(move)
    return 0.5, rows


def _work(job: tuple[int, int, Generation]) -> list[bytes]:
    """Play games until the time is up; return them packed."""
    first, step, generation = job
    weights = load_infinite_weights()
    ends = monotonic() + generation.seconds
    packed_games: list[bytes] = []
    number = generation.seed * 1_000_000 + first
    while monotonic() < ends:
        result, rows = play_game(number, generation.nodes, weights)
        for row in rows:
            limited = [max(-32_000, min(32_000, each)) for each in row]
            packed_games.append(struct.pack(f"<iB{len(row)}h", number, round(2 * result), *limited))
        number += step
    return packed_games


def generate(path: Path, generation: Generation, jobs: int) -> int:
    """Append the rows of self-play games to a file; return their number."""
    # Workers are spawned, so that none inherits threads.
    with get_context("spawn").Pool(jobs) as pool:
        parts = pool.map(_work, [(job, jobs, generation) for job in range(jobs)], chunksize=1)
    with gzip.open(path, "ab", compresslevel=6) as stream:
        for part in parts:
            for row in part:
                stream.write(row)
    return sum(map(len, parts))


def read_rows(path: Path) -> Iterator[tuple[int, ...]]:
    """Yield the rows of a file: game, twice the result, score, value, derivatives."""
    layout = struct.Struct(f"<iB{2 + len(tuned_names())}h")
    with gzip.open(path, "rb") as stream:
        while data := stream.read(layout.size):
            yield layout.unpack(data)


def fit(path: Path, *, trust: float, hold: float, rounds: int) -> dict[str, int]:
    """Return tuned weights; prints the error before and after."""
    import numpy as np
    from numpy.typing import NDArray

    names = tuned_names()
    table = np.array(list(read_rows(path)), dtype=np.float32)
    games, results, scores, values = table[:, 0], table[:, 1] / 2, table[:, 2], table[:, 3]
    derivatives = table[:, 4:] / _UNIT
    held_out = games % _HELD_OUT == 0
    print(f"{len(table):,} positions of {len(np.unique(games)):,} games")

    def points(centipawns: NDArray[np.floating[Any]], scale: float) -> NDArray[np.floating[Any]]:
        return np.asarray(1 / (1 + np.exp(-centipawns / scale)), np.float32)

    def error(changed: NDArray[np.floating[Any]], scale: float, chosen: NDArray[np.bool_]) -> float:
        return float(np.mean((points(changed, scale) - results)[chosen] ** 2))

    scale = float(min(range(60, 800, 10), key=lambda each: error(values, each, ~held_out)))
    print(f"scale {scale:.0f}: error {error(values, scale, ~held_out):.5f}, "
          f"{error(values, scale, held_out):.5f} on games kept apart")  # fmt: skip
    labels = (1 - trust) * results + trust * points(scores, scale)
    start_weights = load_infinite_weights()
    size = np.array([max(abs(start_weights[name]), 8) for name in names], dtype=np.float32)
    used = derivatives[~held_out] * size  # in units of the weights
    used_values, used_labels = values[~held_out], labels[~held_out]
    change = np.zeros(len(names), dtype=np.float32)
    momentum, spread = np.zeros_like(change), np.zeros_like(change)
    for number in range(1, rounds + 1):
        guess = points(used_values + used @ change, scale)
        slope = (guess - used_labels) * guess * (1 - guess) / scale
        gradient = used.T @ slope / len(used) + hold * change
        # Adam with the usual constants; the full batch makes it deterministic.
        momentum = 0.9 * momentum + 0.1 * gradient
        spread = 0.999 * spread + 0.001 * gradient**2
        corrected = momentum / (1 - 0.9**number)
        change -= 0.01 * corrected / (np.sqrt(spread / (1 - 0.999**number)) + 1e-9)
        if number % max(1, rounds // 5) == 0:
            changed = values + (derivatives * size) @ change
            print(f"  round {number}: error {error(changed, scale, ~held_out):.5f}, "
                  f"{error(changed, scale, held_out):.5f} on games kept apart")  # fmt: skip
    tuned = dict(start_weights)
    for name, by in zip(names, change * size, strict=True):
        tuned[name] = round(start_weights[name] + float(by))
        if not name.startswith("value."):
            tuned[name] = max(0, tuned[name])
    return tuned


def replace_weights(text: str, weights: Mapping[str, int]) -> str:
    """Return the text of a file of weights with other numbers, comments kept.

    >>> replace_weights("[pawn] # of pawns\\nfree = 10 # path\\n", {"pawn.free": 12})
    '[pawn] # of pawns\\nfree = 12 # path\\n'
    """
    lines = []
    table = ""
    for line in text.splitlines(keepends=True):
        if found := re.match(r"\[(\w+)\]", line):
            table = found[1]
        if found := re.match(r"(\w+) = -?\d+", line):
            line = f"{found[1]} = {weights[f'{table}.{found[1]}']}" + line[found.end() :]
        lines.append(line)
    return "".join(lines)


def main() -> None:
    """Generate, fit, print what changed, and write the file that the command line names."""
    parser = argparse.ArgumentParser(description="Tune the evaluation of infinite chess by self-play.")
    parser.add_argument("rows", type=Path, help="file of positions; new ones are appended")
    parser.add_argument(
        "-o", "--output", type=Path, help="file of weights to write; without it, only generate"
    )
    parser.add_argument("--seconds", type=float, default=0.0, help="play games for N seconds")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--nodes", type=int, default=1_500, help="nodes per move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trust", type=float, default=0.3, help="share of the search's score in the label")
    parser.add_argument("--hold", type=float, default=2e-5, help="how strongly weights are held")
    parser.add_argument("--rounds", type=int, default=400, help="steps of gradient descent")
    arguments = parser.parse_args()
    if arguments.seconds:
        generation = Generation(arguments.nodes, arguments.seconds, arguments.seed)
        print(f"{generate(arguments.rows, generation, arguments.jobs):,} positions added")
    if arguments.output is None:
        return
    tuned = fit(arguments.rows, trust=arguments.trust, hold=arguments.hold, rounds=arguments.rounds)
    before = load_infinite_weights()
    for name in tuned_names():
        if tuned[name] != before[name]:
            print(f"  {name:26}{before[name]:6} ->{tuned[name]:6}")
    text = files("hyperchess.engine.infinite").joinpath("weights.toml").read_text("utf-8")
    arguments.output.write_text(replace_weights(text, tuned), "utf-8")


if __name__ == "__main__":
    main()
