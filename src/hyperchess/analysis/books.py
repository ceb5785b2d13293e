"""Opening books of 5D chess: for each position of a collection, the actions played and the results.

>>> from hyperchess.notation.reading import parse
>>> book = build_book([parse("1. e4 / e5 1-0"), parse("1. e4 / c5 0-1"), parse("1. d4")])
>>> [(str(entry.action), entry.count, entry.results) for entry in book.actions(parse("1. d4").start)]
[('(0T1)e2>(0T1)e4', 2, {'1-0': 1, '0-1': 1}), ('(0T1)d2>(0T1)d4', 1, {})]
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from hyperchess.game import AnyGame, Comment, Game, Node, WrittenMove, expect
from hyperchess.multiverse import MULTIVERSE, Action, Move, Position, variants
from hyperchess.text import Severity, plural
from hyperchess.validation import check_instance, check_integer, invalid_argument

__all__ = ["Book", "Entry", "build_book", "start_name"]


@dataclass(slots=True)
class Entry:
    """The number of times an action was played, and the results of those games."""

    action: Action
    count: int = 0
    results: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Book:
    """Actions by the hash of the position in which they were played.

    Memory grows with the number of different positions, not with the games. `starts` counts the games from
    each start, `with_errors` those that are counted only up to an error, and `left_out` those that could not
    be counted: infinite chess, or an unknown start.
    """

    positions: dict[str, dict[Action, Entry]] = field(default_factory=dict)
    starts: Counter[Position] = field(default_factory=Counter)
    games: int = 0
    with_errors: int = 0
    left_out: int = 0

    def add(self, game: AnyGame, *, depth: int = 20) -> None:
        """Count one game: its main line and variations, as far as they could be resolved."""
        check_instance("game", game, Game, "a game")
        check_integer("depth", depth, least=0)
        if not isinstance(game.start, Position):
            self.left_out += 1
            return
        self.games += 1
        self.starts[game.start] += 1
        self.with_errors += any(problem.severity is Severity.ERROR for problem in game.problems)
        known = expect(game, MULTIVERSE)
        main = set(known.main_line)
        waiting = [(known.root, game.start, 0)]
        while waiting:
            node, position, ply = waiting.pop()
            for child in node.children:
                if child.action is None or ply >= depth:
                    continue
                self._count(position, child, game.result if child in main else "")
                waiting.append((child, position.play_legal(child.action), ply + 1))

    def _count(self, position: Position, child: Node[Position, Move], result: str) -> None:
        action = position.canonical(child.action or ())
        entries = self.positions.setdefault(position.hash(), {})
        entry = entries.setdefault(action, Entry(action))
        entry.count += 1
        if result:
            entry.results[result] = entry.results.get(result, 0) + 1

    def merge(self, other: Book) -> None:
        """Add the counts of another book; afterwards the books may share entries."""
        check_instance("other", other, Book, "a book")
        self.games += other.games
        self.with_errors += other.with_errors
        self.left_out += other.left_out
        self.starts.update(other.starts)
        for digest, entries in other.positions.items():
            mine = self.positions.setdefault(digest, {})
            for action, entry in entries.items():
                if action not in mine:
                    mine[action] = entry
                    continue
                mine[action].count += entry.count
                for result, count in entry.results.items():
                    mine[action].results[result] = mine[action].results.get(result, 0) + count

    def actions(self, position: Position) -> list[Entry]:
        """Return the actions played in a position, the most frequent first.

        A hash does not cover the promotions that a game allows: actions of other games may not be legal here.
        """
        check_instance("position", position, Position, "a position of 5D chess")
        played = self.positions.get(position.hash(), {}).values()
        entries = (entry for entry in played if position.is_legal(entry.action))
        return sorted(entries, key=lambda entry: (-entry.count, str(entry.action)))

    def as_data(self, *, least: int = 1) -> dict[str, object]:
        """Return the book as data: starts, and by hash and raw notation the actions played `least` times."""
        check_integer("least", least, least=1)
        positions = {
            digest: {
                str(entry.action): {"count": entry.count, "results": entry.results}
                for entry in entries.values()
                if entry.count >= least
            }
            for digest, entries in sorted(self.positions.items())
        }
        starts = [
            {"hash": start.hash(), "name": start_name(start), "games": games}
            for start, games in self.starts.most_common()
        ]
        kept = {digest: actions for digest, actions in positions.items() if actions}
        return {"games": self.games, "starts": starts, "positions": kept}

    def as_game(self, start: Position, *, least: int = 1) -> Game[Position, Move]:
        """Return the book as a game tree from a start, with the counts as comments.

        The most frequent action is the main line. A position that is reached in several ways is continued
        where it occurs first: by depth, then by frequency.
        """
        check_instance("start", start, Position, "a position of 5D chess")
        check_integer("least", least, least=1)
        played = plural(sum(entry.count for entry in self.actions(start)), "game")
        game: Game[Position, Move] = Game(start, {"Event": f"opening book of {played}"})
        waiting: deque[Node[Position, Move]] = deque([game.root])
        seen = set()
        while waiting:
            node = waiting.popleft()
            digest = node.position.hash()
            if digest in seen:
                continue
            seen.add(digest)
            for entry in self.actions(node.position):
                if entry.count >= least:
                    child = node.attach(tuple(map(WrittenMove, entry.action)))
                    child.comments.append(Comment(_counts(entry), len(child.moves)))
                    waiting.append(child)
        return game


def build_book(games: Iterable[AnyGame], *, depth: int = 20) -> Book:
    """Build the book of a collection: the first `depth` actions of every line. Games are streamed."""
    if not isinstance(games, Iterable):
        raise invalid_argument("games", "games", games)
    book = Book()
    for game in games:
        book.add(game, depth=depth)
    return book


def start_name(start: Position) -> str:
    """Return the variant that starts from a position, or `custom`."""
    check_instance("start", start, Position, "a position of 5D chess")
    return next((variant.name for variant in variants() if variant.position == start), "custom")


def _counts(entry: Entry) -> str:
    """Format as `12 games: 1-0 7, 0-1 4`."""
    parts = ", ".join(f"{result} {entry.results[result]}" for result in sorted(entry.results, reverse=True))
    return plural(entry.count, "game") + (f": {parts}" if parts else "")
