"""Match statistics: Elo with error bars, likelihood of superiority, sequential probability ratio test.

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
    """A rating difference with its 95 percent confidence interval."""

    value: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """The rounded text, such as `+108 [+43, +180]`."""
        return f"{_signed(self.value)} [{_signed(self.low)}, {_signed(self.high)}]"


@dataclass(frozen=True, slots=True)
class Results:
    """Games of one player against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points; a draw is half a point."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """The points per game."""
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
        """The 95 percent margin of error of the score."""
        return _95_PERCENT * self.deviation

    @property
    def elo(self) -> Elo:
        """The rating difference."""
        return Elo(
            _elo(self.score), _elo(max(self.score - self.margin, 0)), _elo(min(self.score + self.margin, 1))
        )

    @property
    def superiority(self) -> float:
        """The likelihood that the first player is stronger."""
        return 0.5 * (1 + erf((self.score - 0.5) / (self.deviation * sqrt(2))))

    def plus(self, points: float) -> Results:
        """Return the results with the points of one more game: 1, 0.5 or 0."""
        return Results(self.wins + (points == 1), self.draws + (points == 0.5), self.losses + (points == 0))

    @property
    def text(self) -> str:
        """The text, such as `+60 =10 -30`."""
        return f"+{self.wins} ={self.draws} -{self.losses}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of `elo1` against `elo0`, with 5 percent error probability.

    >>> Sprt.parse("0,10").verdict(Results(400, 100, 250))
    'better'
    """

    elo0: float
    elo1: float

    @staticmethod
    def parse(text: str) -> Sprt:
        """Parse `0,10`."""
        try:
            low, high = map(float, text.split(","))
        except ValueError:
            raise InvalidArgument(f"expected two numbers such as 0,10, found {text!r}") from None
        if not low < high or max(abs(low), abs(high)) > 1_000:
            raise InvalidArgument(f"expected a smaller and a larger difference of Elo, found {text!r}")
        return Sprt(low, high)

    def likelihood(self, results: Results) -> float:
        """Return the log-likelihood ratio of `elo1` to `elo0`."""
        low, high = _expected(self.elo0), _expected(self.elo1)
        variance = results.deviation**2
        return (high - low) * (2 * results.score - low - high) / (2 * variance)

    def verdict(self, results: Results) -> str | None:
        """Return `better`, `not better`, or `None` as long as more games are needed."""
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
