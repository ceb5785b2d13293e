"""The work of `hyperchess book` on one file: what was played, by position. Runs in any process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hyperchess.app.cli.batch import failure_of
from hyperchess.app.cli.inputs import games_of
from hyperchess.app.cli.wording import plural
from hyperchess.kinds import Kind

if TYPE_CHECKING:
    from hyperchess.analysis.explorer import Book
    from hyperchess.game import Game
    from hyperchess.multiverse import Move, Position

__all__ = ["BookTask", "BookedFile", "Openings", "book_file", "name_of"]


@dataclass(frozen=True, slots=True)
class BookTask:
    """A file to count, and how many actions of each line."""

    name: str
    notation: str | None
    depth: int


@dataclass(frozen=True, slots=True)
class BookedFile:
    """The book of one file, or why it could not be read."""

    name: str
    book: Book | None = None
    starts: tuple[tuple[Position, int], ...] = ()  # each with the number of games
    games: int = 0
    with_errors: int = 0
    left_out: int = 0  # games of infinite chess, or without a start
    failure: str = ""


def book_file(task: BookTask) -> BookedFile:
    """Count one file; all that can go wrong with it is part of the answer."""
    try:
        from hyperchess.analysis.explorer import build_book

        games = games_of(task.name, task.notation)
        counted = [game for game in games if game.kind is Kind.MULTIVERSE]
        errors = sum(any(p.severity.value == "error" for p in game.problems) for game in counted)
        return BookedFile(
            task.name,
            build_book(counted, depth=task.depth),
            tuple(Counter(game.start for game in counted if game.start is not None).items()),
            len(counted),
            errors,
            len(games) - len(counted),
        )
    except Exception as error:
        return BookedFile(task.name, failure=failure_of(error))


@dataclass
class Openings:
    """The books of all files together."""

    book: Book
    starts: Counter[Position] = field(default_factory=Counter)
    games: int = 0
    with_errors: int = 0
    left_out: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, booked: BookedFile) -> None:
        """One file more."""
        self.games += booked.games
        self.with_errors += booked.with_errors
        self.left_out += booked.left_out
        self.starts.update(dict(booked.starts))
        if booked.failure:
            self.failures.append(booked.failure)
        if booked.book is not None:
            self._merge(booked.book)

    def _merge(self, other: Book) -> None:
        self.book.games += other.games
        for digest, entries in other.positions.items():
            mine = self.book.positions.setdefault(digest, {})
            for action, entry in entries.items():
                if action not in mine:
                    mine[action] = entry
                    continue
                mine[action].count += entry.count
                for result, count in entry.results.items():
                    mine[action].results[result] = mine[action].results.get(result, 0) + count

    def trees(self, starts: list[Position], least: int) -> Iterator[Game[Position, Move]]:
        """A game tree for each start; a comment on each action says how it fared."""
        from hyperchess.game import Comment

        for start in starts:
            game = self.book.as_game(start, least=least)
            games = sum(entry.count for entry in self.book.actions(start))
            game.headers["Event"] = f"opening book of {plural(games, 'game')}"
            for node in (game.root, *game.walk()):
                entries = {entry.action: entry for entry in self.book.actions(node.position)}
                for child in node.children:
                    entry = entries[node.position.canonical(child.action or ())]
                    child.comments.append(Comment(_fared(entry.count, entry.results), len(child.moves)))
            yield game

    def data(self, least: int) -> dict[str, object]:
        """For JSON: what was played often enough, by the hash of the position and in raw notation."""
        positions = {
            digest: {
                str(entry.action): {"count": entry.count, "results": entry.results}
                for entry in entries.values()
                if entry.count >= least
            }
            for digest, entries in sorted(self.book.positions.items())
        }
        starts = [
            {"hash": start.hash(), "name": name_of(start), "games": games}
            for start, games in self.starts.most_common()
        ]
        kept = {digest: actions for digest, actions in positions.items() if actions}
        return {"games": self.games, "starts": starts, "positions": kept}


def name_of(start: Position) -> str:
    """The variant that starts from a position, or `custom`."""
    from hyperchess.multiverse import variants

    return next((variant.name for variant in variants() if variant.position == start), "custom")


def _fared(count: int, results: dict[str, int]) -> str:
    """`12 games: 1-0 7, 0-1 4`."""
    parts = ", ".join(f"{result} {results[result]}" for result in sorted(results, reverse=True))
    return f"{plural(count, 'game')}: {parts}" if parts else plural(count, "game")
