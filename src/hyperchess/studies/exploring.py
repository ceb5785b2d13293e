"""What was played from a position, by whom, and games found by a query, as data for the page.

The games come from a library, or, where there is none, from the collection in the package.

>>> from hyperchess import multiverse
>>> view = open_games().explore(multiverse.start("Standard"))
>>> view.games == sum(row.count for row in view.actions) + view.others, view.actions[0].count > 0
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.game import Game
from hyperchess.library.demo.collection import CollectionGame, bundled_collection
from hyperchess.library.demo.searching import game_test
from hyperchess.library.explore import Entry, Explored
from hyperchess.library.games import StoredGame
from hyperchess.library.library import Library, open_library
from hyperchess.notation.registry import AnyGame
from hyperchess.studies.errors import StudyError
from hyperchess.studies.games import adapter_of
from hyperchess.studies.thinking import MoveArrow, view_actions

__all__ = ["ActionRow", "Explorer", "FoundView", "GameCard", "Games", "open_games"]

_MOST_ACTIONS = 14
_MOST_EXAMPLES = 6


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in a list; `ply` is where it reached what was looked for, and `place` says that for people."""

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
    """An action that was played: how often, the results, and how many games reached the position after it."""

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
    """What is known about a position. `others` is how often less frequent actions were played, or none."""

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
    """Many games of one source."""

    def explore(self, position: Any, /) -> Explorer:
        """What was played from a position."""

    def search(self, query: str, position: Any, /, *, limit: int, seconds: float) -> FoundView:
        """The games that fit a query, and that reached a position if one is given."""

    def game(self, number: int, /) -> AnyGame:
        """A game by its id."""


def open_games(folder: Path | None = None) -> Games:
    """The games of the library in a folder, else those in the package."""
    return _CollectionGames() if folder is None else _LibraryGames(folder)


class _CollectionGames:
    """The collection in the package."""

    def explore(self, position: Any) -> Explorer:
        collection = bundled_collection()
        found = collection.explore(position)
        best = _by_rank(map(collection.game, (number for number, _ in collection.reached(position))))
        plies = dict(collection.reached(position))
        examples = [_collection_card(game, plies[game.id]) for game in best]
        return _view("the hyperchess collection", len(collection), position, found, examples)

    def search(self, query: str, position: Any, *, limit: int, seconds: float) -> FoundView:
        collection = bundled_collection()
        fits = game_test(query) if query.strip() else lambda game: True
        plies = None if position is None else dict(collection.reached(position))
        numbers = range(1, len(collection) + 1) if plies is None else sorted(plies)
        found = (game for game in map(collection.game, numbers) if fits(game))
        cards = [
            _collection_card(game, None if plies is None else plies[game.id])
            for game in islice(found, limit + 1)
        ]
        return _found(cards, limit)

    def game(self, number: int) -> AnyGame:
        return bundled_collection().game(number).game()


@dataclass(frozen=True, slots=True)
class _LibraryGames:
    """A library. It is opened for each question, so that others may write it in between."""

    folder: Path

    def explore(self, position: Any) -> Explorer:
        with open_library(self.folder) as library:
            found = library.explore(position)
            examples = [_stored_card(game) for game in library.games_at(position, limit=_MOST_EXAMPLES)]
            return _view(f"the library {self.folder.name}", len(library), position, found, examples)

    def search(self, query: str, position: Any, *, limit: int, seconds: float) -> FoundView:
        cards: list[GameCard] = []
        with open_library(self.folder) as library:
            try:
                for game in self._games(library, query, position, limit + 1, seconds):
                    cards.append(_stored_card(game))
            except BudgetExhausted as error:
                return FoundView(tuple(cards[:limit]), False, str(error))
        return _found(cards, limit)

    def _games(
        self, library: Library, query: str, position: Any, limit: int, seconds: float
    ) -> Iterable[StoredGame]:
        if query.strip():
            return library.search(query, limit=limit, budget=Budget(seconds=seconds), at=position)
        if position is not None:
            return library.games_at(position, limit=limit)
        return islice(library.games(), limit)

    def game(self, number: int) -> AnyGame:
        with open_library(self.folder) as library:
            stored = library.game(number)
        if stored is None:
            raise StudyError("no-game", f"the library has no game {number}")
        return stored.game()


def _found(cards: list[GameCard], limit: int) -> FoundView:
    more = len(cards) > limit
    text = f"the first {limit} games; there are more" if more else ""
    return FoundView(tuple(cards[:limit]), not more, text)


def _view(source: str, total: int, position: Any, found: Explored, examples: list[GameCard]) -> Explorer:
    rows = tuple(_row(position, entry) for entry in found.entries[:_MOST_ACTIONS])
    others = found.games - sum(row.count for row in rows)
    return Explorer(source, total, found.games, rows, others, tuple(examples))


def _row(position: Any, entry: Entry) -> ActionRow:
    moves, text, arrows = _spelled(position, entry.action)
    return ActionRow(moves, text, arrows, entry.count, entry.white, entry.draws, entry.black, entry.reached)


@lru_cache(maxsize=512)
def _spelled(position: Any, action: tuple[Any, ...]) -> tuple[tuple[str, ...], str, tuple[MoveArrow, ...]]:
    adapter = adapter_of(position.kind)
    view = view_actions(position, (action,), 1)[0]
    arrows = tuple(
        MoveArrow(*(adapter.square_value(position, square) for square in adapter.ends(move)))
        for move in action
    )
    return view.moves, view.text, arrows


def _by_rank(games: Iterable[CollectionGame]) -> list[CollectionGame]:
    """A few games: those of the strongest players, and the longer ones first."""
    return sorted(games, key=lambda game: (game.white + game.black, game.plies), reverse=True)[
        :_MOST_EXAMPLES
    ]


def _collection_card(game: CollectionGame, ply: int | None) -> GameCard:
    card = GameCard(game.id, game.white, game.black, game.result, game.variant, "", game.plies, ply, "")
    if not ply:
        return card
    serial = next(islice(Game(game.start, kind=game.kind).serials(), ply - 1, None))
    return replace(card, place=str(serial))


def _stored_card(game: StoredGame) -> GameCard:
    return GameCard(
        game.id,
        game.white,
        game.black,
        game.result,
        game.variant,
        game.date,
        game.plies,
        game.ply,
        game.place if game.ply else "",
    )
