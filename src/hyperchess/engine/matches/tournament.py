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

from hyperchess.engine.matches.match import Match, MatchRecord, Pairing, Share, run_match
from hyperchess.engine.matches.players import player_name
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
    """The games so far; `earlier` are those of other matches, which count for the ratings too."""

    players: tuple[str, ...]
    earlier: tuple[MatchRecord, ...] = ()
    matches: dict[tuple[str, str], Match] = field(default_factory=dict)

    @property
    def records(self) -> list[MatchRecord]:
        """All games: the earlier ones, then match by match."""
        return [*self.earlier, *(record for match in self.matches.values() for record in match.records)]

    @property
    def reasons(self) -> Counter[str]:
        """The number of games by reason of their end."""
        return Counter(record.reason for record in self.records)

    @property
    def longest(self) -> MatchRecord | None:
        """The game with the longest thinking time."""
        return max(self.records, key=lambda record: record.longest, default=None)

    @property
    def standings(self) -> list[Standing]:
        """The table, the strongest first."""
        numbers = {player: number for number, player in enumerate(self.players)}
        against: list[dict[int, Results]] = [{} for _ in self.players]
        for record in self.records:
            white, black = numbers[record.white], numbers[record.black]
            points = record.points if record.first_is_white else 1 - record.points
            against[white][black] = against[white].get(black, Results()).plus(points)
            against[black][white] = against[black].get(white, Results()).plus(1 - points)
        encounters = [
            Encounter(one, other, results.points, results.games)
            for one, opponents in enumerate(against)
            for other, results in opponents.items()
            if one < other
        ]
        ratings = fit_ratings(len(self.players), encounters)
        rows = [
            Standing(player, number, _sum(against[number].values()), ratings[number], against[number])
            for player, number in numbers.items()
        ]
        return sorted(rows, key=lambda row: (-row.rating.elo, row.number))


def run_tournament(
    players: Sequence[str],
    pairing: Pairing,
    *,
    folder: Path | None = None,
    earlier: Sequence[MatchRecord] = (),
    concurrency: int = 1,
    share: Share | None = None,
    on_game: Callable[[Tournament], None] | None = None,
) -> Tournament:
    """Play the missing games. `pairing` has the settings of each match; its players are ignored.

    The games of `earlier` matches are rated together with them. Without players, only these are rated.
    """
    tournament = Tournament(_checked(players, earlier), tuple(earlier))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for (first, one), (second, other) in combinations(enumerate(players, 1), 2):
        names = player_name(one), player_name(other)

        def tell(match: Match, names: tuple[str, str] = names) -> None:
            tournament.matches[names] = match
            if on_game is not None:
                on_game(tournament)

        tournament.matches[names] = run_match(
            replace(pairing, first=one, second=other),
            file=None if folder is None else folder / f"{first}-{second}.jsonl",
            concurrency=concurrency,
            share=share,
            on_game=tell,
        )
    return tournament


def _checked(players: Sequence[str], earlier: Sequence[MatchRecord]) -> tuple[str, ...]:
    """Return the names of all players."""
    names = tuple(map(player_name, players))
    if len(names) > _MOST or (len(names) < _FEWEST and (names or not earlier)):
        raise InvalidArgument(f"a tournament has {_FEWEST} to {_MOST} players, found {len(names)}")
    for name, count in Counter(names).items():
        if count > 1:
            raise InvalidArgument(f"the player {name!r} is named {count} times; name each once")
    others = (name for record in earlier for name in (record.white, record.black))
    return tuple(dict.fromkeys((*names, *others)))


def _sum(results: Iterable[Results]) -> Results:
    total = Results()
    for one in results:
        total = Results(total.wins + one.wins, total.draws + one.draws, total.losses + one.losses)
    return total
