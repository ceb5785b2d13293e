"""Fit the model of `hyperchess.engine.chances` to games of the engine against itself.

    hyperchess match one=hyperchess two=hyperchess --games 500 --time 0.1 -o games.jsonl
    python -m scripts.chances games.jsonl

Each score of a game is an observation: did its player win, draw or lose? The model is an ordered logistic
regression, fitted by maximum likelihood. Games count the same, however long they are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from math import exp, log
from pathlib import Path
from typing import NamedTuple

from hyperchess.engine.matches.match import MatchRecord, read_records
from hyperchess.notation.reading import parse

__all__ = ["Observation", "fit_chances", "observe"]

_LARGEST = 2_000  # centipawns: scores beyond are decided
_SMALLEST_CHANCE = 1e-9


class Observation(NamedTuple):
    """A score of a player in centipawns, the points that the player made, and a weight."""

    score: int
    points: float
    weight: float


def observe(record: MatchRecord) -> Iterator[Observation]:
    """Yield the scores of a game; all of them together have a weight of 1."""
    white_points = record.points if record.first_is_white else 1 - record.points
    scores = [node.score.centipawns for node in parse(record.text).main_line if node.score is not None]
    known = [score for score in scores if score is not None and abs(score) <= _LARGEST]
    for score in known:
        yield Observation(score, white_points, 1 / len(known))


def fit_chances(observations: Sequence[Observation]) -> tuple[int, int]:
    """Return the scale and the draw margin in centipawns that fit best: a search on ever finer grids."""
    scale, margin, step = 500, 200, 200
    while step >= 5:
        grid = [
            (max(scale + one * step, 50), max(margin + other * step, 0))
            for one in range(-2, 3)
            for other in range(-2, 3)
        ]
        best = max(grid, key=lambda each: _likelihood(observations, *each))
        if best == (scale, margin) or best[0] >= _LARGEST:
            step //= 2
        scale, margin = min(best[0], _LARGEST), best[1]
    return scale, margin


def _likelihood(observations: Sequence[Observation], scale: int, margin: int) -> float:
    total = 0.0
    for score, points, weight in observations:
        win, loss = (1 / (1 + exp((margin - side) / scale)) for side in (score, -score))
        chance = win if points == 1 else loss if points == 0 else 1 - win - loss
        total += weight * log(max(chance, _SMALLEST_CHANCE))
    return total


def main() -> None:
    """Print the fit to the games of match files."""
    records = [record for name in sys.argv[1:] for record in read_records(Path(name))]
    observations = [one for record in records for one in observe(record)]
    scale, margin = fit_chances(observations)
    print(f"{len(records)} games, {len(observations)} scores: scale {scale}, draw margin {margin}")


if __name__ == "__main__":
    main()
