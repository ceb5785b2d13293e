"""Moves along a line as one value, however many there are.

>>> ray = Ray(Square(0, 0), (1, 2), 1, None)
>>> str(ray), ray.target(3), Square(5, 10) in ray, Square(5, 11) in ray
('0,0 + k(1,2), k >= 1', Square(x=3, y=6), True, False)
>>> ray.count(-3, 9, 0, 12), [str(square) for square in ray.within(-3, 9, 0, 4)]
(6, ['1,2', '2,4'])

If a huygen is involved, some numbers of steps are excluded by a `Sieve`:

>>> huygen = Ray(Square(0, 0), (1, 0), 1, 12, (Sieve(0, primes=True),))
>>> [square.x for square in huygen.within(0, 100, 0, 0)]
[2, 3, 5, 7, 11]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from hyperchess.budget import Budget, Meter, poll
from hyperchess.errors import BudgetExhausted
from hyperchess.infinite.coordinates import Square, Step
from hyperchess.infinite.primes import is_prime
from hyperchess.validation import check_integer

__all__ = ["COUNT_BUDGET", "DEFAULT_BUDGET", "PRIME_STEPS", "Count", "Ray", "Sieve", "check_window"]

DEFAULT_BUDGET = Budget(rounds=20_000)
"""The number of step counts to try before it is unknown whether a ray with sieves has a target."""


COUNT_BUDGET = Budget(rounds=500_000)
"""The number of step counts of rays with sieves to try when moves are counted."""


class Count(int):
    """A number of moves; if it is not exact, there are at least that many.

    >>> Count.of(7, is_exact=False), str(Count.of(7, is_exact=False)), str(Count.of(7)), Count.of(7) + 1
    (7, 'at least 7', '7', 8)
    """

    is_exact: bool = True
    """False if the budget ended before all moves were counted."""

    @staticmethod
    def of(number: int, *, is_exact: bool = True) -> Count:
        """Return a number of moves."""
        count = Count(number)
        count.is_exact = is_exact
        return count

    def __str__(self) -> str:
        return f"{'' if self.is_exact else 'at least '}{int(self)}"


def check_window(left: object, right: object, bottom: object, top: object) -> None:
    """Raise `InvalidArgument` for edges that are not integers. An empty window is allowed."""
    for name, edge in (("left", left), ("right", right), ("bottom", bottom), ("top", top)):
        check_integer(name, edge, least=None)


class Sieve(NamedTuple):
    """Accepts the steps whose distance from `origin` is prime (or, if not `primes`, is not)."""

    origin: int
    primes: bool

    def passes(self, steps: int) -> bool:
        """Return whether the sieve accepts a number of steps."""
        return is_prime(abs(steps - self.origin)) is self.primes


PRIME_STEPS = (Sieve(0, primes=True),)
"""The sieves of a huygen's slides."""


@dataclass(frozen=True, slots=True)
class Ray:
    """Targets `source + k * step` for k from `first` to `last`, which is `None` if unbounded."""

    source: Square
    step: Step
    first: int
    last: int | None
    sieves: tuple[Sieve, ...] = ()

    @property
    def is_bounded(self) -> bool:
        """True if the ray has an end."""
        return self.last is not None

    def target(self, steps: int) -> Square:
        """Return the square after `steps` steps."""
        return Square(self.source.x + steps * self.step[0], self.source.y + steps * self.step[1])

    def steps_to(self, square: Square) -> int | None:
        """Return the number of steps to a square, if it is on the line; limits and sieves are not applied."""
        dx, dy = square.x - self.source.x, square.y - self.source.y
        sx, sy = self.step
        steps, rest = divmod(dx, sx) if sx else divmod(dy, sy)
        return steps if not rest and steps * sx == dx and steps * sy == dy else None

    def __contains__(self, square: object) -> bool:
        if not isinstance(square, Square):
            return False
        steps = self.steps_to(square)
        return steps is not None and self.allows(steps)

    def allows(self, steps: int) -> bool:
        """Return whether a number of steps belongs to the ray."""
        return (
            steps >= self.first
            and (self.last is None or steps <= self.last)
            and all(sieve.passes(steps) for sieve in self.sieves)
        )

    def steps_within(self, left: int, right: int, bottom: int, top: int) -> range:
        """Return the numbers of steps that end in a window, sieves not applied."""
        check_window(left, right, bottom, top)
        low, high = self.first, self.last
        for start, step, least, most in (
            (self.source.x, self.step[0], left, right),
            (self.source.y, self.step[1], bottom, top),
        ):
            if step == 0:
                if not least <= start <= most:
                    return range(0)
                continue
            near, far = (least, most) if step > 0 else (most, least)
            low = max(low, -((start - near) // step))
            last = (far - start) // step
            high = last if high is None else min(high, last)
        return range(low, (low if high is None else high) + 1)

    def count(self, left: int, right: int, bottom: int, top: int, meter: Meter | None = None) -> Count:
        """Return the number of targets in a window; without sieves the cost does not depend on its size.

        With sieves, at most the steps of the budget are tried.
        """
        return self.count_steps(self.steps_within(left, right, bottom, top), meter)

    def count_steps(self, steps: range, meter: Meter | None = None) -> Count:
        """Return the number of targets after some numbers of steps."""
        if not self.sieves:
            return Count.of(max(0, steps.stop - steps.start))
        meter = meter or COUNT_BUDGET.start()
        count = 0
        for k in steps:
            poll()
            try:
                meter.spend()
            except BudgetExhausted:
                return Count.of(count, is_exact=False)
            count += all(sieve.passes(k) for sieve in self.sieves)
        return Count.of(count)

    def within(self, left: int, right: int, bottom: int, top: int) -> Iterator[Square]:
        """Yield the targets in a window, nearest first."""
        inside = self.steps_within(left, right, bottom, top)
        return (self.target(steps) for steps in inside if all(sieve.passes(steps) for sieve in self.sieves))

    def has_targets(self, meter: Meter | None = None) -> bool | None:
        """Return whether there is any target; `None` if the budget is exhausted before that is known."""
        if self.last is not None and self.last < self.first:
            return False
        if not self.sieves:
            return True
        meter = meter or DEFAULT_BUDGET.start()
        steps = self.first
        while self.last is None or steps <= self.last:
            poll()
            try:
                meter.spend()
            except BudgetExhausted:
                return None
            if all(sieve.passes(steps) for sieve in self.sieves):
                return True
            steps += 1
        return False

    def cut(self, first: int, last: int | None) -> Ray:
        """Return the part between two numbers of steps (`None`: no upper bound)."""
        if self.last is not None:
            last = self.last if last is None else min(last, self.last)
        return Ray(self.source, self.step, max(first, self.first), last, self.sieves)

    def sifted(self, sieve: Sieve) -> Ray:
        """Return the ray with one more sieve."""
        return replace(self, sieves=(*self.sieves, sieve))

    def __str__(self) -> str:
        until = f"k >= {self.first}" if self.last is None else f"{self.first} <= k <= {self.last}"
        parts = [f"{self.source} + k({self.step[0]},{self.step[1]}), {until}"]
        for sieve in self.sieves:
            sign = "-" if sieve.origin > 0 else "+"
            distance = "k" if sieve.origin == 0 else f"|k {sign} {abs(sieve.origin)}|"
            parts.append(f"{distance} {'prime' if sieve.primes else 'not prime'}")
        return ", ".join(parts)
