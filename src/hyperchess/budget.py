"""How much a search may do before it has to answer "unknown"."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from hyperchess.errors import BudgetExhausted, InvalidArgument

__all__ = ["DEFAULT_BUDGET", "Budget", "Meter"]


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit in seconds, in rounds of the search, or in both; `None` is no limit."""

    seconds: float | None = None
    rounds: int | None = None

    def __post_init__(self) -> None:
        for name, value, types in (("seconds", self.seconds, (int, float)), ("rounds", self.rounds, (int,))):
            if value is not None and (
                isinstance(value, bool) or not isinstance(value, types) or not value >= 0
            ):
                raise InvalidArgument(
                    f"{name} of a budget must be a number from 0 on, or None; got {value!r}"
                )

    def start(self) -> Meter:
        """Begin to count."""
        return Meter(self)


DEFAULT_BUDGET = Budget(seconds=10.0)


class Meter:
    """A running count against a budget.

    >>> meter = Budget(rounds=1).start()
    >>> meter.spend()
    >>> meter.spend()
    Traceback (most recent call last):
    ...
    hyperchess.errors.BudgetExhausted: the search ended after 1 round without an answer
    """

    def __init__(self, budget: Budget) -> None:
        self.rounds = 0
        self._budget = budget
        self._started = monotonic()

    def left(self) -> Budget:
        """The seconds that are left, for a search within this one."""
        seconds = self._budget.seconds
        return Budget(None if seconds is None else max(0.0, seconds - (monotonic() - self._started)))

    def spend(self) -> None:
        """Count one round; raise `BudgetExhausted` if that is one too many."""
        budget = self._budget
        if budget.rounds is not None and self.rounds >= budget.rounds:
            self._stop()
        if budget.seconds is not None and monotonic() - self._started > budget.seconds:
            self._stop()
        self.rounds += 1

    def _stop(self) -> None:
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        raise BudgetExhausted(f"the search ended after {rounds} without an answer")
