"""The fit of chances to games."""

from __future__ import annotations

from math import exp
from random import Random

from scripts.chances import Observation, fit_chances


def test_the_fit_finds_the_numbers_that_made_the_games() -> None:
    random = Random(1)
    scale, margin = 300, 150
    made = []
    for _ in range(4_000):
        score = random.randint(-800, 800)
        win, loss = (1 / (1 + exp((margin - side) / scale)) for side in (score, -score))
        dice = random.random()
        made.append(Observation(score, 1.0 if dice < win else 0.0 if dice < win + loss else 0.5, 1.0))
    found = fit_chances(made)
    assert abs(found[0] - scale) < 25 and abs(found[1] - margin) < 25
