"""Search limits: a budget, a depth, or time management for a clock."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hyperchess.budget import Budget, check_budget
from hyperchess.validation import check_integer, check_seconds

__all__ = ["DEFAULT_LIMIT", "Limit", "time_for_action"]

DEFAULT_LIMIT = Budget(seconds=1.0)

_EXPECTED_ACTIONS = 25  # expected number of remaining actions, from any position
_LATENCY = 0.02  # seconds lost between the engine and the clock


@dataclass(frozen=True, slots=True)
class Limit:
    """Seconds, nodes and depth in actions; `None` is unlimited."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @classmethod
    def of(cls, budget: object, depth: int | None) -> Limit:
        """Create a limit from a caller's arguments. Rounds are nodes; the default is one second."""
        if depth is not None:
            check_integer("depth", depth, least=1)
        if budget is None and depth is not None:
            return cls(depth=depth)
        checked = check_budget(budget, DEFAULT_LIMIT)
        return cls(checked.seconds, checked.rounds, depth)

    def after(self, seconds: float) -> Limit:
        """Return the limit that remains after `seconds`.

        >>> Limit(seconds=1.0, nodes=9).after(0.75)
        Limit(seconds=0.25, nodes=9, depth=None)
        >>> Limit(seconds=0.5).after(1.0).seconds, Limit(nodes=9).after(1.0).seconds
        (0.0, None)
        """
        return self if self.seconds is None else replace(self, seconds=max(self.seconds - seconds, 0.0))


def time_for_action(left: float, increment: float = 0.0) -> float:
    """Return the seconds to think about an action with `left` seconds on the clock.

    >>> time_for_action(60.0), time_for_action(0.1), time_for_action(10.0, increment=2.0)
    (2.38, 0.01, 2.08)
    """
    left = check_seconds("left", left)
    increment = check_seconds("increment", increment)
    share = left / _EXPECTED_ACTIONS + 0.85 * increment
    # Never more than a third of the remaining time, unless that is almost nothing.
    most = max(left / 3, min(left, 0.1))
    return round(max(min(share, most) - _LATENCY, 0.01), 3)
