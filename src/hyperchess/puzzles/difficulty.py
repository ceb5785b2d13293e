"""Difficulty of a puzzle as a rating: from the size of the proof that its key, and nothing else, mates.

The size is the number of rounds in which the solver has decided about all first actions: it includes every
defence against the key, and the refutation of everything else. A round of 5D chess examines one box of
actions, or one position; in infinite chess it examines one position, or a first move that gives check.
Each doubling of the size adds 120 points.

The size is measured when a puzzle is made and stored with it, so that its rating does not change with the
solver. This is the initial rating of a puzzle; the trainer adjusts it by the results of attempts.

>>> rate_proof(1), rate_proof(64), rate_proof(128), rate_proof(10_000)
(600, 1020, 1140, 1890)
"""

from __future__ import annotations

from math import log2

__all__ = ["rate_proof"]

_LEAST, _MOST = 600, 2400


def rate_proof(rounds: int) -> int:
    """Return the rating of a puzzle whose proof took `rounds` of the solver, rounded to tens."""
    rating = round((300 + 120 * log2(rounds)) / 10) * 10
    return max(_LEAST, min(rating, _MOST))
