"""Fit the weights of the evaluation to the results of games by regression.

    python -m scripts.engine_tuning positions.parquet -o tuned.toml
    hyperchess match hyperchess@tuned.toml hyperchess --games 400 --nodes 200

The model is the one of Elo: a value of v centipawns is worth 1 / (1 + 10 ^ (-v / scale)) points, with the
scale that suits the weights at the start best. The label is the result of the game, mixed with what the
search thought (`--trust`). The derivatives by the weights are taken numerically, from the evaluation itself,
so nothing here knows what a weight means. Each step solves the linear problem around the weights so far, held
near them in proportion to their size (`--hold`).

Positions with a mate in sight, and those where the score differs by more than two pawns from the static
value, say nothing about a static evaluation and are left out. A fifth of the games is kept apart to judge the
result.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

import hyperchess as hc
from hyperchess.engine.evaluation import evaluate
from hyperchess.engine.infinite.weights import load_infinite_weights
from hyperchess.engine.multiverse.weights import load_weights
from hyperchess.kinds import Kind

__all__ = ["Sample", "as_toml", "fit", "read_samples"]

_QUIET = 200  # centipawns
_ROUNDS = 2
_SCALES = range(
    200, 4_001, 50
)  # centipawns for ten to one: the best one for the weights at the start is kept
_HELD_OUT = 5  # one game in this many
_FIXED = (
    "value.pawn",
    "mate.",
    "goal.",
    "square.",
    "mover.square.",
)  # the unit of all others; terms about how to mate, not about who wins; tables (`scripts.multiverse_tuning`)

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sample:
    """A position and the result of its game, from White's side."""

    game: int
    position: Any
    result: float
    score: int


@dataclass(frozen=True, slots=True)
class Table:
    """The samples as numbers: values, their derivatives by each weight, labels, and which are held out."""

    values: Numbers
    derivatives: Numbers
    results: Numbers
    scores: Numbers
    held_out: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Model:
    """Values of the terms, and the data they are compared with."""

    scale: float  # centipawns for ten to one
    trust: float  # the share of the search's score in the label

    def points(self, values: Numbers) -> Numbers:
        """The points that values are worth."""
        return 1.0 / (1.0 + np.power(10.0, -values / self.scale))

    def missing(self, table: Table) -> Numbers:
        """Return the differences between labels and values."""
        labels = (1 - self.trust) * table.results + self.trust * self.points(table.scores)
        return labels - self.points(table.values)

    def error(self, table: Table, chosen: NDArray[np.bool_]) -> float:
        """The mean squared error of the chosen samples."""
        return float(np.mean(self.missing(table)[chosen] ** 2))


def read_samples(path: Path) -> Iterator[Sample]:
    """The quiet positions of a file."""
    with duckdb.connect() as database:
        games = database.execute(
            "SELECT game, any_value(text), list(ply ORDER BY ply), list(score ORDER BY ply), "
            "any_value(result) FROM read_parquet(?) GROUP BY game ORDER BY game",
            [str(path)],
        ).fetchall()
    for game, text, plies, scores, result in games:
        read = hc.parse(text)
        positions = [read.start, *(node.position for node in read.main_line)]
        for ply, score in zip(plies, scores, strict=True):
            if score is None or _in_check(positions[ply]):
                continue
            if abs(evaluate(positions[ply]).centipawns - score) <= _QUIET:
                yield Sample(game, positions[ply], result, score)


def _in_check(position: Any) -> bool:
    return bool(position.checks() if position.kind is Kind.INFINITE else position.in_check)


def build_table(samples: list[Sample], weights: Mapping[str, int], names: list[str]) -> Table:
    """The samples as numbers, around some weights."""
    values = np.empty(len(samples))
    derivatives = np.empty((len(samples), len(names)))
    for row, sample in enumerate(samples):
        values[row] = evaluate(sample.position, weights).centipawns
        for column, name in enumerate(names):
            step = max(4, abs(weights[name]) // 5)
            above = evaluate(sample.position, {**weights, name: weights[name] + step}).centipawns
            derivatives[row, column] = (above - values[row]) / step
    return Table(
        values,
        derivatives,
        np.array([sample.result for sample in samples]),
        np.array([float(sample.score) for sample in samples]),
        np.array([sample.game % _HELD_OUT == 0 for sample in samples]),
    )


def best_scale(table: Table) -> float:
    """The scale that explains the results best with the values as they are."""
    used = ~table.held_out
    return float(min(_SCALES, key=lambda scale: Model(scale, 0.0).error(table, used)))


def compute_change(table: Table, model: Model, weights: Numbers, hold: float) -> Numbers:
    """The change of the weights that fits best, by the linear model around them."""
    used = ~table.held_out
    points = model.points(table.values[used])
    slope = np.log(10.0) / model.scale * points * (1 - points)
    matrix = table.derivatives[used] * slope[:, None]
    size = np.maximum(np.abs(weights), 10.0)
    normal = matrix.T @ matrix + np.diag(hold * len(points) / size**2)
    return np.asarray(np.linalg.solve(normal, matrix.T @ model.missing(table)[used]), np.float64)


def fit(samples: list[Sample], weights: Mapping[str, int], *, hold: float, trust: float) -> dict[str, int]:
    """Return better weights; print the gain of each round."""
    names = [name for name in weights if not name.startswith(_FIXED)]
    current = dict(weights)
    table = build_table(samples, current, names)
    model = Model(best_scale(table), trust)
    _tell(f"scale {model.scale:.0f}", table, model)
    for number in range(_ROUNDS):
        change = compute_change(table, model, np.array([float(current[name]) for name in names]), hold)
        for name, by in zip(names, change, strict=True):
            current[name] += round(float(by))
        last = number + 1 == _ROUNDS
        table = build_table(samples, current, [] if last else names)
        _tell(f"round {number + 1}", table, model)
    return current


def _tell(when: str, table: Table, model: Model) -> None:
    used, apart = (model.error(table, chosen) for chosen in (~table.held_out, table.held_out))
    print(f"  {when}: error {used:.5f}, {apart:.5f} on games kept apart")


def as_toml(weights: Mapping[str, int]) -> str:
    """The weights as a file that `hyperchess match hyperchess@FILE` reads."""
    tables: dict[str, list[str]] = {}
    for name, weight in weights.items():
        table, _, key = name.partition(".")
        tables.setdefault(table, []).append(f"{key} = {weight}")
    return "\n".join(f"[{table}]\n" + "\n".join(lines) + "\n" for table, lines in tables.items())


def main() -> None:
    """Fit, print what changed, write the file that the command line names."""
    parser = argparse.ArgumentParser(description="Fit the weights of the evaluation to the results of games.")
    parser.add_argument("positions", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--trust", type=float, default=0.5, help="share of the search's score in the label")
    parser.add_argument("--hold", type=float, default=1e-3, help="how strongly weights are held")
    parser.add_argument("--most", type=int, default=20_000, help="positions, at most")
    arguments = parser.parse_args()
    samples = list(read_samples(arguments.positions))
    kept = samples[:: max(1, len(samples) // arguments.most)]
    print(f"{len(kept):,} of {len(samples):,} quiet positions")
    before = load_infinite_weights() if kept[0].position.kind is Kind.INFINITE else load_weights()
    after = fit(kept, before, hold=arguments.hold, trust=arguments.trust)
    for name, weight in after.items():
        if weight != before[name]:
            print(f"  {name:22}{before[name]:6} ->{weight:6}")
    arguments.output.write_text(as_toml(after), "utf-8")


if __name__ == "__main__":
    main()
