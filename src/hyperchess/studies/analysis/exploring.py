"""Opening explorer: actions played from a position, and games found by a query, as data for the page.

Games come from the bundled collection; a library implements the same interface.

>>> from hyperchess import multiverse
>>> view = CollectionGames().explore(multiverse.start("Standard"))
>>> view.games == sum(row.count for row in view.actions) + view.others, view.actions[0].count > 0
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any, Protocol

from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.game import AnyGame, Game
from hyperchess.library.demo.collection import CollectionGame, bundled_collection
from hyperchess.library.demo.searching import game_search
from hyperchess.library.explored import Entry, Explored
from hyperchess.studies.analysis.thinking import MoveArrow, view_actions
from hyperchess.studies.games import find_adapter

__all__ = [
    "MOST_EXAMPLES",
    "ActionRow",
    "CollectionGames",
    "Explorer",
    "FoundView",
    "GameCard",
    "Games",
    "found_games",
    "spell_action",
    "view_explored",
]

_MOST_ACTIONS = 14
MOST_EXAMPLES = 6
"""The number of games shown with a position."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in a list; `ply` is where it matched, and `place` describes that for people."""

    id: int
    white: str
    black: str
    result: str
    variant: str
    date: str
    actions: int
    ply: int | None
    place: str


@dataclass(frozen=True, slots=True)
class ActionRow:
    """A played action: its frequency, its results, and the number of games that reached its position."""

    moves: tuple[str, ...]
    text: str
    arrows: tuple[MoveArrow, ...]
    count: int
    white: int
    draws: int
    black: int
    reached: int


@dataclass(frozen=True, slots=True)
class Explorer:
    """The statistics of a position. `others` is the frequency of all less common actions."""

    source: str
    total: int
    games: int
    actions: tuple[ActionRow, ...]
    others: int
    examples: tuple[GameCard, ...]


@dataclass(frozen=True, slots=True)
class FoundView:
    """Games that fit a query; `complete` is false if there may be more, and `text` says why."""

    games: tuple[GameCard, ...]
    complete: bool
    text: str


class Games(Protocol):
    """A source of many games."""

    def explore(self, position: Any, /) -> Explorer:
        """Return the actions played from a position."""

    def search(self, query: str, position: Any, /, *, limit: int, seconds: float) -> FoundView:
        """Return the games that fit a query, and that reached a position if one is given."""

    def game(self, number: int, /) -> AnyGame:
        """Return a game by its id."""


class CollectionGames:
    """The bundled collection."""

    def explore(self, position: Any) -> Explorer:
        """Return the actions played from a position."""
        collection = bundled_collection()
        found = collection.explore(position)
        best = _by_rank(map(collection.game, (number for number, _ in collection.reached(position))))
        plies = dict(collection.reached(position))
        examples = [_collection_card(game, plies[game.id]) for game in best]
        return view_explored("hyperchess collection", len(collection), position, found, examples)

    def search(self, query: str, position: Any, *, limit: int, seconds: float) -> FoundView:
        """Return the games that fit, as far as they are found in time."""
        collection = bundled_collection()
        find = game_search(query) if query.strip() else lambda game: None
        reached = None if position is None else dict(collection.reached(position))
        meter = Budget(seconds=seconds).start()
        cards: list[GameCard] = []
        try:
            for number in range(1, len(collection) + 1) if reached is None else sorted(reached):
                game = collection.game(number)
                plies = find(game)
                if plies is None:
                    cards.append(_collection_card(game, None if reached is None else reached[number]))
                elif plies:
                    cards.append(_collection_card(game, min(plies)))
                if len(cards) > limit:
                    break
                meter.spend()
        except BudgetExhausted as error:
            return FoundView(tuple(cards[:limit]), False, str(error))
        return found_games(cards, limit)

    def game(self, number: int) -> AnyGame:
        """Return a game by its number."""
        return bundled_collection().game(number).game()


def found_games(cards: list[GameCard], limit: int) -> FoundView:
    """Return the first `limit` games of a search for one more."""
    more = len(cards) > limit
    text = f"the first {limit} games; there are more" if more else ""
    return FoundView(tuple(cards[:limit]), not more, text)


def view_explored(
    source: str, total: int, position: Any, found: Explored[Any], examples: list[GameCard]
) -> Explorer:
    """Return the view of the statistics, with the most frequent actions formatted for people."""
    rows = tuple(_row(position, entry) for entry in found.entries[:_MOST_ACTIONS])
    others = found.games - sum(row.count for row in rows)
    return Explorer(source, total, found.games, rows, others, tuple(examples))


def _row(position: Any, entry: Entry[Any]) -> ActionRow:
    moves, text, arrows = spell_action(position, entry.action)
    return ActionRow(moves, text, arrows, entry.count, entry.white, entry.draws, entry.black, entry.reached)


@lru_cache(maxsize=512)
def spell_action(
    position: Any, action: tuple[Any, ...]
) -> tuple[tuple[str, ...], str, tuple[MoveArrow, ...]]:
    """Return the moves of an action in raw notation, its text for people, and its arrows."""
    adapter = find_adapter(position.kind)
    view = view_actions(position, (action,), 1)[0]
    arrows = tuple(
        MoveArrow(*(adapter.square_value(position, square) for square in adapter.ends(move)))
        for move in action
    )
    return view.moves, view.text, arrows


def _by_rank(games: Iterable[CollectionGame]) -> list[CollectionGame]:
    """Return a few games: those of the strongest players, and longer ones first."""
    return sorted(games, key=lambda game: (game.white + game.black, game.plies), reverse=True)[:MOST_EXAMPLES]


def _collection_card(game: CollectionGame, ply: int | None) -> GameCard:
    card = GameCard(game.id, game.white, game.black, game.result, game.variant, "", game.plies, ply, "")
    if not ply:
        return card
    serial = next(islice(Game(game.start, kind=game.kind).serials(), ply - 1, None))
    return replace(card, place=str(serial))
