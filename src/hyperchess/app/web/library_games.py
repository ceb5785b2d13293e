"""The games of a library for the explorer of the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.game import AnyGame
from hyperchess.library.games import StoredGame
from hyperchess.library.library import Library, open_library
from hyperchess.studies.analysis.exploring import (
    MOST_EXAMPLES,
    Explorer,
    FoundView,
    GameCard,
    found_games,
    view_explored,
)
from hyperchess.studies.errors import StudyError

__all__ = ["LibraryGames"]


@dataclass(frozen=True, slots=True)
class LibraryGames:
    """A library, opened for each request so that other processes may write to it in between."""

    folder: Path

    def explore(self, position: Any) -> Explorer:
        """Return the statistics of a position."""
        with open_library(self.folder) as library:
            found = library.explore(position)
            examples = [_stored_card(game) for game in library.games_at(position, limit=MOST_EXAMPLES)]
            return view_explored(
                f"library {self.folder.resolve().name}", len(library), position, found, examples
            )

    def search(self, query: str, position: Any, *, limit: int, seconds: float) -> FoundView:
        """Return the games that match a query, as far as they are found in time."""
        cards: list[GameCard] = []
        with open_library(self.folder) as library:
            try:
                for game in self._games(library, query, position, limit + 1, seconds):
                    cards.append(_stored_card(game))
            except BudgetExhausted as error:
                return FoundView(tuple(cards[:limit]), False, str(error))
        return found_games(cards, limit)

    def _games(
        self, library: Library, query: str, position: Any, limit: int, seconds: float
    ) -> Iterable[StoredGame]:
        if query.strip():
            return library.search(query, limit=limit, budget=Budget(seconds=seconds), at=position)
        if position is not None:
            return library.games_at(position, limit=limit)
        return islice(library.games(), limit)

    def game(self, number: int) -> AnyGame:
        """Return a game by its number."""
        with open_library(self.folder) as library:
            stored = library.game(number)
        if stored is None:
            raise StudyError("no-game", f"the library has no game {number}")
        return stored.game()


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
