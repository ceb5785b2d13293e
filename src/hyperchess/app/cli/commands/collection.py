"""Facts about many games added up: counts, and where most games lie."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import mean, median

from hyperchess.app.cli.commands.collecting import GameFacts

__all__ = ["Collection", "spread"]

_NUMBERS = ("actions", "timelines", "captures", "jumps", "variations")


@dataclass(slots=True)
class Collection:
    """The sums. Memory grows with the number of different values, not with the games."""

    games: int = 0
    files: int = 0
    with_errors: int = 0
    failures: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    variants: Counter[str] = field(default_factory=Counter)
    notations: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    openings: Counter[str] = field(default_factory=Counter)
    numbers: dict[str, Counter[int]] = field(default_factory=lambda: {name: Counter() for name in _NUMBERS})

    def add(self, facts: GameFacts) -> None:
        """One game more."""
        self.games += 1
        self.with_errors += bool(facts.errors)
        self.kinds[facts.game] += 1
        self.variants[facts.variant] += 1
        self.notations[facts.notation] += 1
        self.results[facts.result] += 1
        self.openings[facts.opening] += 1
        for name in _NUMBERS:
            self.numbers[name][getattr(facts, name)] += 1

    def data(self) -> dict[str, object]:
        """For JSON."""
        return {
            "files": self.files,
            "games": self.games,
            "with_errors": self.with_errors,
            "failures": self.failures,
            "kinds": dict(self.kinds.most_common()),
            "variants": dict(self.variants.most_common()),
            "notations": dict(self.notations.most_common()),
            "results": dict(self.results.most_common()),
            "openings": dict(self.openings.most_common()),
            "numbers": {name: spread(counts) for name, counts in self.numbers.items()},
            "histograms": {name: dict(sorted(counts.items())) for name, counts in self.numbers.items()},
        }


def spread(counts: Counter[int]) -> dict[str, float]:
    """Where the values lie.

    >>> spread(Counter({1: 2, 4: 1}))
    {'least': 1, 'median': 1, 'mean': 2, 'most': 4, 'sum': 6}
    """
    values = sorted(counts.elements())
    if not values:
        return {}
    return {
        "least": values[0],
        "median": median(values),
        "mean": round(mean(values), 2),
        "most": values[-1],
        "sum": sum(values),
    }
