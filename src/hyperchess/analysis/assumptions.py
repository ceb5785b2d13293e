"""Assumptions on which a verdict depends: promotions that were not named, an assumed variant.

Readers report assumptions as problems whose codes begin with `assumed-`.
"""

from __future__ import annotations

from collections.abc import Iterable

from hyperchess.game import AnyGame
from hyperchess.text import Problem

__all__ = ["join_assumptions", "list_assumptions"]

_PREFIX = "assumed-"


def list_assumptions(game: AnyGame) -> tuple[str, ...]:
    """Return the assumptions made about a game, as sentences, each once."""
    return tuple(dict.fromkeys(problem.message for problem in _assumed(game.problems)))


def _assumed(problems: Iterable[Problem]) -> Iterable[Problem]:
    return (problem for problem in problems if problem.code.startswith(_PREFIX))


def join_assumptions(assumptions: Iterable[str]) -> str:
    """Return the assumptions of a verdict in one line, empty if there are none.

    >>> join_assumptions(["no variant is named: taken to be Standard", "Q is assumed"])
    'no variant is named: taken to be Standard; Q is assumed'
    """
    return "; ".join(assumptions)
