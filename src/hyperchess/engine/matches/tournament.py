"""Round-robin tournament with ratings computed from all games.

The games of each pair are stored in their own file in one folder, if a folder is given. A tournament that is
started again with the same folder continues after them; a player appended to the list plays only the missing
games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path

from hyperchess.engine.matches.match import Match, MatchRecord, Pairing, run_match
from hyperchess.engine.matches.ratings import Encounter, Rating, fit_ratings
from hyperchess.engine.matches.statistics import Results
from hyperchess.errors import InvalidArgument

__all__ = ["Standing", "Tournament", "run_tournament"]

_FEWEST, _MOST = 2, 64


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the table: `against` has the results against each opponent, by index in the list."""

    player: str
    number: int
    results: Results
    rating: Rating
    against: dict[int, Results]


@dataclass
class Tournament:
    """The matches so far, each with the indices of its players in the list."""

    players: tuple[str, ...]
    matches: dict[tuple[int, int], Match] = field(default_factory=dict)

    @property
    def records(self) -> list[MatchRecord]:
        """All games, match by match."""
        return [record for match in self.matches.values() for record in match.records]

    @property
    def reasons(self) -> Counter[str]:
        """The number of games by reason of their end."""
        return sum((match.reasons for match in self.matches.values()), Counter())

    @property
    def longest(self) -> MatchRecord | None:
        """The game with the longest thinking time."""
        return max(self.records, key=lambda record: record.longest, default=None)

    @property
    def standings(self) -> list[Standing]:
        """The table, the strongest first."""
        against: list[dict[int, Results]] = [{} for _ in self.players]
        encounters = []
        for (first, second), match in self.matches.items():
            results = match.results
            encounters.append(Encounter(first, second, results.points, results.games))
            against[first][second] = results
            against[second][first] = Results(results.losses, results.draws, results.wins)
        ratings = fit_ratings(len(self.players), encounters)
        rows = [
            Standing(player, number, _sum(against[number].values()), ratings[number], against[number])
            for number, player in enumerate(self.players)
        ]
        return sorted(rows, key=lambda row: (-row.rating.elo, row.number))


def run_tournament(
    players: Sequence[str],
    pairing: Pairing,
    *,
    folder: Path | None = None,
    concurrency: int = 1,
    on_game: Callable[[Tournament], None] | None = None,
) -> Tournament:
    """Play the missing games. `pairing` has the settings of each match; its players are ignored."""
    tournament = Tournament(_checked(players))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for first, second in combinations(range(len(players)), 2):

        def tell(match: Match, key: tuple[int, int] = (first, second)) -> None:
            tournament.matches[key] = match
            if on_game is not None:
                on_game(tournament)

        tournament.matches[first, second] = run_match(
            replace(pairing, first=players[first], second=players[second]),
            file=None if folder is None else folder / f"{first + 1}-{second + 1}.jsonl",
            concurrency=concurrency,
            on_game=tell,
        )
    return tournament


def _checked(players: Sequence[str]) -> tuple[str, ...]:
    if not _FEWEST <= len(players) <= _MOST:
        raise InvalidArgument(f"a tournament has {_FEWEST} to {_MOST} players, found {len(players)}")
    for player, count in Counter(players).items():
        if count > 1:
            raise InvalidArgument(f"the player {player!r} is named {count} times; name each once")
    return tuple(players)


def _sum(results: Iterable[Results]) -> Results:
    total = Results()
    for one in results:
        total = Results(total.wins + one.wins, total.draws + one.draws, total.losses + one.losses)
    return total
