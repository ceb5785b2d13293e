"""What a verdict rests on that no text states: promotions that nobody named, a variant that was assumed.

Readers report what they assume as problems of their own codes, which all begin with `assumed-`.
"""

from __future__ import annotations

from collections.abc import Iterable

from hyperchess.notation.registry import AnyGame
from hyperchess.text import Problem

__all__ = ["assumptions_of", "rests_on"]

_PREFIX = "assumed-"


def assumptions_of(game: AnyGame) -> tuple[str, ...]:
    """What was assumed about a game, as sentences, each once."""
    return tuple(dict.fromkeys(problem.message for problem in _assumed(game.problems)))


def _assumed(problems: Iterable[Problem]) -> Iterable[Problem]:
    return (problem for problem in problems if problem.code.startswith(_PREFIX))


def rests_on(assumptions: Iterable[str]) -> str:
    """The assumptions behind a verdict in one line, empty if there are none.

    >>> rests_on(["no variant is named: taken to be Standard", "no promotions are named: Q is assumed"])
    'no variant is named: taken to be Standard; no promotions are named: Q is assumed'
    """
    return "; ".join(assumptions)
