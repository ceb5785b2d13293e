"""Budgets: limits on a search, after which its result is "unknown".

Long work calls `poll` between its parts. Within a block `watched(meter.poll)` it ends with `BudgetExhausted`
when the time of the meter is over, however deep in the rules it is:

>>> with watched(Budget(seconds=0).start().poll):
...     poll()
Traceback (most recent call last):
...
hyperchess.errors.BudgetExhausted: the search ended after 0 rounds without an answer
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic
from typing import NoReturn

from hyperchess.errors import BudgetExhausted
from hyperchess.validation import check_instance, check_integer, check_seconds

__all__ = ["DEFAULT_BUDGET", "UNLIMITED", "Budget", "Meter", "check_budget", "poll", "watched"]


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit in seconds, in rounds of the search, or both; `None` is unlimited.

    >>> Budget(seconds=-1)
    Traceback (most recent call last):
    ...
    hyperchess.errors.InvalidArgument: seconds: expected a number of seconds of at least 0, found -1
    """

    seconds: float | None = None
    """The time limit."""
    rounds: int | None = None
    """The limit of rounds."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            object.__setattr__(self, "seconds", check_seconds("seconds", self.seconds))
        if self.rounds is not None:
            check_integer("rounds", self.rounds)

    def start(self, is_stopped: Callable[[], bool] | None = None) -> Meter:
        """Start a meter, which is also exhausted as soon as `is_stopped` returns true."""
        return Meter(self, is_stopped)


UNLIMITED = Budget()
DEFAULT_BUDGET = Budget(seconds=10.0)


def check_budget(budget: object, default: Budget = UNLIMITED) -> Budget:
    """Return the budget given as an argument; `None` is the default."""
    return default if budget is None else check_instance("budget", budget, Budget)


class Meter:
    """A running count against a budget.

    >>> meter = Budget(rounds=1).start()
    >>> meter.spend()
    >>> meter.spend()
    Traceback (most recent call last):
    ...
    hyperchess.errors.BudgetExhausted: the search ended after 1 round without an answer
    """

    def __init__(self, budget: Budget, is_stopped: Callable[[], bool] | None = None) -> None:
        self.rounds = 0
        self._budget = budget
        self._is_stopped = is_stopped
        self._started = monotonic()

    def left(self) -> Budget:
        """Return the remaining time as a budget, for a nested search."""
        seconds = self._budget.seconds
        if seconds is None:
            return UNLIMITED
        return Budget(max(0.0, seconds - (monotonic() - self._started)))

    @property
    def rounds_left(self) -> int | None:
        """The remaining rounds; `None` if they are unlimited."""
        rounds = self._budget.rounds
        return None if rounds is None else max(0, rounds - self.rounds)

    def spend(self, rounds: int = 1) -> None:
        """Count `rounds` rounds; raise `BudgetExhausted` if the budget is exceeded."""
        budget = self._budget
        if budget.rounds is not None and self.rounds + rounds > budget.rounds:
            self._stop()
        self.poll()
        self.rounds += rounds

    def poll(self) -> None:
        """Raise `BudgetExhausted` if the time is over or the search is stopped; count nothing."""
        seconds = self._budget.seconds
        if seconds is not None and monotonic() - self._started >= seconds:
            self._stop()
        if self._is_stopped is not None and self._is_stopped():
            self._stop()

    def _stop(self) -> NoReturn:
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        raise BudgetExhausted(f"the search ended after {rounds} without an answer")


_WATCH: ContextVar[Callable[[], None] | None] = ContextVar("watch", default=None)


@contextmanager
def watched(watch: Callable[[], None]) -> Iterator[None]:
    """Call `watch` at each `poll` of this thread until the end of the block; its exceptions end the work.

    An inner block replaces an outer one. Never yield to a caller from within the block.
    """
    token = _WATCH.set(watch)
    try:
        yield
    finally:
        _WATCH.reset(token)


def poll() -> None:
    """Let the watch of the caller end long work, which calls this about once in a millisecond or more."""
    watch = _WATCH.get()
    if watch is not None:
        watch()
