"""What a score says about strength: Elo with error bars, the likelihood of superiority, a sequential test.

>>> score = Results(wins=60, draws=10, losses=30)
>>> round(score.points / score.games, 2), score.elo.text
(0.65, '+108 [+43, +180]')
>>> round(Results(wins=12, draws=2, losses=8).superiority, 1)
0.8
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, inf, log, log10, sqrt

from hyperchess.errors import InvalidArgument

__all__ = ["Elo", "Results", "Sprt"]

_95_PERCENT = 1.96


@dataclass(frozen=True, slots=True)
class Elo:
    """A difference of strength and the interval that holds it with 95 percent certainty."""

    value: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """Rounded, such as `+108 [+43, +180]`."""
        return f"{_signed(self.value)} [{_signed(self.low)}, {_signed(self.high)}]"


@dataclass(frozen=True, slots=True)
class Results:
    """Games of one player against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A draw is half a point."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """The share of the points."""
        return self.points / self.games if self.games else 0.5

    @property
    def deviation(self) -> float:
        """The standard error of the score, with one game added so that it is never zero."""
        if not self.games:
            return 0.5
        wins, draws, losses = self.wins + 1 / 3, self.draws + 1 / 3, self.losses + 1 / 3
        games = self.games + 1
        mean = (wins + draws / 2) / games
        variance = (wins * (1 - mean) ** 2 + draws * (0.5 - mean) ** 2 + losses * mean**2) / games
        return sqrt(variance / games)

    @property
    def margin(self) -> float:
        """How far the true score may lie from the one seen, with 95 percent certainty."""
        return _95_PERCENT * self.deviation

    @property
    def elo(self) -> Elo:
        """The difference of strength."""
        return Elo(
            _elo(self.score), _elo(max(self.score - self.margin, 0)), _elo(min(self.score + self.margin, 1))
        )

    @property
    def superiority(self) -> float:
        """How likely the first player is the stronger one."""
        return 0.5 * (1 + erf((self.score - 0.5) / (self.deviation * sqrt(2))))

    def plus(self, points: float) -> Results:
        """With the points of one more game: 1, 0.5 or 0."""
        return Results(self.wins + (points == 1), self.draws + (points == 0.5), self.losses + (points == 0))

    @property
    def text(self) -> str:
        """Such as `+60 =10 -30`."""
        return f"+{self.wins} ={self.draws} -{self.losses}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test: is the first player better by `elo1` rather than by `elo0`, with 5 percent error?

    >>> Sprt.parse("0,10").verdict(Results(400, 100, 250))
    'better'
    """

    elo0: float
    elo1: float

    @staticmethod
    def parse(text: str) -> Sprt:
        """Read `0,10`."""
        try:
            low, high = map(float, text.split(","))
        except ValueError:
            raise InvalidArgument(f"expected two numbers such as 0,10, found {text!r}") from None
        if not low < high or max(abs(low), abs(high)) > 1_000:
            raise InvalidArgument(f"expected a smaller and a larger difference of Elo, found {text!r}")
        return Sprt(low, high)

    def likelihood(self, results: Results) -> float:
        """The logarithm of how much likelier `elo1` is than `elo0`."""
        low, high = _expected(self.elo0), _expected(self.elo1)
        variance = results.deviation**2
        return (high - low) * (2 * results.score - low - high) / (2 * variance)

    def verdict(self, results: Results) -> str | None:
        """`better`, `not better`, or `None` as long as more games are needed."""
        likelihood = self.likelihood(results)
        bound = log(0.95 / 0.05)
        if likelihood >= bound:
            return "better"
        return "not better" if likelihood <= -bound else None


def _elo(score: float) -> float:
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def _expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def _signed(value: float) -> str:
    return f"{value:+.0f}" if abs(value) != inf else ("+∞" if value > 0 else "-∞")
