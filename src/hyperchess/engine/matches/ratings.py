"""Ratings of several players from all their games: a maximum likelihood fit of Elo ratings.

The expected score of a player is 1 / (1 + 10^(-difference / 400)), and a draw is half a win and half a loss.
Only differences are meaningful, so the mean rating is 0. Each player gets one drawn game against an average
opponent, so that a player who has won all games has a finite rating. The error bars come from the curvature
of the likelihood (the observed information).

>>> fit = fit_ratings(3, [Encounter(0, 1, 60, 80), Encounter(1, 2, 60, 80), Encounter(0, 2, 72, 80)])
>>> [round(rating.elo) for rating in fit]
[189, 0, -189]
>>> [round(rating.margin) for rating in fit]
[49, 41, 49]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import NamedTuple

__all__ = ["Encounter", "Rating", "fit_ratings"]

_SCALE = 400 / log(10)  # Elo per unit of the logistic function
_95_PERCENT = 1.96
_ROUNDS = 200
_EXACT = 1e-10
_LARGEST_STEP = 2.0  # units: Newton's method may overshoot from a bad start

_Matrix = list[list[float]]


class Encounter(NamedTuple):
    """The points of player `first` out of some games against player `second`."""

    first: int
    second: int
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its 95 percent margin of error."""

    elo: float
    margin: float


def fit_ratings(players: int, encounters: Sequence[Encounter]) -> list[Rating]:
    """Return the ratings of players 0, 1, ... that maximise the likelihood of the results."""
    strengths = [0.0] * players
    for _ in range(_ROUNDS):
        gradient, information = _derivatives(strengths, encounters)
        inverse = _inverted(information)
        steps = [sum(a * b for a, b in zip(row, gradient, strict=True)) for row in inverse]
        longest = max(map(abs, steps), default=0.0)
        damping = min(1.0, _LARGEST_STEP / longest) if longest else 1.0
        strengths = [value + damping * step for value, step in zip(strengths, steps, strict=True)]
        if longest < _EXACT:
            break
    inverse = _inverted(_derivatives(strengths, encounters)[1])
    mean = sum(strengths) / players if players else 0.0
    return [
        Rating(_SCALE * (strengths[index] - mean), _SCALE * _95_PERCENT * sqrt(_variance(inverse, index)))
        for index in range(players)
    ]


def _derivatives(strengths: Sequence[float], encounters: Sequence[Encounter]) -> tuple[list[float], _Matrix]:
    """Return the gradient of the log-likelihood, and its negated Hessian."""
    gradient: list[float] = []
    information: _Matrix = [[0.0] * len(strengths) for _ in strengths]
    for index, strength in enumerate(strengths):  # the drawn game against an average opponent
        chance = _chance(strength)
        gradient.append(0.5 - chance)
        information[index][index] = chance * (1 - chance)
    for first, second, points, games in encounters:
        chance = _chance(strengths[first] - strengths[second])
        gradient[first] += points - games * chance
        gradient[second] -= points - games * chance
        weight = games * chance * (1 - chance)
        for one, other in ((first, second), (second, first)):
            information[one][one] += weight
            information[one][other] -= weight
    return gradient, information


def _variance(inverse: _Matrix, index: int) -> float:
    """Return the variance of a rating under the constraint that the mean over all players is 0."""
    players = len(inverse)
    row = sum(inverse[index]) / players
    whole = sum(map(sum, inverse)) / players**2
    return max(inverse[index][index] - 2 * row + whole, 0.0)


def _chance(difference: float) -> float:
    if difference < 0:
        return 1 - _chance(-difference)
    return 1 / (1 + exp(-difference))


def _inverted(matrix: _Matrix) -> _Matrix:
    """Return the inverse of a positive definite matrix, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(column == index) for column in range(size))] for index, row in enumerate(matrix)]
    for pivot in range(size):
        best = max(range(pivot, size), key=lambda row: abs(rows[row][pivot]))
        rows[pivot], rows[best] = rows[best], rows[pivot]
        scale = rows[pivot][pivot]
        rows[pivot] = [value / scale for value in rows[pivot]]
        for index in range(size):
            factor = rows[index][pivot]
            if index != pivot and factor:
                rows[index] = [a - factor * b for a, b in zip(rows[index], rows[pivot], strict=True)]
    return [row[size:] for row in rows]
